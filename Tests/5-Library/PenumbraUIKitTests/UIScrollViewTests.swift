import PenumbraUIKit
import TestSupport
import Testing

@Suite(.timed) struct UIScrollViewTests {
    private final class Listener: UIScrollViewDelegate {
        var offsets: [CGPoint] = []
        func scrollViewDidScroll(_ scrollView: UIScrollView) { offsets.append(scrollView.contentOffset) }
    }

    @Test func scrolledViewShowsAnotherPart() throws {
        let scroll = UIScrollView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
        let listener = Listener()
        scroll.delegate = listener
        scroll.contentSize = CGSize(width: 40, height: 10)
        let part = UIView(frame: CGRect(x: 20, y: 0, width: 10, height: 30))
        part.backgroundColor = .green
        scroll.addSubview(part)
        #expect(try scroll.layer.makeImage(scale: 1).bitmap[5, 5][3] == 0)
        scroll.scrollRectToVisible(CGRect(x: 20, y: 0, width: 5, height: 10), animated: false)
        #expect(scroll.contentOffset == CGPoint(x: 15, y: 0) && listener.offsets == [CGPoint(x: 15, y: 0)])
        let image = try scroll.layer.makeImage(scale: 1)
        #expect(image.bitmap[6, 5][1] == 255 && image.bitmap[4, 5][3] == 0 && image.height == 10)
    }
}
