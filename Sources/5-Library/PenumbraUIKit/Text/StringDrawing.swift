import PenumbraCoreGraphics
import PenumbraGeometry
import PenumbraScene

public struct NSStringDrawingOptions: OptionSet, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// Lines break at the width, and the origin is the top left of the first line.
    public static let usesLineFragmentOrigin = NSStringDrawingOptions(rawValue: 1)
    public static let usesFontLeading = NSStringDrawingOptions(rawValue: 2)
    public static let usesDeviceMetrics = NSStringDrawingOptions(rawValue: 8)
    public static let truncatesLastVisibleLine = NSStringDrawingOptions(rawValue: 32)
}

/// The scale of a text that shrinks, which Penumbra's strings don't.
public final class NSStringDrawingContext {
    public var minimumScaleFactor: CGFloat = 0
    public let actualScaleFactor: CGFloat = 1
    public internal(set) var totalBounds = CGRect.zero

    public init() {}
}

extension NSAttributedString {
    /// The size of the text without breaks at a width.
    public func size() -> CGSize {
        blocks.reduce(into: CGSize.zero) { size, block in
            guard let layout = try? AttributedText(block.string).layout(width: nil) else { return }
            size.width = max(size.width, layout.size.width, block.string.widthOfLinesWithSpaces)
            size.height += block.space + layout.size.height
        }
    }

    /// Returns the rectangle that the text takes within a size. Its sides may have fractions.
    public func boundingRect(
        with size: CGSize, options: NSStringDrawingOptions = [], context: NSStringDrawingContext?
    ) -> CGRect {
        let isBlock = options.contains(.usesLineFragmentOrigin)
        let blocks = isBlock ? self.blocks : []
        if blocks.count > 1 {
            var (width, height): (CGFloat, CGFloat) = (0, 0)
            for block in blocks {
                let bounds = block.string.boundingRect(
                    with: CGSize(width: size.width, height: 0), options: options, context: nil)
                (width, height) = (max(width, bounds.width), height + block.space + bounds.height)
            }
            if options.contains(.truncatesLastVisibleLine), size.height > 0 { height = min(height, size.height) }
            let bounds = CGRect(x: 0, y: 0, width: width, height: height)
            context?.totalBounds = bounds
            return bounds
        }
        guard let layout = try? AttributedText(self).layout(width: isBlock && size.width > 0 ? Double(size.width) : nil) else {
            return .zero
        }
        var height = layout.size.height
        if options.contains(.truncatesLastVisibleLine), size.height > 0 { height = min(height, Double(size.height)) }
        // Without lines, the origin lies on the baseline.
        let y = isBlock ? 0 : -(layout.lines.first?.baseline ?? 0)
        let width = isBlock ? layout.size.width : max(layout.size.width, Double(widthOfLinesWithSpaces))
        let bounds = CGRect(x: 0, y: y, width: width, height: height)
        context?.totalBounds = bounds
        return bounds
    }

    /// Draws the text with its top left at a point, without breaks at a width.
    public func draw(at point: CGPoint) {
        let blocks = blocks
        guard blocks.count <= 1 else {
            var place = point
            for block in blocks {
                place.y += block.space
                block.string.draw(at: place)
                place.y += block.string.size().height
            }
            return
        }
        var attributed = AttributedText(self)
        attributed.text.isWrapped = false
        do {
            let size = try attributed.layout(width: nil).size
            attributed.draw(lines: CGRect(x: point.x, y: point.y, width: size.width, height: size.height), isClipped: false)
        } catch {
            UIGraphicsGetCurrentContext()?.take(.render(error))
        }
    }

    /// Draws the text in a rectangle. Lines break at its width, and nothing is drawn below it.
    public func draw(in rect: CGRect) {
        draw(with: rect, options: .usesLineFragmentOrigin, context: nil)
    }

    public func draw(with rect: CGRect, options: NSStringDrawingOptions = [], context: NSStringDrawingContext?) {
        guard rect.width > 0, rect.height > 0 || !options.contains(.usesLineFragmentOrigin) else { return }
        let blocks = options.contains(.usesLineFragmentOrigin) ? self.blocks : []
        guard blocks.count <= 1 else {
            var rest = rect
            for block in blocks {
                let taken = CGSize(width: rect.width, height: 0)
                rest = rest.inset(by: UIEdgeInsets(top: block.space, left: 0, bottom: 0, right: 0))
                block.string.draw(with: rest, options: options, context: nil)
                let height = block.string.boundingRect(with: taken, options: .usesLineFragmentOrigin, context: nil).height
                rest = rest.inset(by: UIEdgeInsets(top: height, left: 0, bottom: 0, right: 0))
                guard rest.height > 0 else { return }
            }
            return
        }
        var attributed = AttributedText(self)
        guard options.contains(.usesLineFragmentOrigin) else {
            let top = (try? attributed.layout(width: nil).lines.first?.baseline) ?? 0
            return draw(at: CGPoint(x: rect.minX, y: rect.minY - CGFloat(top)))
        }
        do {
            let layout = try attributed.layout(width: Double(rect.width))
            let room = Double(rect.height) + 0.001
            let isTruncated =
                [.byTruncatingTail, .byTruncatingHead, .byTruncatingMiddle].contains(attributed.lineBreakMode)
                || options.contains(.truncatesLastVisibleLine)
            if layout.size.height > room, isTruncated {
                attributed.text.maximumLines = max(1, layout.lines.prefix { $0.top + $0.height <= room }.count)
            }
            attributed.draw(in: rect, isClipped: layout.size.height > room)
        } catch {
            UIGraphicsGetCurrentContext()?.take(.render(error))
        }
    }
}

extension AttributedText {
    /// Draws the text in a rectangle of the current context, from which its tail indent is taken.
    fileprivate func draw(in rect: CGRect, isClipped: Bool) {
        var lines = rect
        lines.size.width = CGFloat(lineWidth(in: Double(rect.width)))
        draw(lines: lines, isClipped: isClipped)
    }

    fileprivate func draw(lines rect: CGRect, isClipped: Bool) {
        guard let context = UIGraphicsGetCurrentContext() else { return }
        // Letters that clip change the context's state.
        if shadow != nil { context.saveGState() }
        setShadow(in: context)
        context.draw(text, in: rect, isClipped: isClipped)
        if shadow != nil { context.restoreGState() }
    }

    /// Gives a context the text's shadow, if the text has one.
    func setShadow(in context: CGContext) {
        guard let shadow else { return }
        let color = (shadow.shadowColor as? any TextColor)?.textColor ?? CGColor(gray: 0, alpha: 1.0 / 3)
        context.setShadow(offset: shadow.shadowOffset, blur: shadow.shadowBlurRadius, color: color)
    }
}

// Swift's strings are no NSStrings here, so both have the methods.
extension StringProtocol {
    private func attributed(_ attributes: [NSAttributedString.Key: Any]?) -> NSAttributedString {
        NSAttributedString(string: String(self), attributes: attributes)
    }

    public func size(withAttributes attributes: [NSAttributedString.Key: Any]? = nil) -> CGSize {
        attributed(attributes).size()
    }

    public func draw(at point: CGPoint, withAttributes attributes: [NSAttributedString.Key: Any]? = nil) {
        attributed(attributes).draw(at: point)
    }

    public func draw(in rect: CGRect, withAttributes attributes: [NSAttributedString.Key: Any]? = nil) {
        attributed(attributes).draw(in: rect)
    }

    public func draw(
        with rect: CGRect, options: NSStringDrawingOptions = [], attributes: [NSAttributedString.Key: Any]? = nil,
        context: NSStringDrawingContext?
    ) {
        attributed(attributes).draw(with: rect, options: options, context: context)
    }

    public func boundingRect(
        with size: CGSize, options: NSStringDrawingOptions = [], attributes: [NSAttributedString.Key: Any]? = nil,
        context: NSStringDrawingContext?
    ) -> CGRect {
        attributed(attributes).boundingRect(with: size, options: options, context: context)
    }
}

extension NSString {
    private func attributed(_ attributes: [NSAttributedString.Key: Any]?) -> NSAttributedString {
        NSAttributedString(string: String(describing: self), attributes: attributes)
    }

    public func size(withAttributes attributes: [NSAttributedString.Key: Any]? = nil) -> CGSize {
        attributed(attributes).size()
    }

    public func draw(at point: CGPoint, withAttributes attributes: [NSAttributedString.Key: Any]? = nil) {
        attributed(attributes).draw(at: point)
    }

    public func draw(in rect: CGRect, withAttributes attributes: [NSAttributedString.Key: Any]? = nil) {
        attributed(attributes).draw(in: rect)
    }

    public func draw(
        with rect: CGRect, options: NSStringDrawingOptions = [], attributes: [NSAttributedString.Key: Any]? = nil,
        context: NSStringDrawingContext?
    ) {
        attributed(attributes).draw(with: rect, options: options, context: context)
    }

    public func boundingRect(
        with size: CGSize, options: NSStringDrawingOptions = [], attributes: [NSAttributedString.Key: Any]? = nil,
        context: NSStringDrawingContext?
    ) -> CGRect {
        attributed(attributes).boundingRect(with: size, options: options, context: context)
    }
}
