import PenumbraBitmap

extension AnimatedReader {
    /// Reads an animated GIF.
    static func gif(_ file: [UInt8]) throws -> AnimatedReader {
        var result = AnimatedReader()
        func number(_ at: Int) -> Int { Int(file[at]) | Int(file[at + 1]) << 8 }
        func table(_ at: Int, _ packed: UInt8) -> [[UInt8]] {
            (0..<(2 << Int(packed & 7))).map { Array(file[(at + 3 * $0)..<(at + 3 * $0 + 3)]) }
        }
        try check(file.starts(with: "GIF89a".utf8) && file.last == 0x3B, "no GIF89a")
        (result.width, result.height) = (number(6), number(8))
        var canvas = [UInt8](repeating: 0, count: 4 * result.width * result.height)
        let shared = file[10] & 0x80 != 0 ? table(13, file[10]) : []
        var at = 13 + 3 * shared.count
        var control: (disposal: UInt8, transparent: Int?, delay: Int) = (0, nil, 0)
        func blocks() throws -> [UInt8] {
            var data: [UInt8] = []
            while file[at] != 0 {
                data += file[(at + 1)..<(at + 1 + Int(file[at]))]
                at += 1 + Int(file[at])
            }
            at += 1
            return data
        }
        while file[at] != 0x3B {
            if file[at] == 0x21 {
                let kind = file[at + 1]
                at += 2
                let start = at + 1
                let data = try blocks()
                if kind == 0xF9 {
                    control = (data[0] >> 2 & 7, data[0] & 1 != 0 ? Int(data[3]) : nil, number(start + 1))
                } else {
                    try check(kind == 0xFF && data.starts(with: "NETSCAPE2.0".utf8), "an unknown extension")
                    result.plays = Int(data[12]) | Int(data[13]) << 8
                    if result.plays > 0 { result.plays += 1 }
                }
                continue
            }
            try check(file[at] == 0x2C, "an unknown block")
            let (x, y, w, h, packed) = (number(at + 1), number(at + 3), number(at + 5), number(at + 7), file[at + 9])
            try result.note(x, y, w, h)
            at += 10
            let colors = packed & 0x80 != 0 ? table(at, packed) : shared
            if packed & 0x80 != 0 { at += 3 * colors.count }
            let bits = Int(file[at])
            at += 1
            let indices = try decompress(try blocks(), bits: bits)
            try check(indices.count == w * h, "\(indices.count) pixels of \(w * h)")
            for (place, index) in indices.enumerated() where Int(index) != control.transparent {
                let target = 4 * ((y + place / w) * result.width + x + place % w)
                canvas.replaceSubrange(target..<(target + 4), with: colors[Int(index)] + [255])
            }
            result.frames.append(Frame(pixels: canvas, numerator: control.delay, denominator: 100))
            if control.disposal == 2 {
                for row in y..<(y + h) {
                    let target = 4 * (row * result.width + x)
                    canvas.replaceSubrange(target..<(target + 4 * w), with: repeatElement(0, count: 4 * w))
                }
            } else {
                try check(control.disposal == 1, "an unknown disposal")
            }
        }
        return result
    }

    /// Follows GIF89a, appendix F.
    private static func decompress(_ data: [UInt8], bits: Int) throws -> [UInt8] {
        let clear = 1 << bits
        var table: [[UInt8]] = []
        func begin() { table = (0..<clear).map { [UInt8($0)] } + [[], []] }
        begin()
        var (size, bit) = (bits + 1, 0)
        var before: [UInt8]?
        var output: [UInt8] = []
        while true {
            try check(bit + size <= 8 * data.count, "no end code")
            let code = (0..<size).reduce(0) { $0 | Int(data[(bit + $1) / 8] >> UInt8((bit + $1) % 8) & 1) << $1 }
            bit += size
            if code == clear {
                begin()
                (size, before) = (bits + 1, nil)
                continue
            }
            if code == clear + 1 {
                try check(8 * data.count - bit < 8, "bytes behind the end code")
                return output
            }
            guard let prefix = before else {
                try check(code < clear, "a sequence before a first index")
                output += table[code]
                before = table[code]
                continue
            }
            try check(code < table.count || (code == table.count && code < 4096), "an unknown code")
            let entry = code < table.count ? table[code] : prefix + [prefix[0]]
            output += entry
            if table.count < 4096 { table.append(prefix + [entry[0]]) }
            if table.count == 1 << size, size < 12 { size += 1 }
            before = entry
        }
    }
}
