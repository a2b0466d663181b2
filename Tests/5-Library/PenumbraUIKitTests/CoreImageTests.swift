import Foundation
import PenumbraBitmap
import PenumbraUIKit
import TestSupport
import Testing

/// Tests images of Core Image against closed forms: their pixels, extents, blurs and maps.
@Suite(.timed) struct CoreImageTests {
    private func picture(_ width: Int, _ height: Int, _ draw: (CGContext) -> Void) -> CIImage {
        let image = UIGraphicsImageRenderer(size: CGSize(width: width, height: height)).image { draw($0.cgContext) }
        return CIImage(image: image) ?? .empty()
    }

    /// A picture of a red, a green and a blue row, from its top.
    private var rows: CIImage {
        picture(4, 3) { context in
            for (row, color) in [UIColor.red, .green, .blue].enumerated() {
                color.setFill()
                context.fill(CGRect(x: 0, y: row, width: 4, height: 1))
            }
        }
    }

    @Test func areaOfAnImageCountsFromItsLowerEdge() throws {
        let image = rows
        #expect(image.extent == CGRect(x: 0, y: 0, width: 4, height: 3))
        let all = try #require(CIContext().createCGImage(image, from: image.extent))
        #expect(all.bitmap == image.cgImage?.bitmap)
        let lower = try #require(CIContext().createCGImage(image, from: CGRect(x: 1, y: 0, width: 2, height: 2))).bitmap
        #expect(lower.width == 2 && lower.height == 2 && lower[0, 0].y == 255 && lower[0, 1].z == 255)
        let cropped = image.cropped(to: CGRect(x: 0, y: 2, width: 9, height: 9))
        #expect(cropped.extent == CGRect(x: 0, y: 2, width: 4, height: 1))
        let (shown, around) = (try draw(cropped), try draw(cropped, CGRect(x: 0, y: 0, width: 4, height: 3)))
        #expect(shown.height == 1 && shown[0, 0].x == 255 && around[0, 0].x == 255 && around[0, 1] == .zero)
    }

    @Test func bitmapsHaveTheWholePixelsOfTheirBounds() {
        var bytes = [UInt8](repeating: 7, count: 5 * 16)
        bytes.withUnsafeMutableBytes { memory in
            guard let start = memory.baseAddress else { return }
            CIContext().render(
                rows, toBitmap: start, rowBytes: 16, bounds: CGRect(x: 0.5, y: 0.5, width: 4, height: 2), format: .RGBA8,
                colorSpace: nil)
        }
        #expect(bytes[..<4] == [0, 255, 0, 255] && bytes[16..<20] == [0, 0, 255, 255])
        #expect(bytes[32...].allSatisfy { $0 == 7 })
    }

    @Test func imageOfTooManyStepsIsAnError() {
        var image = rows
        for _ in 0..<30 { image = image.composited(over: image) }
        #expect(throws: LayerError.self) { try CIContext().drawnImage(image, from: image.extent) }
    }

    private func draw(_ image: CIImage?, _ area: CGRect? = nil) throws -> Bitmap {
        let image = try #require(image)
        return try CIContext(options: [.useSoftwareRenderer: true]).drawnImage(image, from: area ?? image.extent).bitmap
    }

    @Test func blurIsAGaussianOfLight() throws {
        let (middle, radius) = (60, 6.0)
        let image = picture(2 * middle, 8) { context in
            context.setFillColor(.black)
            context.fill(CGRect(x: 0, y: 0, width: 2 * middle, height: 8))
            context.setFillColor(.white)
            context.fill(CGRect(x: middle, y: 0, width: middle, height: 8))
        }
        let clamped = image.clampedToExtent()
        #expect(clamped.extent.isInfinite)
        let soft = clamped.applyingGaussianBlur(sigma: radius).cropped(to: image.extent)
        #expect(soft.extent == image.extent)
        let shown = try draw(soft)
        for x in 0..<2 * middle {
            let light = 0.5 * (1 + erf((Double(x - middle) + 0.5) / radius / 2.0.squareRoot()))
            let encoded = light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
            for y in [0, 4, 7] {
                #expect(abs(Double(shown[x, y].x) - 255 * encoded) <= 3, "\(x), \(y)")
                #expect(shown[x, y].w == 255, "\(x), \(y)")
            }
        }
    }

    @Test func blurWithoutClampingFadesAndGrows() throws {
        let filter = try #require(CIFilter(name: "CIGaussianBlur"))
        #expect(filter.outputImage == nil)
        filter.setValue(picture(80, 60) { $0.fill(CGRect(x: 0, y: 0, width: 80, height: 60)) }, forKey: kCIInputImageKey)
        filter.setValue(4, forKey: kCIInputRadiusKey)
        let soft = filter.value(forKey: kCIOutputImageKey) as? CIImage
        #expect(soft?.extent == CGRect(x: -12, y: -12, width: 104, height: 84))
        // An image keeps the inputs that its filter had.
        filter.setValue(0, forKey: kCIInputRadiusKey)
        #expect(filter.outputImage?.extent == CGRect(x: 0, y: 0, width: 80, height: 60))
        let shown = try draw(soft)
        #expect(abs(Int(shown[11, 42].w) + Int(shown[12, 42].w) - 255) <= 2 && shown[52, 42].w == 255 && shown[0, 42].w < 3)
    }

    @Test func mapsTurnAgainstTheClock() throws {
        let pair = picture(2, 1) { context in
            UIColor.red.setFill()
            context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
            UIColor.blue.setFill()
            context.fill(CGRect(x: 1, y: 0, width: 1, height: 1))
        }
        let turned = pair.transformed(by: CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 1, ty: 0))
        #expect(turned.extent == CGRect(x: 0, y: 0, width: 1, height: 2))
        let shown = try draw(turned)
        #expect(shown[0, 0].z == 255 && shown[0, 1].x == 255)
        let mirrored = try draw(pair.transformed(by: CGAffineTransform(a: -1, b: 0, c: 0, d: 1, tx: 2, ty: 0)))
        #expect(mirrored[0, 0].z == 255 && mirrored[1, 0].x == 255)
        let scaled = pair.applyingFilter("CILanczosScaleTransform", parameters: [kCIInputScaleKey: 3])
        #expect(scaled.extent == CGRect(x: 0, y: 0, width: 6, height: 3))
        #expect(try draw(pair.transformed(by: CGAffineTransform(scaleX: 0, y: 1)), pair.extent)[0, 0] == .zero)
    }

    /// The middle of the upper right and of the lower right quarter around a dot that moves along a line.
    @Test func motionBlursAlongAnAngleAgainstTheClock() throws {
        let dot = picture(41, 41) { $0.fill(CGRect(x: 18, y: 18, width: 5, height: 5)) }
        let moved = dot.applyingFilter("CIMotionBlur", parameters: [kCIInputRadiusKey: 14, kCIInputAngleKey: Double.pi / 4])
        let shown = try draw(moved, dot.extent)
        #expect(shown[27, 13].w > 20 && shown[13, 27].w > 20 && shown[27, 27].w == 0 && shown[13, 13].w == 0)
    }

    @Test func imagesLieOverImagesAndColors() throws {
        let color = CIImage(color: CIColor(color: .green))
        let below = try draw(rows.cropped(to: CGRect(x: 0, y: 0, width: 2, height: 3)).composited(over: color), rows.extent)
        #expect(below[1, 0].x == 255 && below[3, 0].y == 255 && below[3, 2].y == 255)
        let inverted = try draw(rows.applyingFilter("CIColorInvert"))
        #expect(inverted[0, 0].x == 0 && inverted[0, 0].y == 255 && inverted[0, 2].z == 0)
        let generator = try #require(CIFilter(name: "CIConstantColorGenerator", parameters: [kCIInputColorKey: CIColor.red]))
        #expect(try draw(generator.outputImage, CGRect(x: -5, y: 7, width: 2, height: 2))[1, 1].x == 255)
    }

    /// Half of red and half of white, as values of sRGB and as light.
    @Test func averagesAreTakenInTheWorkingSpace() throws {
        let image = picture(10, 4) { context in
            UIColor.red.setFill()
            context.fill(CGRect(x: 0, y: 0, width: 5, height: 4))
            UIColor.white.setFill()
            context.fill(CGRect(x: 5, y: 0, width: 5, height: 4))
        }
        let parameters: [String: Any] = [kCIInputExtentKey: CIVector(cgRect: image.extent)]
        let average = image.applyingFilter("CIAreaAverage", parameters: parameters)
        #expect(average.extent == CGRect(x: 0, y: 0, width: 1, height: 1))
        func bytes(_ space: Any?, _ format: CIFormat) -> [UInt8] {
            let context = CIContext(options: space.map { [.workingColorSpace: $0] })
            var bytes = [UInt8](repeating: 9, count: 4)
            context.render(
                average, toBitmap: &bytes, rowBytes: 4, bounds: average.extent, format: format, colorSpace: nil)
            return bytes
        }
        #expect(bytes(kCFNull!, .RGBA8) == [255, 128, 128, 255] && bytes(kCFNull!, .ARGB8) == [255, 255, 128, 128])
        #expect(bytes(CGColorSpaceCreateDeviceRGB(), .BGRA8) == [128, 128, 255, 255])
        #expect(bytes(nil, .RGBA8) == [255, 188, 188, 255])
    }

    @Test func missingFiltersAndEndlessAreasFail() throws {
        let image = rows.applyingFilter("CIPixellate")
        #expect(CIContext().createCGImage(image, from: image.extent) == nil)
        #expect(throws: LayerError.self) { try draw(image) }
        let failed = UIImage(ciImage: image)
        #expect(failed.cgImage == nil && "\(String(describing: failed.failure))".contains("CIPixellate"))
        #expect(UIImage(ciImage: rows).size == CGSize(width: 4, height: 3))
        #expect(throws: LayerError.self) { try draw(rows.clampedToExtent()) }
        #expect(throws: (any Error).self) { try draw(.empty()) }
        #expect(throws: (any Error).self) { try draw(rows, CGRect(x: 0, y: 0, width: 0, height: 5)) }
    }
}
