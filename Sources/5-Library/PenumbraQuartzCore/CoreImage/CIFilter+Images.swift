import Foundation
import PenumbraCoreGraphics
import PenumbraElementary

public let kCIInputImageKey = "inputImage"
public let kCIInputBackgroundImageKey = "inputBackgroundImage"
public let kCIInputColorKey = "inputColor"
public let kCIInputExtentKey = "inputExtent"
public let kCIInputScaleKey = "inputScale"
public let kCIInputAspectRatioKey = "inputAspectRatio"
public let kCIInputTransformKey = "inputTransform"
public let kCIOutputImageKey = "outputImage"

extension CIFilter {
    /// The input image after the filter, with the inputs as they are now. Nil without an image.
    public var outputImage: CIImage? {
        if kind == "CIConstantColorGenerator" { return (value(forKey: kCIInputColorKey) as? CIColor).map(CIImage.init(color:)) }
        guard let image = value(forKey: kCIInputImageKey) as? CIImage else { return nil }
        switch kind {
        case "CISourceOverCompositing":
            return (value(forKey: kCIInputBackgroundImageKey) as? CIImage).map(image.composited) ?? image
        case "CICrop":
            guard let corners = vector("inputRectangle") else { return image }
            return image.cropped(to: CGRect(x: corners[0], y: corners[1], width: corners[2], height: corners[3]))
        case "CIAreaAverage":
            let rect = vector(kCIInputExtentKey).map { CGRect(x: $0[0], y: $0[1], width: $0[2], height: $0[3]) }
            return CIImage(.average(image, rect ?? image.extent), extent: CGRect(x: 0, y: 0, width: 1, height: 1))
        case "CIAffineTransform": return image.transformed(by: transformInput)
        case "CIAffineClamp": return image.clampedToExtent().transformed(by: transformInput)
        case "CILanczosScaleTransform":
            let scale = CGFloat(input(kCIInputScaleKey))
            return image.transformed(
                by: CGAffineTransform(scaleX: scale * CGFloat(input(kCIInputAspectRatioKey)), y: scale))
        default:
            return CIImage(.filtered(image, duplicate()), extent: grown(image.extent))
        }
    }

    private var transformInput: CGAffineTransform {
        switch value(forKey: kCIInputTransformKey) {
        case let transform as CGAffineTransform: transform
        case let value as NSValue: CATransform3DGetAffineTransform(transformValue(value) ?? CATransform3DIdentity)
        default: .identity
        }
    }

    /// The area that a filter reaches from an area: some standard deviations of a Gaussian, and the radius of other blurs.
    func grown(_ area: CGRect, deviations: CGFloat = 3) -> CGRect {
        guard !area.isInfinite, !area.isNull else { return area }
        let radius = CGFloat(max(0, input(kCIInputRadiusKey)))
        func by(_ x: CGFloat, _ y: CGFloat) -> CGRect { area.insetBy(dx: -x.rounded(.up), dy: -y.rounded(.up)) }
        switch kind {
        case "CIGaussianBlur": return by(deviations * radius, deviations * radius)
        // A box is drawn as a Gaussian of the same standard deviation, which reaches farther than the box.
        case "CIBoxBlur": return by(deviations * radius / 3.squareRoot(), deviations * radius / 3.squareRoot())
        case "CIDiscBlur": return by(radius, radius)
        case "CIMotionBlur":
            let angle = input(kCIInputAngleKey)
            return by(abs(radius * CGFloat(Elementary.cos(angle))), abs(radius * CGFloat(Elementary.sin(angle))))
        case "CIZoomBlur":
            let (x, y) = zoomCenter
            let share = CGFloat(max(0, min(1, input(kCIInputAmountKey) / 100)))
            let farthest = (max(abs(area.minX - x), abs(area.maxX - x)), max(abs(area.minY - y), abs(area.maxY - y)))
            return by(farthest.0 * share, farthest.1 * share)
        default: return area
        }
    }

    private var zoomCenter: (CGFloat, CGFloat) {
        let center = vector(kCIInputCenterKey) ?? [150, 150]
        return (CGFloat(center[0]), CGFloat(center[1]))
    }

    /// A copy for a layer that shows an area of an image, whose y axis points down. Gaussians may mix light.
    func flipped(in area: CGRect, mixesLight: Bool) -> CIFilter {
        let copy = duplicate()
        copy.mixesLight = mixesLight
        if kind == "CIMotionBlur" { copy.setValue(-input(kCIInputAngleKey), forKey: kCIInputAngleKey) }
        if kind == "CIZoomBlur" {
            copy.setValue(
                CIVector(x: zoomCenter.0 - area.minX, y: area.maxY - zoomCenter.1), forKey: kCIInputCenterKey)
        }
        return copy
    }
}
