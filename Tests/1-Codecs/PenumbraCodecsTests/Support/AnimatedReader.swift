import PenumbraBitmap
import PenumbraCodecs

/// What a viewer shows of an animated file, read by code that shares nothing with the writers but the decoders of stills.
struct AnimatedReader {
    struct Frame {
        /// Straight RGBA bytes of the whole canvas.
        var pixels: [UInt8]
        /// The duration in seconds.
        var numerator: Int
        var denominator: Int
    }

    var width = 0
    var height = 0
    var frames: [Frame] = []
    var plays = 1
    /// The areas of the stored frames.
    var areas: [(x: Int, y: Int, width: Int, height: Int)] = []

    /// The first contradiction that was found.
    struct Damage: Error {
        var reason: String
        init(_ reason: String) { self.reason = reason }
    }

    static func check(_ condition: Bool, _ reason: String) throws {
        if !condition { throw Damage(reason) }
    }

    mutating func note(_ x: Int, _ y: Int, _ w: Int, _ h: Int) throws {
        try Self.check(x >= 0 && y >= 0 && w > 0 && h > 0 && x + w <= width && y + h <= height, "a frame leaves the canvas")
        areas.append((x, y, w, h))
    }

    /// Replaces an area of a canvas.
    func replace(_ canvas: inout [UInt8], _ x: Int, _ y: Int, with picture: Bitmap) {
        let bytes = components(picture)
        for row in 0..<picture.height {
            let target = 4 * ((y + row) * width + x)
            let source = 4 * row * picture.width
            canvas.replaceSubrange(target..<(target + 4 * picture.width), with: bytes[source..<(source + 4 * picture.width)])
        }
    }

    /// Reads an animated PNG.
    static func png(_ file: [UInt8]) throws -> AnimatedReader {
        var result = AnimatedReader()
        var (at, sequence, count) = (8, 0, -1)
        var header: [UInt8] = []
        var canvas: [UInt8] = []
        var control: [UInt8]?
        var data: [UInt8] = []
        func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
        func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
            let named = Array(name.utf8) + body
            let (length, sum) = (body.count, Int(CRC32.checksum(of: named)))
            return [24, 16, 8, 0].map { UInt8(length >> $0 & 255) } + named + [24, 16, 8, 0].map { UInt8(sum >> $0 & 255) }
        }
        func endFrame() throws {
            guard let fields = control else { return }
            let (w, h, x, y) = (number(fields[4..<8]), number(fields[8..<12]), number(fields[12..<16]), number(fields[16..<20]))
            try check(fields[24] == 0 && fields[25] == 0, "other operations than NONE and SOURCE")
            try result.note(x, y, w, h)
            let still =
                Array(file[..<8]) + chunk("IHDR", Array(fields[4..<12]) + header[8...]) + chunk("IDAT", data)
                + chunk("IEND", [])
            result.replace(&canvas, x, y, with: try ImageDecoder.decode(still))
            result.frames.append(
                Frame(pixels: canvas, numerator: number(fields[20..<22]), denominator: number(fields[22..<24])))
            data = []
        }
        while at < file.count {
            let length = number(file[at..<(at + 4)])
            let name = String(decoding: file[(at + 4)..<(at + 8)], as: UTF8.self)
            let body = Array(file[(at + 8)..<(at + 8 + length)])
            try check(chunk(name, body).elementsEqual(file[at..<(at + 12 + length)]), "a wrong checksum in \(name)")
            at += 12 + length
            if name == "fcTL" || name == "fdAT" {
                try check(number(body[..<4]) == sequence, "a wrong sequence number")
                sequence += 1
            }
            switch name {
            case "IHDR":
                (result.width, result.height, header) = (number(body[..<4]), number(body[4..<8]), body)
                canvas = [UInt8](repeating: 0, count: 4 * result.width * result.height)
            case "acTL": (count, result.plays) = (number(body[..<4]), number(body[4..<8]))
            case "fcTL":
                try endFrame()
                control = body
            case "IDAT":
                try check(result.frames.isEmpty && control != nil && count >= 0, "a misplaced IDAT")
                data += body
            case "fdAT": data += body[4...]
            case "IEND": try check(at == file.count, "bytes behind the end")
            default: break
            }
        }
        try endFrame()
        try check(result.frames.count == count, "acTL counts \(count) frames of \(result.frames.count)")
        return result
    }

    /// Reads an animated WebP whose frames replace pixels.
    static func webp(_ file: [UInt8]) throws -> AnimatedReader {
        var result = AnimatedReader()
        func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reversed().reduce(0) { $0 << 8 | Int($1) } }
        try check(number(file[4..<8]) == file.count - 8, "RIFF has another length")
        var at = 12
        var flags: UInt8 = 0
        var canvas: [UInt8] = []
        while at < file.count {
            let length = number(file[(at + 4)..<(at + 8)])
            let name = String(decoding: file[at..<(at + 4)], as: UTF8.self)
            let body = Array(file[(at + 8)..<(at + 8 + length)])
            at += 8 + length + length % 2
            switch name {
            case "VP8X":
                (flags, result.width, result.height) = (body[0], number(body[4..<7]) + 1, number(body[7..<10]) + 1)
                canvas = [UInt8](repeating: 0, count: 4 * result.width * result.height)
            case "ANIM": result.plays = number(body[4..<6])
            case "ANMF":
                let (x, y) = (2 * number(body[0..<3]), 2 * number(body[3..<6]))
                let (w, h) = (number(body[6..<9]) + 1, number(body[9..<12]) + 1)
                try check(body[15] == 2, "other operations than replacing and keeping")
                try result.note(x, y, w, h)
                let still = WebPBuilder.file(WebPBuilder.header(w, h, flags: 0x10), Array(body[16...]))
                let picture = try ImageDecoder.decode(still)
                try check(picture.isOpaque || flags & 0x10 != 0, "alpha without its flag")
                result.replace(&canvas, x, y, with: picture)
                result.frames.append(Frame(pixels: canvas, numerator: number(body[12..<15]), denominator: 1000))
            default: try check(name == "ICCP", "an unknown chunk \(name)")
            }
        }
        try check(at == file.count && flags & 0x22 == 0x22, "a wrong end or flags")
        return result
    }
}
