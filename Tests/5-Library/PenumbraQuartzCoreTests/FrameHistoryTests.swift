import Foundation
import Penumbra
import PenumbraQuartzCore
import TestSupport
import Testing

/// Frames of which only the changes are drawn have the bytes of whole frames.
@Suite(.timed) struct FrameHistoryTests {
    /// Draws frames with one renderer, and each frame again with a renderer of its own.
    ///
    /// - Parameter area: the largest area that is drawn, in whole frames.
    private func expectWholeFrames(
        _ root: CALayer, frames: Int, area: Double, _ name: String, prepare: (Int) -> Void
    ) throws {
        let renderer = CARenderer(size: root.bounds.size, scale: 2, layer: root)
        renderer.backgroundColor = .white
        try renderer.frames(frames, rate: 30) { number, _ in
            CATransaction.begin()
            CATransaction.setDisableActions(true)
            prepare(number)
            CATransaction.commit()
        } each: { number, image in
            let whole = try root.makeImage(scale: 2, background: .white, at: Double(number) / 30)
            #expect(image.bitmap == whole.bitmap, "\(name), frame \(number)")
        }
        #expect(renderer.times.drawnArea > 1 && renderer.times.drawnArea < area, "\(name): \(renderer.times.drawnArea)")
    }

    /// A page of still cards with shadows.
    private func page() -> CALayer {
        let page = CALayer()
        page.frame = CGRect(x: 0, y: 0, width: 120, height: 90)
        for index in 0..<6 {
            let card = CALayer()
            card.frame = CGRect(x: 6 + index % 3 * 38, y: 6 + index / 3 * 42, width: 32, height: 36)
            (card.backgroundColor, card.cornerRadius, card.shadowOpacity) = (.white, 6, 0.4)
            let text = CATextLayer()
            text.frame = CGRect(x: 3, y: 3, width: 26, height: 12)
            (text.string, text.fontSize, text.foregroundColor) = ("No \(index)", 9, .black)
            card.addSublayer(text)
            page.addSublayer(card)
        }
        return page
    }

    private func dot() -> CALayer {
        let dot = CALayer()
        dot.bounds = CGRect(x: 0, y: 0, width: 9, height: 9)
        (dot.cornerRadius, dot.backgroundColor) = (4.5, CGColor(red: 0.9, green: 0.2, blue: 0.1, alpha: 0.8))
        return dot
    }

    @Test func framesWithASmallMovingLayerHaveTheBytesOfWholeFrames() throws {
        let (page, dot) = (page(), dot())
        page.addSublayer(dot)
        try expectWholeFrames(page, frames: 12, area: 2, "dot") { dot.position = CGPoint(x: 20 + 1.3 * Double($0), y: 40) }
    }

    @Test func scrolledFramesHaveTheBytesOfWholeFrames() throws {
        let window = CALayer()
        window.frame = CGRect(x: 0, y: 0, width: 120, height: 60)
        window.masksToBounds = true
        let rows = CALayer()
        rows.frame = CGRect(x: 0, y: 0, width: 120, height: 400)
        for index in 0..<20 {
            let row = CALayer()
            row.frame = CGRect(x: 0, y: index * 20, width: 120, height: 20)
            row.backgroundColor = CGColor(gray: CGFloat(index) / 20, alpha: 1)
            let text = CATextLayer()
            text.frame = CGRect(x: 4, y: 2, width: 60, height: 14)
            (text.string, text.fontSize) = ("Row \(index)", 10)
            row.addSublayer(text)
            rows.addSublayer(row)
        }
        window.addSublayer(rows)
        try expectWholeFrames(window, frames: 12, area: 2, "scroll") { rows.position.y = 200 - 2.5 * CGFloat($0) }
    }

    @Test func framesThatComeToRestAndMoveAgainHaveTheBytesOfWholeFrames() throws {
        let (page, dot) = (page(), dot())
        page.addSublayer(dot)
        try expectWholeFrames(page, frames: 40, area: 36, "rest") { number in
            if number % 20 < 8 {
                // Everything changes, so that plans aren't compared for some frames.
                page.backgroundColor = CGColor(gray: CGFloat(number) / 40, alpha: 1)
            }
            dot.position = CGPoint(x: 10 + 2 * Double(number % 13), y: 30 + Double(number % 7))
        }
    }

    @Test func frameAfterOneThatCannotBeDrawnIsWhole() throws {
        let (page, dot) = (page(), dot())
        page.addSublayer(dot)
        let renderer = CARenderer(size: page.bounds.size, scale: 2, layer: page)
        _ = try renderer.render(at: 0)
        dot.contents = "no picture"
        #expect(throws: LayerError.self) { try renderer.render(at: 0.1) }
        dot.contents = nil
        dot.position = CGPoint(x: 50, y: 50)
        let image = try renderer.render(at: 2)
        #expect(image.bitmap == (try page.makeImage(scale: 2, at: 2)).bitmap)
    }
}
