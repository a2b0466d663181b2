import PenumbraCoreGraphics
import TestSupport
import Testing

@Suite(.timed) struct CGColorTests {
    private func converted(_ color: CGColor, _ name: CFString) throws -> [CGFloat] {
        let space = try #require(CGColorSpace(name: name))
        return try #require(color.converted(to: space, intent: .defaultIntent)?.components)
    }

    @Test(arguments: [
        CGColorSpace.adobeRGB1998, CGColorSpace.itur_709, CGColorSpace.itur_2020, CGColorSpace.rommrgb, CGColorSpace.dcip3,
        CGColorSpace.acescgLinear,
    ]) func otherSpacesConvertThereAndBack(name: String) throws {
        let space = try #require(CGColorSpace(name: name))
        let srgb = CGColorSpaceCreateDeviceRGB()
        for color in [[0.2, 0.5, 0.7], [0, 0, 0], [1, 1, 1], [0.9, 0.1, 0.02]] as [[CGFloat]] {
            let start = CGColor(red: color[0], green: color[1], blue: color[2], alpha: 0.5)
            let there = try #require(start.converted(to: space, intent: .defaultIntent))
            #expect(there.colorSpace == space && there.numberOfComponents == 4)
            let back = try #require(there.converted(to: srgb, intent: .defaultIntent)?.components)
            #expect(zip(back, color + [0.5]).allSatisfy { abs($0 - $1) < 1e-6 })
        }
        // White is white, and no picture has the space.
        let white = CGColor(red: 1, green: 1, blue: 1, alpha: 1).converted(to: space, intent: .defaultIntent)
        #expect(white?.components?.allSatisfy { abs($0 - 1) < 1e-6 } == true)
        #expect(
            CGContext(
                data: nil, width: 2, height: 2, bitsPerComponent: 8, bytesPerRow: 0, space: space,
                bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue) == nil)
    }

    @Test func saturatedColorsOfAdobeRGBLieOutsideOfSRGB() throws {
        let space = try #require(CGColorSpace(name: CGColorSpace.adobeRGB1998))
        let green = try #require(CGColor(colorSpace: space, components: [0, 1, 0, 1]))
        let extended = try #require(CGColorSpace(name: CGColorSpace.extendedLinearSRGB))
        let light = try #require(green.converted(to: extended, intent: .defaultIntent)?.components)
        // The matrix's second column.
        #expect(abs(light[0] + 0.39836) < 1e-4 && abs(light[1] - 1) < 1e-4 && abs(light[2] + 0.04293) < 1e-4)
    }

    @Test func numbersNameColorsOfTables() throws {
        let table: [UInt8] = [255, 0, 0, 0, 255, 0]
        let space = try #require(CGColorSpace(indexedBaseSpace: CGColorSpaceCreateDeviceRGB(), last: 1, colorTable: table))
        #expect(space.model == .indexed && space.numberOfComponents == 1 && space.colorTable == table)
        #expect(space.baseColorSpace == CGColorSpaceCreateDeviceRGB())
        for (number, expected) in [(0.0, [1, 0, 0, 0.5]), (1, [0, 1, 0, 0.5]), (7, [0, 1, 0, 0.5])] as [(CGFloat, [CGFloat])] {
            let color = try #require(CGColor(colorSpace: space, components: [number, 0.5]))
            #expect(color.converted(to: CGColorSpaceCreateDeviceRGB(), intent: .defaultIntent)?.components == expected)
        }
    }

    @Test func displayP3RedLiesOutsideOfSRGB() throws {
        let space = try #require(CGColorSpace(name: CGColorSpace.displayP3))
        let red = try #require(CGColor(colorSpace: space, components: [1, 0, 0, 1]))
        // The figures of CSS Color 4 for color(display-p3 1 0 0).
        let wide = try converted(red, CGColorSpace.extendedSRGB)
        for (found, expected) in zip(wide, [1.0931, -0.2267, -0.1501, 1] as [CGFloat]) {
            #expect(isNear(found, expected, 1e-4))
        }
        #expect(try converted(red, CGColorSpace.sRGB) == [1, 0, 0, 1])
        for (found, expected) in zip(try converted(red, CGColorSpace.displayP3), [1, 0, 0, 1] as [CGFloat]) {
            #expect(isNear(found, expected, 1e-7))
        }
    }

    @Test func linearComponentsAreEncoded() throws {
        let space = try #require(CGColorSpace(name: CGColorSpace.linearSRGB))
        let half = try #require(CGColor(colorSpace: space, components: [0.5, 0.5, 0.5, 1]))
        #expect(isNear(try converted(half, CGColorSpace.sRGB)[0], 0.7353569830524495, 1e-12))
        #expect(isNear(try converted(half, CGColorSpace.linearGray)[0], 0.5, 1e-12))
    }

    @Test func grayIsTheLuminanceOfAColor() throws {
        let gray = try converted(color(0, 1, 0), CGColorSpace.linearGray)
        #expect(isNear(gray[0], 0.7152, 1e-12))
        #expect(try converted(CGColor(gray: 0.3, alpha: 0.5), CGColorSpace.sRGB) == [0.3, 0.3, 0.3, 0.5])
    }

    @Test func inksTakeLightAway() throws {
        let ink = CGColor(genericCMYKCyan: 1, magenta: 0, yellow: 0.5, black: 0.2, alpha: 1)
        for (found, expected) in zip(try converted(ink, CGColorSpace.sRGB), [0, 0.8, 0.4, 1] as [CGFloat]) {
            #expect(isNear(found, expected, 1e-12))
        }
    }

    @Test func componentsAndAlphaAreKept() {
        let color = CGColor(srgbRed: 0.1, green: 0.2, blue: 0.3, alpha: 0.4)
        #expect(color.components == [0.1, 0.2, 0.3, 0.4] && color.alpha == 0.4 && color.numberOfComponents == 4)
        #expect(color.copy(alpha: 0.9)?.components == [0.1, 0.2, 0.3, 0.9])
        #expect(color == CGColor(srgbRed: 0.1, green: 0.2, blue: 0.3, alpha: 0.4) && color != color.copy(alpha: 0.9))
        #expect(CGColorSpaceCreateDeviceGray().model == .monochrome && CGColorSpaceCreateDeviceCMYK().numberOfComponents == 4)
        #expect(CGColorSpace(name: "kCGColorSpaceUnheardOf") == nil)
    }

    @Test func gradientNeedsOneLocationPerColor() {
        let colors = [CGColor.black, CGColor.white] as CFArray
        #expect(CGGradient(colorsSpace: nil, colors: colors, locations: [0, 1]) != nil)
        #expect(CGGradient(colorsSpace: nil, colors: [], locations: nil) == nil)
        #expect(
            CGGradient(
                colorSpace: CGColorSpaceCreateDeviceRGB(), colorComponents: [1, 0, 0, 1, 0, 0, 1, 1], locations: nil, count: 2)
                != nil)
    }
}
