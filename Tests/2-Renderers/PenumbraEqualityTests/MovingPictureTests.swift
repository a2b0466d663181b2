import Penumbra
import PenumbraBitmap
import PenumbraCPU
import PenumbraCodecs
import PenumbraScene
import TestSupport
import Testing

/// Tests that GIFs move with the time of their scene.
@Suite(.timed) struct MovingPictureTests {
    private static let colors: [SIMD4<UInt8>] = [[255, 0, 0, 255], [0, 128, 0, 255], [0, 0, 255, 255], [0, 0, 0, 0]]

    /// Four frames of a quarter of a second. Each has another colour, and another square of the first one's colour.
    private static func gif(plays: Int = 0) throws -> [UInt8] {
        let encoder = try AnimatedEncoder(
            .gif, width: 16, height: 12, rate: AnimatedRate(4), options: AnimatedOptions(plays: plays))
        var file: [UInt8] = []
        for number in 0..<4 { try encoder.append(picture(number)) { file += $0 } }
        _ = try encoder.finish { file += $0 }
        return file
    }

    private static func picture(_ number: Int) -> Bitmap {
        Bitmap(width: 16, height: 12) { pixels in
            for pixel in 0..<16 * 12 {
                let isSquare = (3 * number..<3 * number + 4).contains(pixel % 16) && pixel / 16 > 6
                for channel in 0..<4 { pixels[4 * pixel + channel] = colors[isSquare ? 0 : number][channel] }
            }
        }
    }

    private static func scene(_ file: [UInt8], depth: PixelDepth = .eight) -> Scene {
        let layer = Layer(
            kind: .image(ImageContents(source: .data(file), interpolation: .nearest)),
            frame: Rect(x: 4, y: 4, width: 16, height: 12))
        var canvas = Canvas(size: Size(width: 40, height: 20), background: .white, duration: 2)
        canvas.depth = depth
        let still = Layer(frame: Rect(x: 24, y: 4, width: 10, height: 10), backgroundColor: .rgb(0.2, 0.4, 0.6))
        return Scene(canvas: canvas, layers: [layer, still])
    }

    private func bytes(_ picture: Bitmap) -> [UInt8] { withExtendedLifetime(picture) { Array(picture.pixels) } }

    /// The same layer with a still picture is the reference.
    private func expected(_ frame: Int, depth: PixelDepth = .eight) throws -> [UInt8] {
        let png = try PictureEncoder.encode(Self.picture(frame), as: .png)
        return bytes(try Renderer().render(Self.scene(png, depth: depth)))
    }

    @Test func animatedPictureShowsTheFrameOfItsTime() throws {
        var scene = Self.scene(try Self.gif())
        for (time, frame) in [
            ("0", 0), ("0.2499", 0), ("0.25", 1), ("0.6", 2), ("0.99", 3), ("1", 0), ("-1", 0), ("1000000.5", 2),
        ] {
            scene.time = try Time(time)
            #expect(try bytes(Renderer().render(scene)) == expected(frame), "\(time) s")
        }
        var twice = Self.scene(try Self.gif(plays: 2))
        for (time, frame) in [("1.3", 1), ("1.99", 3), ("2", 3), ("77", 3)] {
            twice.time = try Time(time)
            #expect(try bytes(Renderer().render(twice)) == expected(frame), "\(time) s")
        }
    }

    /// Frames with equal layers differ all the same, and only where the GIF changes.
    @Test(arguments: [PixelDepth.eight, .sixteen], [1, 3])
    func animatedPicturesMoveInFrameSequences(depth: PixelDepth, threads: Int) throws {
        let scene = Self.scene(try Self.gif(), depth: depth)
        var sequence = FrameSequence(scene, frames: try FrameRange(of: scene, rate: try FrameRate("20")))
        sequence.threads = threads
        var devices = [Device.processor(threads: 1)]
        if Requirement.hasSoftwareGL { devices.append(try Device(.software)) }
        for device in devices {
            var pictures: [[UInt8]] = []
            let result = try sequence.run(on: device) { pictures.append(bytes($0.picture)) }
            #expect(pictures.count == 40)
            for (number, picture) in pictures.enumerated() {
                #expect(try picture == expected(number / 5 % 4, depth: depth), "frame \(number) on \(device.name)")
            }
            // A frame of the GIF covers a quarter of the canvas, and is drawn once by each worker.
            #expect(result.drawnFrames <= Double(threads) * (1 + 7 * 0.3), "\(result.drawnFrames)")
        }
    }

    /// A broken file is an error at the time of the missing frame.
    @Test func truncatedGIFsAreErrorsAtTheMissingFrame() throws {
        let whole = try Self.gif()
        var scene = Self.scene(Array(whole[..<(whole.count - 8)]))
        #expect(try bytes(Renderer().render(scene)) == expected(0))
        scene.time = try Time("0.3")
        #expect(try bytes(Renderer().render(scene)) == expected(1))
        scene.time = try Time("0.8")
        let error = #expect(throws: RenderError.self) { try Renderer().render(scene) }
        guard case .image("layers[0].contents", nil, .truncated(.gif, _))? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }
}
