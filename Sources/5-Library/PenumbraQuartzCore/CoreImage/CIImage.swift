import Foundation
import PenumbraCoreGraphics

/// A recipe for a picture: pictures, colours, and the filters that they pass. A `CIContext` draws it.
///
/// One unit is a pixel, and the y axis points up.
open class CIImage: NSObject, @unchecked Sendable {
    indirect enum Recipe {
        case empty
        case picture(CGImage)
        case color(CGColor)
        case filtered(CIImage, CIFilter)
        case cropped(CIImage)
        case transformed(CIImage, CGAffineTransform)
        case over(CIImage, CIImage)
        /// The pixels at the edges are repeated without end.
        case clamped(CIImage)
        /// One pixel of the mean of an area.
        case average(CIImage, CGRect)
    }

    let recipe: Recipe
    /// The area that the image paints. It is infinite for colours and for clamped images.
    public let extent: CGRect

    init(_ recipe: Recipe, extent: CGRect) {
        (self.recipe, self.extent) = (recipe, extent)
        super.init()
    }

    public convenience init(cgImage image: CGImage) {
        self.init(.picture(image), extent: CGRect(x: 0, y: 0, width: image.width, height: image.height))
    }

    public convenience init?(data: Data) {
        guard let image = try? CGImage(decoding: data) else { return nil }
        self.init(cgImage: image)
    }

    public convenience init?(contentsOf url: URL) {
        guard let data = try? Data(contentsOf: url) else { return nil }
        self.init(data: data)
    }

    public convenience init(color: CIColor) { self.init(.color(color.cgColor), extent: .infinite) }

    open class func empty() -> CIImage { CIImage(.empty, extent: .null) }

    /// The picture of an image without filters. Nil for other images.
    open var cgImage: CGImage? {
        if case .picture(let image) = recipe { image } else { nil }
    }

    open func cropped(to rect: CGRect) -> CIImage { CIImage(.cropped(self), extent: extent.intersection(rect)) }

    open func transformed(by matrix: CGAffineTransform) -> CIImage {
        CIImage(.transformed(self, matrix), extent: extent.isInfinite ? extent : extent.applying(matrix))
    }

    open func composited(over dest: CIImage) -> CIImage { CIImage(.over(self, dest), extent: extent.union(dest.extent)) }

    /// Repeats the pixels at the edges without end, so that a blur doesn't fade there.
    open func clampedToExtent() -> CIImage {
        guard !extent.isInfinite, !extent.isEmpty else { return self }
        return CIImage(.clamped(self), extent: .infinite)
    }

    open func applyingFilter(_ filterName: String, parameters params: [String: Any]) -> CIImage {
        guard let filter = CIFilter(name: filterName, parameters: params) else { return self }
        filter.setValue(self, forKey: kCIInputImageKey)
        return filter.outputImage ?? self
    }

    open func applyingFilter(_ filterName: String) -> CIImage { applyingFilter(filterName, parameters: [:]) }

    open func applyingGaussianBlur(sigma: Double) -> CIImage {
        applyingFilter("CIGaussianBlur", parameters: [kCIInputRadiusKey: sigma])
    }
}
