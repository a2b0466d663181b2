import PenumbraBitmap
import PenumbraCodecs
import TestSupport
import Testing

/// Tests JPEGs whose codes are left to a device.
@Suite(.timed) struct JPEGStreamTests {
    @Test func pixelsOfStreamsMatchTheDecoder() throws {
        var kept = 0
        for seed in seeds(rounds(200)) {
            var random = SeededGenerator(seed: seed)
            let sampling = JPEGFile.Sampling.allCases[random.integer(0...JPEGFile.Sampling.allCases.count - 1)]
            guard let file = JPEGFile.random(sampling, largest: 200, using: &random),
                let expected = try? ImageDecoder.decode(file.bytes)
            else { continue }
            let bitmap = try ImageDecoder.decodeForDevice(file.bytes)
            if bitmap.stream != nil { kept += 1 }
            #expect(bitmap == expected, "seed \(seed): \(file)")
        }
        #expect(kept > 0)
    }

    /// Damage of the codes is found when they are read, with the decoder's error.
    @Test func damagedStreamsSettleWithTheDecodersErrors() throws {
        var errors = 0
        for seed in seeds(rounds(300)) {
            var random = SeededGenerator(seed: seed)
            guard let file = JPEGFile.random(.quarter, largest: 64, using: &random) else { continue }
            let damaged = JPEGCoefficientsTests.damaged(file.bytes, &random)
            let expected = Result { () throws(ImageError) in try ImageDecoder.decode(damaged) }
            let found = Result { () throws(ImageError) in
                let bitmap = try ImageDecoder.decodeForDevice(damaged)
                if let stream = bitmap.stream {
                    #expect(!stream.isSettled)
                    defer { errors += 1 }
                    try stream.settle()
                    errors -= 1
                }
                return bitmap
            }
            switch (expected, found) {
            case (.success(let a), .success(let b)): #expect(a == b, "seed \(seed): \(file)")
            case (.failure(let a), .failure(let b)): #expect(a == b, "seed \(seed): \(file)")
            default: Issue.record("seed \(seed), \(file): \(found), not \(expected)")
            }
        }
        #expect(errors > 0)
    }

    /// Files of which libjpeg warns, or whose codes several readers can't read, are read by the processor from the start.
    @Test func peculiarFilesAreNoStreams() throws {
        let file = try fixture("jpeg-420.jpg")
        #expect(try ImageDecoder.decodeForDevice(file).stream != nil)
        let scan = try #require(Self.place(of: 0xDA, in: file))
        let tables = try #require(Self.place(of: 0xC4, in: file))
        var changed: [(String, [UInt8])] = []
        func change(_ name: String, _ body: (inout [UInt8]) -> Void) {
            var bytes = file
            body(&bytes)
            changed.append((name, bytes))
        }
        change("JFIF 2") { $0[11] = 2 }
        change("bytes between segments") { $0.insert(contentsOf: [1, 2, 3], at: scan) }
        change("fill bytes between segments") { $0.insert(contentsOf: [0xFF, 0xFF], at: scan) }
        change("bytes before the end") { $0.insert(contentsOf: [0xFF, 0xFF], at: $0.count - 2) }
        change("no end") { $0.removeLast(2) }
        change("a restart marker") { $0.insert(contentsOf: [0xFF, 0xD0], at: $0.count - 2) }
        change("a code of ones only") { $0[tables + 5] = 2 }
        change("bounds of a progressive scan") { $0[scan + 3 + 2 * 3 + 3] = 5 }
        for (name, bytes) in changed {
            let expected = Result { () throws(ImageError) in try ImageDecoder.decode(bytes) }
            let found = Result { () throws(ImageError) in try ImageDecoder.decodeForDevice(bytes) }
            switch (expected, found) {
            case (.success(let a), .success(let b)): #expect(b.stream == nil && a == b, "\(name)")
            case (.failure(let a), .failure(let b)): #expect(a == b, "\(name)")
            default: Issue.record("\(name): \(found), not \(expected)")
            }
        }
        #expect(try ImageDecoder.decodeForDevice(fixture("jpeg-cmyk.jpg")).stream == nil)
    }

    /// The place of the first segment with a marker.
    private static func place(of marker: UInt8, in file: [UInt8]) -> Int? {
        var place = 2
        while place + 4 <= file.count {
            if file[place + 1] == marker { return place }
            place += 2 + Int(file[place + 2]) << 8 + Int(file[place + 3])
        }
        return nil
    }

    @Test func streamCountsItsFileAndItsCoefficients() throws {
        let file = try fixture("jpeg-420.jpg")
        let bitmap = try ImageDecoder.decodeForDevice(file)
        let header = try ImageDecoder.information(of: file)
        #expect(bitmap.byteCount == 4 * bitmap.width * bitmap.height + file.count + header.coefficientBytes)
    }
}
