import PenumbraCoreGraphics

/// The contexts that a thread draws in. The last one is current.
private final class ContextStack {
    struct Entry {
        var context: CGContext
        var scale: CGFloat
    }

    var entries: [Entry] = []

    static var current: ContextStack {
        let key = "PenumbraUIKit.contexts"
        let dictionary = Thread.current.threadDictionary
        if let known = dictionary[key] as? ContextStack { return known }
        let stack = ContextStack()
        dictionary[key] = stack
        return stack
    }
}

/// A stand-in for the screen, which servers don't have. Contexts that are made with a scale of 0 have its scale.
public final class UIScreen: Sendable {
    public static let main = UIScreen()
    /// Pixels per point.
    public let scale: CGFloat = 1
    public var nativeScale: CGFloat { scale }
    /// A size that views of programs can begin with. Nothing is shown there.
    public let bounds = CGRect(x: 0, y: 0, width: 390, height: 844)
    public var nativeBounds: CGRect { bounds }
    public var traitCollection: UITraitCollection { .current }

    private init() {}
}

// swift-format-ignore: AlwaysUseLowerCamelCase
public func UIGraphicsGetCurrentContext() -> CGContext? { ContextStack.current.entries.last?.context }

// swift-format-ignore: AlwaysUseLowerCamelCase
public func UIGraphicsPushContext(_ context: CGContext) {
    ContextStack.current.entries.append(ContextStack.Entry(context: context, scale: 1))
}

// swift-format-ignore: AlwaysUseLowerCamelCase
public func UIGraphicsPopContext() { _ = ContextStack.current.entries.popLast() }

// swift-format-ignore: AlwaysUseLowerCamelCase
public func UIGraphicsBeginImageContext(_ size: CGSize) { UIGraphicsBeginImageContextWithOptions(size, false, 1) }

/// Makes a bitmap context the current context. A size that gives no bitmap has no context.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func UIGraphicsBeginImageContextWithOptions(_ size: CGSize, _ opaque: Bool, _ scale: CGFloat) {
    let scale = scale > 0 ? scale : UIScreen.main.scale
    let context =
        CGContext(size: size, scale: scale, isOpaque: opaque) ?? CGContext(recording: CGRect(origin: .zero, size: .zero))
    ContextStack.current.entries.append(ContextStack.Entry(context: context, scale: scale))
}

// swift-format-ignore: AlwaysUseLowerCamelCase
public func UIGraphicsGetImageFromCurrentImageContext() -> UIImage? {
    guard let entry = ContextStack.current.entries.last, let image = entry.context.makeImage() else { return nil }
    return UIImage(cgImage: image, scale: entry.scale, orientation: .up)
}

// swift-format-ignore: AlwaysUseLowerCamelCase
public func UIGraphicsEndImageContext() { UIGraphicsPopContext() }

// swift-format-ignore: AlwaysUseLowerCamelCase
public func UIRectFill(_ rect: CGRect) { UIRectFillUsingBlendMode(rect, .copy) }

// swift-format-ignore: AlwaysUseLowerCamelCase
public func UIRectFillUsingBlendMode(_ rect: CGRect, _ mode: CGBlendMode) {
    guard let context = UIGraphicsGetCurrentContext() else { return }
    context.saveGState()
    context.setBlendMode(mode)
    context.fill(rect)
    context.restoreGState()
}

/// Draws a frame of one point inside a rectangle with the fill colour.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func UIRectFrame(_ rect: CGRect) {
    guard let context = UIGraphicsGetCurrentContext() else { return }
    context.beginPath()
    context.addRect(rect)
    context.addRect(rect.insetBy(dx: 1, dy: 1))
    context.fillPath(using: .evenOdd)
}

// swift-format-ignore: AlwaysUseLowerCamelCase
public func UIRectClip(_ rect: CGRect) { UIGraphicsGetCurrentContext()?.clip(to: rect) }
