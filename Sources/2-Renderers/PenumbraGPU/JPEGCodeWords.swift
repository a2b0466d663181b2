import PenumbraCodecs

/// The places of a JPEG's codes, and of what is needed to read them, in the words that `jpeg_codes.glsl` lists.
struct JPEGCodeWords {
    /// The blocks of a component that are wanted.
    struct Blocks {
        var columns: Range<Int>
        var rows: Range<Int>
        /// The position of the first block on the device.
        var first: Int
    }

    /// The bits that one invocation reads. Readers that begin anywhere mostly agree with the others before the end.
    static let subsequenceBits = 1024
    private static let wordsOfBlock = 8

    private let codes: JPEGCodes
    private let tablesAt: [Int]
    let segmentsAt: Int
    let bitsAt: Int
    let wordCount: Int
    let subsequenceCount: Int

    init(_ codes: JPEGCodes) {
        self.codes = codes
        var at = codes.blocksInUnit * Self.wordsOfBlock
        var tablesAt: [Int] = []
        for table in codes.tables {
            tablesAt.append(at)
            at += 1 + (table.entries.count + 1) / 2
        }
        self.tablesAt = tablesAt
        segmentsAt = at
        bitsAt = at + 2 * (codes.segments.count + 1)
        // Readers look ahead by two words.
        wordCount = bitsAt + (codes.byteCount + 3) / 4 + 2
        subsequenceCount = codes.segments.reduce(0) { $0 + Self.subsequences($1) }
    }

    private static func subsequences(_ segment: JPEGCodes.Segment) -> Int {
        max(1, (8 * segment.byteCount + subsequenceBits - 1) / subsequenceBits)
    }

    /// Writes `wordCount` words.
    ///
    /// - Parameter blocks: the wanted blocks of each component.
    func write(_ blocks: [Blocks], to words: UnsafeMutablePointer<UInt32>, bits: (UnsafeMutableRawPointer) -> Void) {
        var at = 0
        func put(_ word: Int) {
            words[at] = UInt32(truncatingIfNeeded: word)
            at += 1
        }
        for (index, (component, part)) in zip(codes.components, blocks).enumerated() {
            for down in 0..<component.down {
                for across in 0..<component.across {
                    put(index)
                    put(tablesAt[component.first])
                    put(tablesAt[component.others])
                    put(across | down << 8 | component.across << 16 | component.down << 24)
                    put(part.first)
                    put(part.columns.lowerBound | part.columns.count << 16)
                    put(part.rows.lowerBound | part.rows.count << 16)
                    put(0)
                }
            }
        }
        for table in codes.tables {
            put(table.threshold | table.shift << 24)
            for pair in stride(from: 0, to: table.entries.count, by: 2) {
                let second = pair + 1 < table.entries.count ? Int(table.entries[pair + 1]) : 0
                put(Int(table.entries[pair]) | second << 16)
            }
        }
        var (byte, subsequence) = (0, 0)
        for segment in codes.segments {
            put(byte)
            put(subsequence)
            byte += segment.byteCount
            subsequence += Self.subsequences(segment)
        }
        put(byte)
        put(subsequence)
        for word in max(at, wordCount - 3)..<wordCount { words[word] = 0 }
        bits(UnsafeMutableRawPointer(words + at))
    }
}
