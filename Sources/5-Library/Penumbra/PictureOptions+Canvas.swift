import PenumbraCodecs
import PenumbraScene

extension PictureOptions {
    /// Tags files with a canvas's scale and colour space.
    public mutating func setCanvas(_ canvas: Canvas) {
        setScale(canvas.scale)
        setColorSpace(canvas.colorSpace)
    }
}
