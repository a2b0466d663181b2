import PenumbraCoreGraphics
import TestSupport
import Testing

/// Tests of bitmap contexts: their layouts, their memory, their state.
@Suite(.timed) struct CGContextTests {
    private let orange = color(1, 128.0 / 255, 0)

    @Test func originLiesAtTheBottomLeft() throws {
        let context = try makeContext(3, 2)
        context.setFillColor(orange)
        context.fill(rect(0, 0, 1, 1))
        #expect(try pixel(context, 0, 1) == [255, 128, 0, 255])
        #expect(try pixel(context, 0, 0) == [0, 0, 0, 0])
        #expect(try pixel(context, 1, 1) == [0, 0, 0, 0])
    }

    private func bytes(_ info: UInt32, _ space: CGColorSpace, _ alpha: CGFloat) throws -> [UInt8] {
        let context = try #require(
            CGContext(
                data: nil, width: 1, height: 1, bitsPerComponent: 8, bytesPerRow: 0, space: space, bitmapInfo: info))
        context.setFillColor(color(1, 128.0 / 255, 0, alpha))
        context.fill(rect(0, 0, 1, 1))
        let data = try #require(context.data)
        return (0..<context.bitsPerPixel / 8).map { data.load(fromByteOffset: $0, as: UInt8.self) }
    }

    @Test func bytesHaveTheLayoutOfTheContext() throws {
        let rgb = CGColorSpaceCreateDeviceRGB()
        let half = CGFloat(128) / 255
        #expect(try bytes(CGImageAlphaInfo.premultipliedLast.rawValue, rgb, half) == [128, 64, 0, 128])
        #expect(try bytes(CGImageAlphaInfo.premultipliedFirst.rawValue, rgb, half) == [128, 128, 64, 0])
        let little = CGBitmapInfo.byteOrder32Little.rawValue
        #expect(try bytes(CGImageAlphaInfo.premultipliedFirst.rawValue | little, rgb, half) == [0, 64, 128, 128])
        #expect(try bytes(CGImageAlphaInfo.noneSkipFirst.rawValue | little, rgb, 1) == [0, 128, 255, 255])
        #expect(try bytes(CGImageAlphaInfo.noneSkipLast.rawValue, rgb, half) == [128, 64, 0, 255])
        #expect(try bytes(CGImageAlphaInfo.alphaOnly.rawValue, CGColorSpaceCreateDeviceGray(), half) == [128])
        // 0.2126·255 + 0.7152·128
        #expect(try bytes(CGImageAlphaInfo.none.rawValue, CGColorSpaceCreateDeviceGray(), 1) == [146])
    }

    @Test func unsupportedLayoutsGiveNoContext() {
        func make(_ bits: Int, _ width: Int, _ space: CGColorSpace, _ info: UInt32) -> CGContext? {
            CGContext(
                data: nil, width: width, height: 1, bitsPerComponent: bits, bytesPerRow: 0, space: space, bitmapInfo: info)
        }
        let last = CGImageAlphaInfo.premultipliedLast.rawValue
        #expect(make(8, 1, CGColorSpaceCreateDeviceRGB(), last) != nil)
        #expect(make(12, 1, CGColorSpaceCreateDeviceRGB(), last) == nil)
        #expect(make(8, 0, CGColorSpaceCreateDeviceRGB(), last) == nil)
        #expect(make(8, 1 << 40, CGColorSpaceCreateDeviceRGB(), last) == nil)
        #expect(make(8, 1, CGColorSpaceCreateDeviceCMYK(), 0) == nil)
        #expect(make(8, 1, CGColorSpaceCreateDeviceRGB(), last | CGBitmapInfo.floatComponents.rawValue) == nil)
    }

    @Test func memoryChangesWithEveryCall() throws {
        var bytes = [UInt8](repeating: 0, count: 2 * 12)
        try bytes.withUnsafeMutableBytes { memory in
            let context = try #require(
                CGContext(
                    data: memory.baseAddress, width: 2, height: 2, bitsPerComponent: 8, bytesPerRow: 12,
                    space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue))
            memory[8] = 77
            context.setFillColor(orange)
            context.fill(rect(0, 0, 1, 1))
            #expect(Array(memory[12..<16]) == [255, 128, 0, 255] && memory[8] == 77)
            // What the caller writes stays.
            for index in 0..<4 { memory[index] = [9, 8, 7, 255][index] }
            context.fill(rect(1, 1, 1, 1))
            #expect(Array(memory[0..<8]) == [9, 8, 7, 255, 255, 128, 0, 255])
            #expect(try pixel(context, 0, 0) == [9, 8, 7, 255])
        }
    }

    @Test func pictureGrowsOverEarlierPictures() throws {
        let context = try makeContext(2, 1)
        context.setFillColor(orange)
        context.fill(rect(0, 0, 1, 1))
        let first = try context.drawnImage()
        context.setFillColor(color(0, 0, 1, 0.5))
        context.fill(rect(0, 0, 2, 1))
        #expect(try pixel(context, 1, 0) == [0, 0, 255, 128])
        let both = try pixel(context, 0, 0)
        #expect(both[3] == 255 && (126...128).contains(both[0]) && (127...129).contains(both[2]))
        #expect(first.bitmap[0, 0].z == 0)
        context.clear(rect(0, 0, 1, 1))
        #expect(try pixel(context, 0, 0) == [0, 0, 0, 0])
        #expect(try pixel(context, 1, 0) == [0, 0, 255, 128])
    }

    @Test func stateReturnsToWhatWasSaved() throws {
        let context = try makeContext(4, 4)
        context.setFillColor(orange)
        context.saveGState()
        context.translateBy(x: 2, y: 3)
        context.scaleBy(x: 2, y: 2)
        context.setFillColor(.white)
        context.clip(to: rect(0, 0, 0.5, 0.5))
        #expect(context.ctm == CGAffineTransform(a: 2, b: 0, c: 0, d: 2, tx: 2, ty: 3))
        #expect(context.boundingBoxOfClipPath == rect(0, 0, 0.5, 0.5))
        #expect(context.convertToDeviceSpace(point(1, 1)) == point(4, 5))
        #expect(context.convertToUserSpace(point(4, 5)) == point(1, 1))
        context.restoreGState()
        context.restoreGState()
        #expect(context.ctm.isIdentity && context.boundingBoxOfClipPath == rect(0, 0, 4, 4))
        context.fill(rect(0, 0, 1, 1))
        #expect(try pixel(context, 0, 3) == [255, 128, 0, 255])
    }

    @Test func currentPathKeepsItsPlaceWhenTheTransformChanges() throws {
        let context = try makeContext(8, 8)
        context.addRect(rect(1, 1, 2, 2))
        context.translateBy(x: 4, y: 4)
        #expect(context.boundingBoxOfPath == rect(-3, -3, 2, 2))
        #expect(context.pathContains(point(-2, -2), mode: .fill) && !context.pathContains(point(2, 2), mode: .fill))
        context.setLineWidth(2)
        #expect(context.pathContains(point(-3.5, -2), mode: .stroke) && !context.pathContains(point(-3.5, -2), mode: .fill))
        #expect(context.pathContains(point(-2, -2), mode: .evenOdd) && !context.pathContains(point(-2, -5), mode: .winding))
        context.setFillColor(orange)
        context.fillPath()
        #expect(context.isPathEmpty && context.path == nil)
        #expect(try pixel(context, 1, 6) == [255, 128, 0, 255] && pixel(context, 5, 2) == [0, 0, 0, 0])
    }

    @Test func strokeHasTheShapeThatTheTransformGivesThePen() throws {
        let context = try makeContext(12, 12)
        context.setStrokeColor(orange)
        context.scaleBy(x: 4, y: 1)
        context.setLineWidth(1)
        context.strokeLineSegments(between: [point(1.5, 2), point(1.5, 10)])
        // A pen one unit wide is four pixels wide here: from x = 4 to x = 8.
        #expect(try pixel(context, 4, 5) == [255, 128, 0, 255] && pixel(context, 7, 5) == [255, 128, 0, 255])
        #expect(try pixel(context, 3, 5) == [0, 0, 0, 0] && pixel(context, 8, 5) == [0, 0, 0, 0])
    }

    @Test func outlineReplacesThePath() throws {
        let context = try makeContext(12, 12)
        context.move(to: point(2, 6))
        context.addLine(to: point(10, 6))
        context.setLineWidth(4)
        context.replacePathWithStrokedPath()
        #expect(isNear(context.boundingBoxOfPath, rect(2, 4, 8, 4)))
    }

    @Test func numbersWithoutMeaningPaintNothing() throws {
        let context = try makeContext(2, 2)
        context.setFillColor(orange)
        context.fill(rect(.nan, 0, 1, 1))
        context.setLineWidth(.infinity)
        context.stroke(rect(0, 0, 1, 1))
        context.saveGState()
        context.scaleBy(x: 0, y: 1)
        context.fill(rect(0, 0, 1, 1))
        context.strokeEllipse(in: rect(0, 0, 1, 1))
        context.restoreGState()
        #expect(try pixel(context, 0, 1) == [0, 0, 0, 0])
        context.fill(.infinite)
        #expect(try pixel(context, 0, 1) == [255, 128, 0, 255])
        context.setFillColor(color(.nan, 0, 0, .nan))
        context.fill(rect(0, 0, 2, 2))
        #expect(try pixel(context, 0, 1) == [0, 0, 0, 255])
    }

    @Test func manyCallsGiveTheSameBytesAsFew() throws {
        let (many, few) = (try makeContext(20, 20), try makeContext(20, 20))
        for index in 0..<4500 {
            many.setFillColor(color(CGFloat(index % 256) / 255, 0.5, 0))
            many.fill(rect(CGFloat(index % 20), CGFloat(index / 20 % 20), 1, 1))
        }
        for index in 4100..<4500 {
            few.setFillColor(color(CGFloat(index % 256) / 255, 0.5, 0))
            few.fill(rect(CGFloat(index % 20), CGFloat(index / 20 % 20), 1, 1))
        }
        #expect(try many.drawnImage().bitmap == few.drawnImage().bitmap)
    }

    @Test func contextsOfSeveralThreadsGiveTheSameBytes() async throws {
        let images = try await withThrowingTaskGroup(of: CGImage.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    let context = try makeContext(40, 40)
                    context.setShadow(offset: CGSize(width: 2, height: 2), blur: 5, color: .black)
                    context.setFillColor(color(1, 0, 0))
                    context.fillEllipse(in: rect(8, 8, 20, 20))
                    return try context.drawnImage()
                }
            }
            return try await group.reduce(into: [CGImage]()) { $0.append($1) }
        }
        #expect(images.count == 4 && images.allSatisfy { $0 == images[0] })
    }
}
