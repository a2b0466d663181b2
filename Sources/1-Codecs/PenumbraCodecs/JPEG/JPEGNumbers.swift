/// The constants of libjpeg's arithmetic, which shaders share.
package enum JPEGNumbers {
    /// The fraction bits of the transform's constants, and the bits that values keep between the two transforms.
    package static let bits: Int32 = 13
    package static let moreBits: Int32 = 2

    /// The largest sum of absolute values in a column of a block whose transform stays within 16 bits, which is the width of
    /// the values in libjpeg-turbo's vector code (CPenumbraCoefficients).
    package static let mostInColumn: Int32 = 2950

    // Named by their values × 1000; 8192 means one.
    package static let c0298: Int32 = 2446
    package static let c0390: Int32 = 3196
    package static let c0541: Int32 = 4433
    package static let c0765: Int32 = 6270
    package static let c0899: Int32 = 7373
    package static let c1175: Int32 = 9633
    package static let c1501: Int32 = 12299
    package static let c1847: Int32 = 15137
    package static let c1961: Int32 = 16069
    package static let c2053: Int32 = 16819
    package static let c2562: Int32 = 20995
    package static let c3072: Int32 = 25172

    // The weights of Cb and Cr in red, green and blue (jdcolor.c); 65536 means one.
    package static let redFromRed: Int32 = 91881
    package static let greenFromBlue: Int32 = 22554
    package static let greenFromRed: Int32 = 46802
    package static let blueFromBlue: Int32 = 116130

    // The weights of red, green and blue in Y, Cb and Cr (jccolor.c); 65536 means one. Half is the weight of blue in Cb and of
    // red in Cr.
    package static let lumaFromRed: Int32 = 19595
    package static let lumaFromGreen: Int32 = 38470
    package static let lumaFromBlue: Int32 = 7471
    package static let cbFromRed: Int32 = -11059
    package static let cbFromGreen: Int32 = -21709
    package static let crFromGreen: Int32 = -27439
    package static let crFromBlue: Int32 = -5329
}
