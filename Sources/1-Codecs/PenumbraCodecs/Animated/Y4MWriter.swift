/// Writes YUV4MPEG2 (the format of mjpegtools, yuv4mpeg(5)): uncompressed frames of three full planes, C444.
struct Y4MWriter {
    let header: [UInt8]
    static let frameHeader = Array("FRAME\n".utf8)

    init(width: Int, height: Int, rate: AnimatedRate) {
        header = Array(
            "YUV4MPEG2 W\(width) H\(height) F\(rate.numerator):\(rate.denominator) Ip A1:1 C444 XCOLORRANGE=LIMITED\n".utf8)
    }
}
