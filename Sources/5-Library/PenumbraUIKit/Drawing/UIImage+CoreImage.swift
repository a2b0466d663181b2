import PenumbraCoreGraphics
import PenumbraQuartzCore

extension UIImage {
    /// Draws the extent of an image of Core Image. The result is empty if it can't be drawn, and `failure` tells why.
    public convenience init(ciImage: CIImage) { self.init(ciImage: ciImage, scale: 1, orientation: .up) }

    public convenience init(ciImage: CIImage, scale: CGFloat, orientation: Orientation) {
        do {
            let image = try CIContext().drawnImage(ciImage, from: ciImage.extent)
            self.init(image, scale: scale, orientation: orientation)
        } catch {
            self.init(failure: .unsupported(call: "init(ciImage:)", reason: "\(error)"))
        }
    }

    /// Nil: images are drawn when they are made.
    public var ciImage: CIImage? { nil }
}

extension CIImage {
    /// The stored pixels of an image, whatever its orientation. Nil for an empty image.
    public convenience init?(image: UIImage) {
        guard let picture = image.cgImage else { return nil }
        self.init(cgImage: picture)
    }
}

extension CIColor {
    public convenience init(color: UIColor) { self.init(cgColor: color.cgColor) }
}

extension UIColor {
    public convenience init(ciColor: CIColor) { self.init(cgColor: ciColor.cgColor) }
    public var ciColor: CIColor { CIColor(color: self) }
}
