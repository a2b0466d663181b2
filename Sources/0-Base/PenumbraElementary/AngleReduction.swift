/// An angle split into a number of quarter turns and a rest of at most an eighth of a turn, in radians.
struct ReducedAngle {
    /// The number of quarter turns, modulo 4.
    let quarters: Int
    /// The rest in radians, −π/4…π/4.
    let rest: DoubleDouble

    /// Reduces any finite angle in radians, however large.
    ///
    /// For large angles, x·2/π is computed modulo 4 in integers, to 200 bits behind the point. The product uses the bits
    /// that matter of 1,400 bits of 2/π (M. Payne, R. Hanek, *Radian reduction for trigonometric functions*, 1983). No
    /// double lies nearer to a multiple of π/2 than 2^−62 of it, so more than 130 bits of the rest are right.
    init(radians: Double) {
        guard abs(radians) > 0x1.921fb54442d18p-1 else {
            quarters = 0
            rest = DoubleDouble(radians)
            return
        }
        if abs(radians) < 0x1p20 {
            // The reduction is by W. Cody and W. Waite, *Software Manual for the Elementary Functions*, 1980. π/2 has two
            // parts of 33 bits and a third part of 106 bits. The products and differences of the first two parts are exact.
            let turns = (radians * 0x1.45f306dc9c883p-1).rounded()
            quarters = Int(turns) & 3
            let near = DoubleDouble.sum(radians - turns * 0x1.921fb544p0, -turns * 0x1.0b4611a6p-34)
            rest = near - DoubleDouble(0x1.3198a2e037073p-69, 0x1.129024e088a68p-123) * turns
            return
        }
        // |x| = mantissa·2^shift. The shift is at least −53 because |x| is above 1/2.
        let mantissa = radians.significandBitPattern | 1 << 52
        let shift = Int(radians.exponent) - 52
        // Bits worth 4 quarter turns or more are left out. The table begins with 64 bits of zeros.
        let start = shift + 62
        let (word, bit) = (start / 64, UInt64(start % 64))
        func window(_ index: Int) -> UInt64 {
            let upper = Self.twoOverPi[word + index] << bit
            return bit == 0 ? upper : upper | Self.twoOverPi[word + index + 1] >> (64 - bit)
        }
        // The low 256 bits of the product; its unit is 2^−254 quarter turns.
        let low = mantissa.multipliedFullWidth(by: window(3))
        let second = mantissa.multipliedFullWidth(by: window(2))
        let third = mantissa.multipliedFullWidth(by: window(1))
        let w0 = low.low
        let (w1, carry1) = second.low.addingReportingOverflow(low.high)
        let (sum2, carry2) = third.low.addingReportingOverflow(second.high)
        let (w2, carry3) = sum2.addingReportingOverflow(carry1 ? 1 : 0)
        let w3 = mantissa &* window(0) &+ third.high &+ (carry2 ? 1 : 0) &+ (carry3 ? 1 : 0)
        // The fraction of a quarter turn, in units of 2^−256.
        var words = (w3 << 2 | w2 >> 62, w2 << 2 | w1 >> 62, w1 << 2 | w0 >> 62, w0 << 2)
        var quarters = Int(w3 >> 62)
        let isBeyondHalf = words.0 >> 63 == 1
        if isBeyondHalf {
            quarters += 1
            // 1 − fraction, except for the last of 256 bits.
            words = (~words.0, ~words.1, ~words.2, ~words.3)
        }
        // The rest is never so small that two words are zero.
        var scale = 1.0
        if words.0 == 0 {
            words = (words.1, words.2, words.3, 0)
            scale = 0x1p-64
        }
        let zeros = UInt64(words.0.leadingZeroBitCount)
        let top = zeros == 0 ? words.0 : words.0 << zeros | words.1 >> (64 - zeros)
        let next = zeros == 0 ? words.1 : words.1 << zeros | words.2 >> (64 - zeros)
        // Each double takes 53 bits.
        let high = Double(top >> 11) * 0x1p-53
        let low53 = Double((top & 0x7FF) << 42 | next >> 22) * 0x1p-106
        scale /= Double(UInt64(1) << zeros)
        let turned = (DoubleDouble.ordered(high, low53) * .halfPi).scaled(by: scale)
        let isNegative = radians < 0
        self.quarters = (isNegative ? -quarters : quarters) & 3
        rest = isNegative != isBeyondHalf ? -turned : turned
    }

    /// Reduces any finite angle in degrees. The reduction is exact.
    init(degrees: Double) {
        let turn = degrees.truncatingRemainder(dividingBy: 360)
        let quarters = (turn / 90).rounded()
        self.quarters = Int(quarters) & 3
        rest = .radiansPerDegree * (turn - 90 * quarters)
    }

    /// 64 bits of zeros, followed by 2/π behind the point.
    private static let twoOverPi: [UInt64] = [
        0,
        0xA2F9_836E_4E44_1529, 0xFC27_57D1_F534_DDC0, 0xDB62_9599_3C43_9041, 0xFE51_63AB_DEBB_C561, 0xB724_6E3A_424D_D2E0,
        0x0649_2EEA_09D1_921C, 0xFE1D_EB1C_B129_A73E, 0xE882_35F5_2EBB_4484, 0xE99C_7026_B45F_7E41, 0x3991_D639_8353_39F4,
        0x9C84_5F8B_BDF9_283B, 0x1FF8_97FF_DE05_980F, 0xEF2F_118B_5A0A_6D1F, 0x6D36_7ECF_27CB_09B7, 0x4F46_3F66_9E5F_EA2D,
        0x7527_BAC7_EBE5_F17B, 0x3D07_39F7_8A52_92EA, 0x6BFB_5FB1_1F8D_5D08, 0x5603_3046_FC7B_6BAB, 0xF0CF_BC20_9AF4_361D,
        0xA9E3_9161_5EE6_1B08, 0x6599_855F_14A0_6840,
    ]
}
