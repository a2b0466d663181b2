@_cdecl("packing_digests")
public func packingDigests(_ seed: UInt64, _ rounds: Int, _ report: Report) {
    let run = Run(seed: seed, rounds: rounds, report: report)
    testFilters(run)
    testSymbols(run)
    run("convertToVideo") { t in
        let count = t.int(1...80)
        let pixels = t.bytes(4 * count)
        let planes = t.take(UInt8.self, 3 * count)
        convertToVideo(pixels, planes, planes + count, planes + 2 * count, count)
        t.add(planes, 3 * count)
    }
}

extension Trial {
    /// Returns a row behind zeros, readable for its length rounded up to a multiple of 32.
    mutating func row(_ length: Int) -> UnsafeMutablePointer<UInt8> {
        let row = bytes(8 + roundedUp(length, to: 32)) + 8
        for i in 1...8 { row[-i] = 0 }
        return row
    }

    mutating func pixelBytes() -> Int { [1, 2, 3, 4, 6, 8][int(0...5)] }

    /// Returns code words of a prefix code: literals of at most 13 bits, matches of at most 26.
    mutating func codeWords() -> UnsafeMutablePointer<UInt32> {
        let words = take(UInt32.self, codeWordCount)
        for i in 0..<codeWordCount {
            let length = int(1...(i <= 256 ? 13 : 26))
            words[i] = UInt32(int(0...(1 << length - 1))) << 6 | UInt32(length)
        }
        return words
    }

    /// Returns filtered bytes with runs at a distance of `channels`.
    mutating func filtered(_ count: Int, _ channels: Int) -> UnsafeMutablePointer<UInt8> {
        let result = bytes(count)
        var at = int(0...40)
        while at < count {
            let length = int(0...(bool() ? 30 : 700))
            for i in max(at, channels)..<max(at, channels, min(count, at + length)) { result[i] = result[i - channels] }
            at += length + int(1...50)
        }
        return result
    }
}

func testFilters(_ run: Run) {
    run("packOpaqueRow") { t in
        let count = t.int(1...80)
        let target = t.take(UInt8.self, 3 * count + 8)
        packOpaqueRow(t.bytes(4 * count), target, count)
        t.add(target, 3 * count)
    }
    run("bestFilter") { t in
        let length = t.bool() ? t.int(1...80) : t.int(500...1700)
        let (row, above) = (t.row(length), t.row(length))
        t.add(bestFilter(row, above, length, t.pixelBytes(), t.int(1...3)))
    }
    run("filterRow") { t in
        let length = t.int(1...240)
        let (row, above) = (t.row(length), t.row(length))
        let target = t.take(UInt8.self, roundedUp(length, to: 32))
        let channels = t.pixelBytes()
        for filter in 0...4 {
            filterRow(filter, row, above, length, channels, target)
            t.add(target, length)
        }
    }
}

func testSymbols(_ run: Run) {
    run("countSymbols") { t in
        let (channels, end) = (t.int(1...4), t.int(1...1500))
        let start = t.bool() ? 0 : t.int(0...(end - 1) / 8) * 8
        let counts = t.take(UInt32.self, codeWordCount)
        for i in 0..<codeWordCount { counts[i] = UInt32(i) }
        let work = t.take(UInt32.self, 1024)
        work.update(repeating: 0, count: 1024)
        t.add(countSymbols(t.filtered(end, channels), start, end, channels, counts, work))
        t.add(counts, codeWordCount)
        t.add(work, 1024)
    }
    run("codeLengths") { t in
        let limit = t.int(5...15)
        let count = t.int(1...min(512, 1 << limit))
        let counts = t.take(UInt32.self, count)
        let kind = t.int(0...3)
        for i in 0..<count {
            // Some symbols never occur, and the frequencies of the others are similar or very different.
            let bits = UInt32(kind == 0 ? 24 : t.int(0...31))
            counts[i] = kind == 3 && t.bool() ? 0 : t.word() >> bits
        }
        let lengths = t.take(UInt8.self, count)
        codeLengths(counts, count, limit, lengths)
        t.add(lengths, count)
    }
    run("pairCodeWords", rounds: 10) { t in
        let pairs = t.take(UInt32.self, 65536)
        pairCodeWords(t.codeWords(), pairs)
        t.add(pairs, 65536)
    }
    for usesPairs in [false, true] {
        run(usesPairs ? "encodeSymbols with pairs" : "encodeSymbols") { t in
            let (channels, count) = (t.int(1...4), t.int(1...1500))
            let words = t.codeWords()
            let bytes = t.filtered(count, channels)
            let pairs = usesPairs ? t.take(UInt32.self, 65536) : nil
            if let pairs { pairCodeWords(words, pairs) }
            // Now and then the room is too small.
            let room = t.int(0...9) == 0 ? t.int(64...64 + count) : 4 * count + 80
            let output = t.take(UInt8.self, room)
            let pendingCount = t.int(0...7)
            let pending = UInt8(t.int(0...(1 << pendingCount - 1)))
            let bits = encodeSymbols(
                bytes, count, channels, words, pairs.map { UnsafePointer($0) }, output, room, pending, pendingCount)
            t.add(bits)
            if bits >= 0 { t.add(output, (bits + 7) / 8) }
        }
    }
}
