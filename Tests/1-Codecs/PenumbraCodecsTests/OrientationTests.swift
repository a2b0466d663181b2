import PenumbraBitmap
import PenumbraCodecs
import TestSupport
import Testing

@Suite(.timed) struct OrientationTests {
    enum Side { case top, bottom, left, right }

    /// The table of the EXIF standard: the visual side of the picture for the stored row 0 and column 0.
    static let sides: [Int: (row: Side, column: Side)] = [
        1: (.top, .left), 2: (.top, .right), 3: (.bottom, .right), 4: (.bottom, .left),
        5: (.left, .top), 6: (.right, .top), 7: (.right, .bottom), 8: (.left, .bottom),
    ]

    /// Moves every stored pixel to the position given by the table.
    private func displayed(_ stored: Bitmap, _ orientation: Int) throws -> Bitmap {
        let (rowSide, columnSide) = try #require(Self.sides[orientation])
        let swapped = rowSide == .left || rowSide == .right
        let (width, height) = swapped ? (stored.height, stored.width) : (stored.width, stored.height)
        var pixels = [SIMD4<UInt8>](repeating: SIMD4(repeating: 0), count: width * height)
        for y in 0..<stored.height {
            for x in 0..<stored.width {
                var place = (x: 0, y: 0)
                for (side, index) in [(rowSide, y), (columnSide, x)] {
                    switch side {
                    case .top: place.y = index
                    case .bottom: place.y = height - 1 - index
                    case .left: place.x = index
                    case .right: place.x = width - 1 - index
                    }
                }
                pixels[place.y * width + place.x] = stored[x, y]
            }
        }
        return bitmap(width, height) { x, y in pixels[y * width + x] }
    }

    @Test(arguments: 1...8) func pngIsTurnedUpright(orientation: Int) throws {
        for (width, height) in [(1, 1), (3, 2), (70, 41), (33, 64)] {
            var builder = PNGBuilder(width: width, height: height, bitDepth: 8, colorType: 6)
            let samples = (0..<(width * height * 4)).map { ($0 * 73 + $0 / 256) & 255 }
            let stored = try ImageDecoder.decode(builder.build(samples))
            let wanted = try displayed(stored, orientation)
            let chunk = (name: "eXIf", body: tiff(orientation: orientation, bigEndian: orientation % 2 == 0))
            builder.before = [chunk]
            let before = builder.build(samples)
            (builder.before, builder.after) = ([], [chunk])
            for file in [before, builder.build(samples)] {
                #expect(try ImageDecoder.decode(file) == wanted)
                let information = try ImageDecoder.information(of: file)
                #expect(information.width == wanted.width && information.height == wanted.height)
                #expect(information.orientation.rawValue == orientation)
            }
        }
    }

    @Test(arguments: 1...8, [false, true]) func jpegIsTurnedUpright(orientation: Int, bigEndian: Bool) throws {
        let file = try fixture("jpeg-420.jpg")
        let wanted = try displayed(ImageDecoder.decode(file), orientation)
        let turned = jpeg(file, adding: exifSegment(orientation: orientation, bigEndian: bigEndian))
        #expect(try ImageDecoder.decode(turned) == wanted)
        let information = try ImageDecoder.information(of: turned)
        #expect(information.width == wanted.width && information.height == wanted.height && information.format == .jpeg)
    }

    @Test(arguments: 1...8, [false, true]) func webPIsTurnedUpright(orientation: Int, hasPrefix: Bool) throws {
        let still = try fixture("webp-lossy.webp")
        let exif = (hasPrefix ? Array("Exif\0\0".utf8) : []) + tiff(orientation: orientation, bigEndian: orientation % 2 == 0)
        let file = WebPBuilder.file(
            WebPBuilder.header(37, 29, flags: 0x08), WebPBuilder.image(of: still), WebPBuilder.chunk("EXIF", exif))
        let wanted = try displayed(ImageDecoder.decode(still), orientation)
        #expect(try ImageDecoder.decode(file) == wanted)
        let information = try ImageDecoder.information(of: file)
        #expect(information.width == wanted.width && information.height == wanted.height)
        #expect(information.orientation.rawValue == orientation)
    }

    @Test func malformedExifIsReadAsUpright() throws {
        let file = try fixture("jpeg-420.jpg")
        let good = tiff(orientation: 6, bigEndian: true)
        var wrong: [[UInt8]] = (0..<good.count - 6).map { Array(good[..<$0]) }
        wrong.append(tiff(orientation: 0, bigEndian: true))
        wrong.append(tiff(orientation: 9, bigEndian: false))
        wrong.append(tiff(orientation: 6, bigEndian: true, type: 2))
        // A directory far beyond the end, and at the largest offset.
        for offset: [UInt8] in [[0, 0, 255, 255], [255, 255, 255, 255]] {
            wrong.append(Array(good[..<4]) + offset + Array(good[8...]))
        }
        for body in wrong {
            let information = try ImageDecoder.information(of: jpeg(file, adding: segment(0xE1, Array("Exif\0\0".utf8) + body)))
            #expect(information.orientation == .upright)
        }
    }

    /// The standard requires SHORT. Cameras and editors also write BYTE, LONG, SSHORT and SLONG, and viewers accept them.
    @Test(arguments: [1, 3, 4, 8, 9], [false, true]) func exifOrientationMayHaveAnyIntegerType(type: Int, bigEndian: Bool)
        throws
    {
        let body = tiff(orientation: 6, bigEndian: bigEndian, type: type)
        let file = try jpeg(fixture("jpeg-420.jpg"), adding: segment(0xE1, Array("Exif\0\0".utf8) + body))
        #expect(try ImageDecoder.information(of: file).orientation == .rotatedClockwise)
    }
}
