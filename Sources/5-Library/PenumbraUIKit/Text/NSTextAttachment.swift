import PenumbraCoreGraphics

/// A picture among the characters of an attributed string.
open class NSTextAttachment: NSObject {
    private let type = ComparedByFoundation()
    open var image: UIImage?
    /// The place of the picture from the baseline, with y upward. An empty size is that of the image.
    open var bounds = CGRect.zero

    public override init() { super.init() }

    public convenience init(image: UIImage) {
        self.init()
        self.image = image
    }

    open override func isEqual(_ object: Any?) -> Bool { self === object as? NSTextAttachment }
    open override var hash: Int { ObjectIdentifier(self).hashValue }

    /// The character that stands for the picture.
    public static let character = 0xFFFC
}

extension NSTextAttachment: TextPicture {
    package var textPicture: (image: CGImage, bounds: CGRect)? {
        guard let image, let pixels = image.upright else { return nil }
        return (pixels, bounds.isEmpty ? CGRect(origin: bounds.origin, size: image.size) : bounds)
    }
}

extension NSAttributedString {
    /// Makes a string of one picture.
    public convenience init(attachment: NSTextAttachment) {
        self.init(string: "\u{FFFC}", attributes: [.attachment: attachment])
    }
}
