/// Ordered dithering by an 8×8 Bayer matrix (B. E. Bayer, 1973).
public enum Dither {
    /// The 64 offsets in Q15, row by row: odd numbers from −63 to 63, each once. A byte's step is 128.5.
    public static let offsets: [Int32] = (0..<64).map { index in
        // The bits of x ^ y and of y, interleaved from the last to the first.
        let (x, y) = (index % 8, index / 8)
        var rank = 0
        for bit in 0..<3 {
            rank = rank << 2 | ((x ^ y) >> bit & 1) << 1 | y >> bit & 1
        }
        return Int32(2 * rank - 63)
    }

    public static func offset(_ x: Int, _ y: Int) -> Int32 { offsets[(y & 7) * 8 + (x & 7)] }
}
