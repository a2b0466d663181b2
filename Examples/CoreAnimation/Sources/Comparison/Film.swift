import Foundation
import Penumbra
import PenumbraQuartzCore

/// Draws 120 frames of a layer at 1920 × 1080 pixels, and reports how fast the processor drew them.
///
/// An argument that names a kind of file, such as `apng` or `y4m`, writes the frames instead. The argument `gl` compares some
/// of them with those of a software GL.
///
/// - Parameters:
///   - name: the name of the file, without its ending.
///   - layer: the layer in the middle of the picture. Its animations begin with the first frame.
///   - scale: pixels per point.
///   - background: the colour behind the layer.
///   - prepare: called before each frame with its number and its time.
public func film(
    _ name: String, _ layer: CALayer, scale: CGFloat, background: CGColor = .white,
    prepare: (_ number: Int, _ time: CFTimeInterval) -> Void = { _, _ in }
) throws {
    let (count, rate) = (120, 60)
    let size = CGSize(width: 1920 / scale, height: 1080 / scale)
    let stage = CALayer()
    stage.frame = CGRect(origin: .zero, size: size)
    layer.removeFromSuperlayer()
    layer.position = CGPoint(x: size.width / 2, y: size.height / 2)
    stage.addSublayer(layer)
    let renderer = CARenderer(size: size, scale: scale, layer: stage)
    renderer.backgroundColor = background
    func quietly(_ number: Int, _ time: CFTimeInterval) {
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        prepare(number, time)
        CATransaction.commit()
    }
    if CommandLine.arguments.contains("gl") {
        for number in stride(from: 0, to: count, by: 29) {
            let time = Double(number) / Double(rate)
            quietly(number, time)
            try compareDevices("\(name)\(number)", renderer.scene(at: time))
        }
        return
    }
    if let ending = CommandLine.arguments.dropFirst().first {
        try renderer.writeFrames(to: "\(name).\(ending)", count: count, rate: rate, prepare: quietly)
        print("\(name).\(ending): \(count) frames")
        return
    }
    let (start, processor) = (ContinuousClock.now, processorSeconds())
    try renderer.frames(count, rate: Double(rate), prepare: quietly) { number, image in
        // Five pictures to look at.
        if number % 29 == 0 { try image.pngData().write(to: URL(fileURLWithPath: "\(name)\(number).png")) }
    }
    let used = processorSeconds() - processor
    let waited = (ContinuousClock.now - start) / .seconds(1)
    func perSecond(_ seconds: Double) -> Int { Int((Double(count) / max(seconds, 1e-6)).rounded()) }
    print("\(name): \(perSecond(waited)) frames per second, \(perSecond(used)) per second of processor time")
}

/// The processor time that the process has used so far, on all processors. POSIX counts it in microseconds.
private func processorSeconds() -> Double { Double(clock()) * 1e-6 }
