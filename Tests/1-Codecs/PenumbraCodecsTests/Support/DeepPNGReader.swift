import CPenumbraDeflate

/// Reads PNG files of 16 bits per channel, written from the specification. It shares no code with the encoder.
struct DeepPNG {
    let width: Int
    let height: Int
    let colorType: Int
    let chunks: [String]
    /// Red, green, blue and alpha of each pixel. Files without alpha have 65535.
    private(set) var values: [Int] = []

    /// Nil for a file that is no PNG of 16 bits, or is broken.
    init?(_ file: [UInt8]) {
        var place = 8
        var (data, chunks, head) = ([UInt8](), [String](), [UInt8]())
        func number(_ at: Int) -> Int { (0..<4).reduce(0) { $0 << 8 | Int(file[at + $1]) } }
        while place + 12 <= file.count {
            let length = number(place)
            let name = String(decoding: file[place + 4..<place + 8], as: UTF8.self)
            let content = Array(file[place + 8..<place + 8 + length])
            if name == "IHDR" { head = content }
            if name == "IDAT" { data += content } else { chunks.append(name) }
            place += 12 + length
        }
        guard head.count == 13, head[8] == 16, head[9] == 2 || head[9] == 6 else { return nil }
        func side(_ at: Int) -> Int { (0..<4).reduce(0) { $0 << 8 | Int(head[at + $1]) } }
        (width, height, colorType, self.chunks) = (side(0), side(4), Int(head[9]), chunks)
        let pixelBytes = colorType == 2 ? 6 : 8
        let rowBytes = width * pixelBytes
        var rows = [UInt8](repeating: 0, count: (rowBytes + 1) * height)
        guard let inflate = libdeflate_alloc_decompressor() else { return nil }
        defer { libdeflate_free_decompressor(inflate) }
        guard libdeflate_zlib_decompress(inflate, data, data.count, &rows, rows.count, nil) == LIBDEFLATE_SUCCESS else {
            return nil
        }
        var above = [Int](repeating: 0, count: rowBytes)
        for y in 0..<height {
            let start = y * (rowBytes + 1)
            var row = [Int](repeating: 0, count: rowBytes)
            for i in 0..<rowBytes {
                let a = i >= pixelBytes ? row[i - pixelBytes] : 0
                let (b, c) = (above[i], i >= pixelBytes ? above[i - pixelBytes] : 0)
                let guess: Int
                switch rows[start] {
                case 0: guess = 0
                case 1: guess = a
                case 2: guess = b
                case 3: guess = (a + b) / 2
                case 4:
                    let p = a + b - c
                    let (pa, pb, pc) = (abs(p - a), abs(p - b), abs(p - c))
                    guess = pa <= pb && pa <= pc ? a : pb <= pc ? b : c
                default: return nil
                }
                row[i] = (Int(rows[start + 1 + i]) + guess) & 255
            }
            for x in 0..<width {
                for channel in 0..<4 {
                    let at = x * pixelBytes + 2 * channel
                    values.append(2 * channel < pixelBytes ? row[at] << 8 | row[at + 1] : 65535)
                }
            }
            above = row
        }
    }
}
