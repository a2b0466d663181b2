import Foundation
import PenumbraBitmap
import PenumbraCoreGraphics
import TestSupport
import Testing

/// Tests of contexts and pictures with more than eight bits per component.
@Suite(.timed) struct DeepContextTests {
    private func context(
        _ bits: Int, _ info: UInt32, width: Int = 64, space: CGColorSpace = CGColorSpaceCreateDeviceRGB()
    ) throws -> CGContext {
        try #require(
            CGContext(
                data: nil, width: width, height: 2, bitsPerComponent: bits, bytesPerRow: 0, space: space, bitmapInfo: info))
    }

    private let last = CGImageAlphaInfo.premultipliedLast.rawValue
    private let float = CGBitmapInfo.floatComponents.rawValue

    @Test func contextOf16BitsHoldsFineSteps() throws {
        let context = try context(16, last | CGBitmapInfo.byteOrder16Little.rawValue)
        #expect(context.bitsPerPixel == 64 && context.bytesPerRow == 64 * 8)
        let gradient = try #require(
            CGGradient(
                colorsSpace: nil, colors: [CGColor(gray: 0, alpha: 1), CGColor(gray: 0.05, alpha: 1)] as CFArray, locations: nil
            ))
        context.drawLinearGradient(gradient, start: .zero, end: CGPoint(x: 64, y: 0), options: [])
        let bytes = try #require(context.data)
        let values = (0..<64).map { Int(bytes.load(fromByteOffset: 8 * $0, as: UInt16.self).littleEndian) }
        for (x, value) in values.enumerated() { #expect(abs(Double(value) - 65535 * 0.05 * (Double(x) + 0.5) / 64) < 12) }
        // Eight bits have 13 steps there.
        #expect(Set(values).count == 64)
        let image = try #require(context.makeImage())
        #expect(image.bitsPerComponent == 16 && image.bitmap.depth == .sixteen)
        // PNG keeps the depth: byte 24 of a file is the number of bits.
        #expect(try image.pngData()[24] == 16)
    }

    @Test func numbersWithAPointAreWhatWasDrawn() throws {
        for (bits, order) in [(32, CGBitmapInfo.byteOrder32Little), (16, .byteOrder16Little), (32, []), (16, [])] {
            let context = try context(bits, last | float | order.rawValue)
            context.setFillColor(CGColor(srgbRed: 0.3, green: 0.7, blue: 1, alpha: 0.5))
            context.fill(CGRect(x: 0, y: 0, width: 64, height: 2))
            let bytes = try #require(context.data)
            let values = (0..<4).map { index -> Double in
                if bits == 32 { return Double(bytes.load(fromByteOffset: 4 * index, as: Float.self)) }
                // A half has five bits of exponent and ten of fraction.
                let half = Int(bytes.load(fromByteOffset: 2 * index, as: UInt16.self))
                return Double(1024 + (half & 0x3FF)) * exp2(Double(half >> 10) - 25)
            }
            for (value, expected) in zip(values, [0.15, 0.35, 0.5, 0.5]) { #expect(abs(value - expected) < 4e-4) }
        }
    }

    @Test func memoryOfTheCallerIsReadAndWritten() throws {
        var memory: [Float] = [0.25, 0.5, 0.75, 1, 0.1, 0.2, 0.3, 1]
        let image = try memory.withUnsafeMutableBytes { bytes -> CGImage in
            let context = try #require(
                CGContext(
                    data: bytes.baseAddress, width: 2, height: 1, bitsPerComponent: 32, bytesPerRow: 32,
                    space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: last | float | CGBitmapInfo.byteOrder32Little.rawValue))
            context.setFillColor(CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1))
            context.fill(CGRect(x: 1, y: 0, width: 1, height: 1))
            return try #require(context.makeImage())
        }
        for (value, expected) in zip(memory, [0.25, 0.5, 0.75, 1, 1, 0, 0, 1]) { #expect(abs(Double(value) - expected) < 1e-4) }
        let stored = try #require(image.dataProvider?.data)
        #expect(stored.count == 32)
    }

    @Test func pictureOfBigEndianSamplesKeepsThem() throws {
        let bytes: [UInt8] = [0x12, 0x34, 0xAB, 0xCD, 0xFF, 0xFF, 0xFF, 0xFF]
        let provider = try #require(CGDataProvider(data: Data(bytes) as CFData))
        let image = try #require(
            CGImage(
                width: 1, height: 1, bitsPerComponent: 16, bitsPerPixel: 64, bytesPerRow: 8,
                space: CGColorSpaceCreateDeviceRGB(),
                bitmapInfo: CGBitmapInfo(alpha: .last), provider: provider, decode: nil, shouldInterpolate: true,
                intent: .defaultIntent))
        #expect(image.bitmap.pixels.elementsEqual(bytes))
        #expect(image.dataProvider?.data.map { [UInt8]($0) } == bytes)
        // Parts of pictures have eight bits.
        #expect(image.cropping(to: CGRect(x: 0, y: 0, width: 1, height: 1))?.bitmap[0, 0] == SIMD4(0x12, 0xAB, 0xFF, 0xFF))
    }

    @Test func greysOfDeepContextsHaveTheLightOfTheirColours() throws {
        let context = try context(16, CGImageAlphaInfo.none.rawValue, space: CGColorSpaceCreateDeviceGray())
        context.setFillColor(CGColor(srgbRed: 0, green: 1, blue: 0, alpha: 1))
        context.fill(CGRect(x: 0, y: 0, width: 64, height: 2))
        let bytes = try #require(context.data)
        #expect(abs(Int(bytes.load(as: UInt16.self).bigEndian) - Int(0.7152 * 65535)) <= 2)
    }

    @Test func otherLayoutsAreRefused() {
        let space = CGColorSpaceCreateDeviceRGB()
        for (bits, info) in [
            (32, last), (16, last | CGBitmapInfo.byteOrder32Little.rawValue), (8, last | float), (12, last), (64, last | float),
            (16, last | CGImagePixelFormatInfo.RGB565.rawValue),
        ] {
            #expect(
                CGContext(
                    data: nil, width: 4, height: 4, bitsPerComponent: bits, bytesPerRow: 0, space: space, bitmapInfo: info)
                    == nil)
        }
    }
}
