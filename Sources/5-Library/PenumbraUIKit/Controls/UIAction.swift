import PenumbraCoreGraphics

/// A function that a control calls for an event.
open class UIAction: NSObject {
    public struct Identifier: Hashable, RawRepresentable, Sendable {
        public let rawValue: String

        public init(_ rawValue: String) { self.rawValue = rawValue }
        public init(rawValue: String) { self.rawValue = rawValue }
    }

    open var title: String
    open var image: UIImage?
    public let identifier: Identifier
    /// The control that calls the function.
    open internal(set) weak var sender: UIControl?
    private let handler: (UIAction) -> Void

    public init(
        title: String = "", image: UIImage? = nil, identifier: Identifier? = nil, handler: @escaping (UIAction) -> Void
    ) {
        (self.title, self.image, self.handler) = (title, image, handler)
        self.identifier = identifier ?? Identifier(UUID().uuidString)
        super.init()
    }

    func call(for sender: UIControl) {
        self.sender = sender
        handler(self)
    }
}
