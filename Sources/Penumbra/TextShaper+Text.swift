import PenumbraScene
import PenumbraText

extension TextShaper {
    /// Sets a text as a layer shows it: for finding out how large a frame it needs.
    ///
    /// - Parameter width: of the frame, in points; nil is the widest line's.
    public func layout(_ text: Text, width: Double? = nil) throws(TextError) -> TextLayout {
        try layout(text.string, style: TextStyle(text), width: width)
    }
}
