import Penumbra
import PenumbraCoreGraphics
import TestSupport
import Testing

/// Tests that a recording gives the same bytes on every device.
@Suite(.timed) struct CGContextDevicesTests {
    private func record() throws -> CGContext {
        let context = CGContext(recording: rect(0, 0, 80, 80))
        context.saveGState()
        context.setShadow(offset: CGSize(width: 3, height: 5), blur: 9, color: .black)
        context.setFillColor(color(0.9, 0.9, 1))
        context.addPath(CGPath(roundedRect: rect(10, 10, 50, 40), cornerWidth: 9, cornerHeight: 9, transform: nil))
        context.fillPath()
        context.restoreGState()
        let gradient = try #require(
            CGGradient(colorsSpace: nil, colors: [color(1, 0, 0), color(0, 0, 1, 0.3)] as CFArray, locations: nil))
        context.saveGState()
        context.addEllipse(in: rect(20, 20, 50, 40))
        context.clip()
        context.drawRadialGradient(
            gradient, startCenter: point(40, 40), startRadius: 4, endCenter: point(46, 44), endRadius: 30, options: [])
        context.restoreGState()
        for (index, mode) in [CGBlendMode.sourceIn, .destinationOut, .xor, .copy, .multiply, .hue].enumerated() {
            context.setBlendMode(mode)
            context.setFillColor(color(0, 0.6, 0.3, 0.7))
            context.fillEllipse(in: rect(CGFloat(index) * 11, 30 + CGFloat(index) * 5, 21, 13))
        }
        return context
    }

    @Test(.needsSoftwareGL) func recordingGivesTheSameBytesOnEveryDevice() throws {
        let context = try record()
        let scene = Scene(canvas: Canvas(size: Size(width: 80, height: 80), scale: 2), layers: context.layers)
        let expected = try Renderer(backend: .cpu).render(scene, images: context.images)
        #expect(try Renderer(backend: .gpu).render(scene, images: context.images) == expected)
        // The picture isn't empty.
        #expect((0..<160).contains { expected[$0, 60].w > 0 && expected[$0, 60].x != expected[$0, 60].y })
    }

    @Test func recordingAgainIsTheSameScene() throws {
        #expect(try record().layers == record().layers)
    }
}
