import PenumbraBitmap
import PenumbraGeometry
import PenumbraQuartzCore
import TestSupport
import Testing

@Suite(.timed) struct RendererTests {
    private func stage() -> (CARenderer, CALayer) {
        let root = CALayer()
        root.frame = CGRect(x: 0, y: 0, width: 40, height: 10)
        let dot = CALayer()
        dot.frame = CGRect(x: 0, y: 0, width: 10, height: 10)
        dot.backgroundColor = .black
        root.addSublayer(dot)
        return (CARenderer(size: root.bounds.size, layer: root), dot)
    }

    /// The columns in which the first row is painted.
    private func columns(_ image: CGImage) -> Range<Int> {
        let painted = (0..<image.width).filter { image.bitmap.pixels[4 * $0 + 3] > 127 }
        return (painted.first ?? 0)..<((painted.last ?? -1) + 1)
    }

    @Test func changesAnimateAfterTheFirstFrame() throws {
        let (renderer, dot) = stage()
        dot.position.x = 10
        #expect(columns(try renderer.render(at: 1)) == 5..<15)
        CATransaction.begin()
        CATransaction.setAnimationDuration(2)
        CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .linear))
        dot.position.x = 30
        CATransaction.commit()
        #expect(dot.position.x == 30 && dot.animationKeys() == ["position"])
        #expect(columns(try renderer.render(at: 2)) == 15..<25)
        #expect(renderer.nextFrameTime() == 2)
        #expect(columns(try renderer.render(at: 3)) == 25..<35)
        #expect(dot.animationKeys() == nil && renderer.nextFrameTime() == .infinity)
    }

    @Test func interruptedChangesContinueFromWhatIsShown() throws {
        let (renderer, dot) = stage()
        _ = try renderer.render(at: 0)
        CATransaction.setAnimationDuration(2)
        CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .linear))
        dot.position.x = 25
        _ = try renderer.render(at: 1)
        CATransaction.setAnimationDuration(2)
        CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .linear))
        dot.position.x = 35
        // From 15, which was shown, to 35.
        #expect(columns(try renderer.render(at: 2)) == 20..<30)
    }

    @Test func actionsCanBeDisabled() throws {
        let (renderer, dot) = stage()
        _ = try renderer.render(at: 0)
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        dot.position.x = 30
        CATransaction.commit()
        #expect(dot.animationKeys() == nil)
        #expect(columns(try renderer.render(at: 0.1)) == 25..<35)
        dot.actions = ["position": NSNull()]
        dot.position.x = 10
        #expect(dot.animationKeys() == nil)
        let slow = CABasicAnimation()
        slow.duration = 4
        dot.actions = ["opacity": slow]
        dot.opacity = 0
        #expect(dot.animation(forKey: "opacity")?.duration == 4)
    }

    @Test func completionsWaitForAllAnimations() throws {
        final class Log: CAAnimationDelegate {
            var lines: [String] = []
            func animationDidStart(_ anim: CAAnimation) { lines.append("start") }
            func animationDidStop(_ anim: CAAnimation, finished flag: Bool) { lines.append("stop \(flag)") }
        }
        let (renderer, dot) = stage()
        let log = Log()
        _ = try renderer.render(at: 0)
        CATransaction.begin()
        CATransaction.setCompletionBlock { log.lines.append("done") }
        for duration in [1.0, 3.0] {
            let animation = CABasicAnimation(keyPath: "opacity")
            (animation.toValue, animation.duration, animation.delegate) = (0, duration, log)
            dot.add(animation, forKey: "\(duration)")
        }
        CATransaction.commit()
        _ = try renderer.render(at: 0.5)
        #expect(log.lines == ["start", "start"])
        _ = try renderer.render(at: 1)
        #expect(log.lines == ["start", "start", "stop true"] && dot.animationKeys() == ["3.0"])
        dot.removeAllAnimations()
        #expect(log.lines == ["start", "start", "stop true", "stop false", "done"])
        CATransaction.begin()
        CATransaction.setCompletionBlock { log.lines.append("empty") }
        CATransaction.commit()
        #expect(log.lines.last == "empty")
    }

    @Test func keptAnimationsStay() throws {
        let (renderer, dot) = stage()
        let animation = CABasicAnimation(keyPath: "position.x")
        (animation.toValue, animation.duration, animation.fillMode) = (25, 1, .forwards)
        animation.isRemovedOnCompletion = false
        dot.add(animation, forKey: "move")
        #expect(columns(try renderer.render(at: 5)) == 20..<30)
        #expect(dot.animationKeys() == ["move"] && dot.position.x == 5)
    }

    @Test func customKeysDrawAnew() throws {
        final class Bar: CALayer {
            override class func needsDisplay(forKey key: String) -> Bool {
                key == "progress" || super.needsDisplay(forKey: key)
            }
            override func draw(in ctx: CGContext) {
                let progress = value(forKey: "progress") as? CGFloat ?? 0
                ctx.setFillColor(.black)
                ctx.fill(CGRect(x: 0, y: 0, width: progress * bounds.width, height: bounds.height))
            }
        }
        let bar = Bar()
        bar.frame = CGRect(x: 0, y: 0, width: 40, height: 10)
        bar.setValue(CGFloat(0.25), forKey: "progress")
        #expect(bar.needsDisplay())
        let renderer = CARenderer(size: bar.bounds.size, layer: bar)
        let animation = CABasicAnimation(keyPath: "progress")
        (animation.toValue, animation.duration) = (1, 2)
        bar.add(animation, forKey: nil)
        #expect(columns(try renderer.render(at: 0)) == 0..<10)
        #expect(columns(try renderer.render(at: 1)) == 0..<25)
        #expect(columns(try renderer.render(at: 2)) == 0..<10)
    }

    @Test func transitionsLeadFromWhatWasShown() throws {
        let (renderer, dot) = stage()
        _ = try renderer.render(at: 0)
        let push = CATransition()
        (push.type, push.subtype, push.duration) = (.push, .fromRight, 2)
        dot.add(push, forKey: nil)
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        dot.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
        CATransaction.commit()
        let half = try renderer.render(at: 1)
        // The old layer has left by a half, and the new one comes from the right.
        #expect(half.bitmap.pixels[4 * 2] == 0 && half.bitmap.pixels[4 * 2 + 3] == 255)
        #expect(half.bitmap.pixels[4 * 7] == 255)
        let end = try renderer.render(at: 2)
        #expect(end.bitmap.pixels[4 * 2] == 255)
        let fade = CATransition()
        fade.duration = 2
        dot.add(fade, forKey: nil)
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        dot.backgroundColor = .black
        CATransaction.commit()
        let faded = try renderer.render(at: 3)
        #expect(abs(Int(faded.bitmap.pixels[4 * 5]) - 128) <= 1 && faded.bitmap.pixels[4 * 5 + 3] == 255)
    }

    @Test func contentsCrossFade() throws {
        let (renderer, dot) = stage()
        let white = CALayer()
        (white.frame, white.backgroundColor) = (CGRect(x: 0, y: 0, width: 2, height: 2), .white)
        dot.contents = try dot.makeImage()
        _ = try renderer.render(at: 0)
        CATransaction.begin()
        CATransaction.setAnimationDuration(2)
        CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .linear))
        dot.contents = try white.makeImage()
        CATransaction.commit()
        let half = try renderer.render(at: 1)
        #expect(abs(Int(half.bitmap.pixels[4 * 5]) - 128) <= 1 && half.bitmap.pixels[4 * 5 + 3] == 255)
        let end = try renderer.render(at: 2)
        #expect(end.bitmap.pixels[4 * 5] == 255)
    }

    @Test func transactionsNest() {
        CATransaction.begin()
        CATransaction.setAnimationDuration(3)
        CATransaction.setValue("x", forKey: "own")
        CATransaction.begin()
        #expect(CATransaction.animationDuration() == 3 && CATransaction.value(forKey: "own") as? String == "x")
        CATransaction.setValue(true, forKey: kCATransactionDisableActions)
        #expect(CATransaction.disableActions())
        CATransaction.commit()
        #expect(!CATransaction.disableActions())
        CATransaction.commit()
        #expect(CATransaction.animationDuration() == 0.25)
    }

    private func emitter() throws -> CAEmitterLayer {
        let spark = CALayer()
        (spark.frame, spark.backgroundColor) = (CGRect(x: 0, y: 0, width: 2, height: 2), .black)
        let cell = CAEmitterCell()
        cell.contents = try spark.makeImage()
        (cell.birthRate, cell.lifetime, cell.velocity, cell.emissionRange) = (50, 2, 20, .pi)
        let emitter = CAEmitterLayer()
        emitter.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
        emitter.emitterPosition = CGPoint(x: 50, y: 50)
        emitter.emitterCells = [cell]
        return emitter
    }

    @Test func particlesDependOnTimeAndSeedAlone() throws {
        let emitter = try emitter()
        let late = try emitter.scene(at: 3)
        _ = try emitter.scene(at: 1)
        #expect(try emitter.scene(at: 3) == late)
        #expect(late.layers[0].sublayers.count == 100)
        for layer in late.layers[0].sublayers {
            let middle = layer.frame.map { Point($0.midX - 50, $0.midY - 50) } ?? .zero
            #expect(middle.length <= 40.001)
        }
        emitter.seed = 1
        #expect(try emitter.scene(at: 3) != late)
        #expect(try emitter.scene(at: 0.5).layers[0].sublayers.count == 26)
        emitter.emitterCells?[0].birthRate = 1e9
        #expect(throws: LayerError.self) { try emitter.scene(at: 3) }
    }

    @Test func framesBecomeFiles() throws {
        let (renderer, dot) = stage()
        let animation = CABasicAnimation(keyPath: "position.x")
        (animation.toValue, animation.duration) = (25, 1)
        dot.add(animation, forKey: nil)
        let folder = try TestFolder()
        let path = folder.path + "/a.apng"
        try renderer.writeFrames(to: path, count: 4, rate: 4)
        let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: path)))
        #expect(bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]))
        #expect(!FileManager.default.fileExists(atPath: path + ".part"))
    }
}
