import Glibc
import PenumbraBitmap

/// The parts of a baseline JPEG that depend only on its size and options: its header and its tables.
///
/// They come from the header of a tiny file that libjpeg-turbo writes with the same options. A device that codes the blocks
/// with these tables therefore makes the bytes of `JPEGEncoder`.
package struct JPEGFrame: Sendable {
    /// The code of a symbol; no bits if the symbol has no code.
    package struct Code: Sendable, Hashable {
        package var bits: UInt32 = 0
        package var count: UInt32 = 0
    }

    /// The tables of brightness (0) and of colour (1).
    package struct Tables: Sendable {
        /// The steps of coefficients in the order in which a block is coded.
        package var steps: [UInt32]
        /// The codes of the sizes of DC differences, 16 of them.
        package var dc: [Code]
        /// The codes of runs and sizes, 256 of them.
        package var ac: [Code]
    }

    /// The file up to the coded blocks.
    private let head: [UInt8]
    package let tables: [Tables]
    /// The pixels per colour sample along rows and columns: 1 or 2.
    package let chromaStep: Int

    /// The places of a block's coefficients, row by row, in the order in which they are coded (ITU-T T.81, figure A.6).
    package static let places: [Int] = {
        let diagonals = (0..<64).sorted { a, b in
            let (d, e) = (a / 8 + a % 8, b / 8 + b % 8)
            // Even diagonals go up, odd ones down.
            return d != e ? d < e : d % 2 == 0 ? a > b : a < b
        }
        var places = [Int](repeating: 0, count: 64)
        for (place, index) in diagonals.enumerated() { places[index] = place }
        return places
    }()

    private static let sample = Bitmap(width: 1, height: 1) { $0.update(repeating: 255) }

    /// Nil if the options mean another kind of file, or if JPEG doesn't allow the size.
    package init?(width: Int, height: Int, options: JPEGOptions) {
        let sides = 1...PictureFormat.jpeg.maximumSide
        guard !options.isProgressive, sides.contains(width), sides.contains(height),
            let sample = try? JPEGEncoder.encode(Self.sample, options: options)
        else { return nil }
        chromaStep = options.samplesChromaInFull ? 1 : 2
        var header = Header(chromaStep: chromaStep)
        guard let head = header.read(sample, width: width, height: height) else { return nil }
        self.head = head
        tables = header.tables
    }

    /// Assembles the file from its coded blocks.
    ///
    /// - Parameter bytes: the blocks' bits, the first of them highest, in whole bytes.
    /// - Throws: `ImageError.outOfMemory` only.
    package func file(bits: Int, bytes: UnsafePointer<UInt8>) throws(ImageError) -> [UInt8] {
        let scan = UnsafeBufferPointer(start: bytes, count: (bits + 7) / 8)
        // Every byte of ones may be followed by a zero; the last byte and the end of the file are added.
        let capacity = head.count + scan.count + scan.lazy.filter { $0 == 0xFF }.count + 4
        // An array cannot report a failed allocation.
        _ = try ScratchBuffer(byteCount: capacity)
        return [UInt8](unsafeUninitializedCapacity: capacity) { file, count in
            guard let target = file.baseAddress else { return }
            count = file.update(fromContentsOf: head)
            // The bytes up to a byte of ones are copied together, and a zero follows.
            var start = 0
            while start < scan.count {
                let found = memchr(bytes + start, 0xFF, scan.count - start)
                let end = found.map { UnsafeRawPointer($0) - UnsafeRawPointer(bytes) + 1 } ?? scan.count
                // A failing device may change its memory, which the caller finds out later. The file stays in its room.
                guard count + end - start + 4 <= capacity else { break }
                (target + count).update(from: bytes + start, count: end - start)
                count += end - start
                start = end
                if found != nil {
                    file[count] = 0
                    count += 1
                }
            }
            // The last byte is filled up with ones (ITU-T T.81, F.1.2.3).
            if let last = scan.last, last != 0xFF {
                file[count - 1] |= UInt8(0xFF >> (bits - 8 * (scan.count - 1)) & 0xFF)
                if file[count - 1] == 0xFF {
                    file[count] = 0
                    count += 1
                }
            }
            file[count] = 0xFF
            file[count + 1] = 0xD9
            count += 2
        }
    }

    /// The most bits that a block of brightness (0) or colour (1) can take.
    package func mostBits(_ index: Int) -> Int {
        let table = tables[index]
        // The most bits of a coefficient by the zeros before it, and by its largest size.
        let costs = (0..<16).map { run in
            (0...Self.largestSize).map { largest in
                (1...max(1, largest)).map { Int(table.ac[16 * run + $0].count) + $0 }.max() ?? 0
            }
        }
        let end = Int(table.ac[0].count)
        // The most bits up to a coefficient that isn't zero.
        var most = [Int](repeating: 0, count: 64)
        for place in 1..<64 {
            let step = Int(8 * table.steps[place])
            let largest = (Self.largestCoefficient + step / 2) / step
            let size = Int.bitWidth - largest.leadingZeroBitCount
            guard size > 0 else { continue }
            most[place] =
                (0..<place).map { before in
                    let run = place - before - 1
                    let longRuns = run / 16 * Int(table.ac[0xF0].count)
                    return before > 0 && most[before] == 0
                        ? 0 : most[before] + longRuns + costs[run % 16][min(size, Self.largestSize)]
                }.max() ?? 0
        }
        let largestDC = (0...11).map { Int(table.dc[$0].count) + $0 }.max() ?? 0
        return largestDC + (most.max() ?? 0) + end
    }

    /// The most bits of a coefficient besides the first (ITU-T T.81, table F.2).
    private static let largestSize = 10
    /// The largest coefficient besides the first, times 8, before it is divided by its step. A sample is at most 128 away from
    /// the middle, and the weights of a coefficient add up to at most 8.
    private static let largestCoefficient = 8 * 1022
}

/// Reads the header of a baseline JPEG of three components.
private struct Header {
    let chromaStep: Int
    private var steps: [Int: [UInt32]] = [:]
    private var codes: [Int: [JPEGFrame.Code]] = [:]
    private(set) var tables: [JPEGFrame.Tables] = []

    init(chromaStep: Int) {
        self.chromaStep = chromaStep
    }

    /// Returns the header for a picture of another size. Nil if it isn't as expected.
    mutating func read(_ file: [UInt8], width: Int, height: Int) -> [UInt8]? {
        var head = file
        var place = 2
        while place + 4 <= file.count, file[place] == 0xFF {
            let marker = file[place + 1]
            let length = Int(file[place + 2]) << 8 | Int(file[place + 3])
            guard length >= 2, place + 2 + length <= file.count else { return nil }
            let content = file[place + 4..<place + 2 + length]
            switch marker {
            case 0xE0...0xEF: break
            case 0xDB: guard readSteps(content) else { return nil }
            case 0xC4: guard readCodes(content) else { return nil }
            case 0xC0:
                let luma = UInt8(chromaStep << 4 | chromaStep)
                guard Array(content.prefix(1) + content.dropFirst(5)) == [8, 3, 1, luma, 0, 2, 0x11, 1, 3, 0x11, 1] else {
                    return nil
                }
                head[place + 5] = UInt8(height >> 8)
                head[place + 6] = UInt8(height & 255)
                head[place + 7] = UInt8(width >> 8)
                head[place + 8] = UInt8(width & 255)
            case 0xDA:
                guard Array(content) == [3, 1, 0, 2, 0x11, 3, 0x11, 0, 63, 0], makeTables() else { return nil }
                return Array(head[..<(place + 2 + length)])
            default: return nil
            }
            place += 2 + length
        }
        return nil
    }

    private mutating func readSteps(_ content: ArraySlice<UInt8>) -> Bool {
        guard content.count == 65, let number = content.first, number < 2 else { return false }
        steps[Int(number)] = content.dropFirst().map(UInt32.init)
        return !content.dropFirst().contains(0)
    }

    /// Reads the lengths of codes, and makes the codes (ITU-T T.81, annex C).
    private mutating func readCodes(_ content: ArraySlice<UInt8>) -> Bool {
        var rest = content
        while let number = rest.popFirst() {
            let counts = rest.prefix(16)
            rest = rest.dropFirst(16)
            var made = [JPEGFrame.Code](repeating: JPEGFrame.Code(), count: 256)
            var bits: UInt32 = 0
            for (length, count) in counts.enumerated() {
                for _ in 0..<count {
                    guard let symbol = rest.popFirst() else { return false }
                    made[Int(symbol)] = JPEGFrame.Code(bits: bits, count: UInt32(length) + 1)
                    bits += 1
                }
                bits <<= 1
            }
            codes[Int(number)] = made
        }
        return true
    }

    /// Reports whether every symbol of a baseline file has a code.
    private mutating func makeTables() -> Bool {
        for index in 0..<2 {
            guard let steps = steps[index], let dc = codes[index], let ac = codes[16 + index] else { return false }
            let symbols = [0, 0xF0] + (0..<16).flatMap { run in (1...10).map { 16 * run + $0 } }
            guard dc[...11].allSatisfy({ $0.count > 0 }), symbols.allSatisfy({ ac[$0].count > 0 }) else { return false }
            tables.append(JPEGFrame.Tables(steps: steps, dc: Array(dc[..<16]), ac: ac))
        }
        return true
    }
}
