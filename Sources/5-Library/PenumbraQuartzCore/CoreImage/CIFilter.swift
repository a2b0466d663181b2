import Foundation
import PenumbraCoreGraphics

/// A few numbers, for inputs of filters.
open class CIVector: NSObject {
    private let values: [CGFloat]
    public var count: Int { values.count }
    public var x: CGFloat { value(at: 0) }
    public var y: CGFloat { value(at: 1) }
    public var z: CGFloat { value(at: 2) }
    public var w: CGFloat { value(at: 3) }

    public init(values: UnsafePointer<CGFloat>, count: Int) {
        self.values = (0..<max(0, count)).map { values[$0] }
        super.init()
    }

    public init(x: CGFloat) {
        values = [x]
        super.init()
    }

    public init(x: CGFloat, y: CGFloat) {
        values = [x, y]
        super.init()
    }

    public init(x: CGFloat, y: CGFloat, z: CGFloat) {
        values = [x, y, z]
        super.init()
    }

    public init(x: CGFloat, y: CGFloat, z: CGFloat, w: CGFloat) {
        values = [x, y, z, w]
        super.init()
    }

    public convenience init(cgPoint: CGPoint) { self.init(x: cgPoint.x, y: cgPoint.y) }
    public convenience init(cgRect: CGRect) {
        self.init(x: cgRect.minX, y: cgRect.minY, z: cgRect.width, w: cgRect.height)
    }

    /// Returns a number, or zero beyond the last number.
    open func value(at index: Int) -> CGFloat { values.indices.contains(index) ? values[index] : 0 }
}

public let kCIInputRadiusKey = "inputRadius"
public let kCIInputAngleKey = "inputAngle"
public let kCIInputAmountKey = "inputAmount"
public let kCIInputCenterKey = "inputCenter"
public let kCIInputIntensityKey = "inputIntensity"
public let kCIInputSaturationKey = "inputSaturation"
public let kCIInputBrightnessKey = "inputBrightness"
public let kCIInputContrastKey = "inputContrast"
public let kCIInputEVKey = "inputEV"

/// A filter of Core Image: for images, and for layers in `filters`, `backgroundFilters` and `compositingFilter`.
///
/// Filters that Penumbra doesn't have are kept, and drawing with them fails with their name.
open class CIFilter: NSObject {
    /// The name in Core Image.
    let kind: String
    /// The name in key paths of layers, such as `filters.blur.inputRadius`.
    open var name: String
    open var isEnabled = true
    private var inputs: [String: Any] = [:]
    /// Whether a blur mixes light instead of values of sRGB.
    var mixesLight = false

    /// Creates a filter with its default inputs. Nil for a name that doesn't begin with `CI`.
    public init?(name: String) {
        guard name.hasPrefix("CI") else { return nil }
        (kind, self.name) = (name, name)
        super.init()
    }

    public convenience init?(name: String, parameters params: [String: Any]?) {
        self.init(name: name)
        for (key, value) in params ?? [:] { inputs[key] = value }
    }

    private init(copying other: CIFilter) {
        (kind, name, isEnabled, inputs, mixesLight) = (other.kind, other.name, other.isEnabled, other.inputs, other.mixesLight)
        super.init()
    }

    open func setDefaults() { inputs = [:] }

    open var inputKeys: [String] { (Self.defaults[kind] ?? [:]).keys.sorted() }

    open func value(forKey key: String) -> Any? {
        key == kCIOutputImageKey ? outputImage : inputs[key] ?? Self.defaults[kind]?[key]
    }

    open func setValue(_ value: Any?, forKey key: String) { inputs[key] = value }

    open override func copy() -> Any { duplicate() }

    func duplicate() -> CIFilter { CIFilter(copying: self) }

    /// The number of an input.
    func input(_ key: String) -> Double { numberValue(value(forKey: key)) ?? 0 }

    /// The numbers of an input that is a vector. Nil for an input that isn't set.
    func vector(_ key: String) -> [Double]? {
        guard let vector = value(forKey: key) as? CIVector else { return nil }
        return (0..<4).map { Double(vector.value(at: $0)) }
    }

    /// The defaults of Core Image.
    private static let defaults: [String: [String: Double]] = [
        "CIGaussianBlur": ["inputRadius": 10], "CIBoxBlur": ["inputRadius": 10], "CIDiscBlur": ["inputRadius": 8],
        "CIMotionBlur": ["inputRadius": 20, "inputAngle": 0], "CIZoomBlur": ["inputAmount": 20],
        "CIColorControls": ["inputSaturation": 1, "inputBrightness": 0, "inputContrast": 1],
        "CIColorMatrix": [:], "CIColorClamp": [:], "CIHueAdjust": ["inputAngle": 0], "CISepiaTone": ["inputIntensity": 1],
        "CIExposureAdjust": ["inputEV": 0], "CIGammaAdjust": ["inputPower": 1], "CIColorInvert": [:],
        "CIPhotoEffectMono": [:], "CIPhotoEffectNoir": [:], "CIVibrance": ["inputAmount": 0],
        "CIVignette": ["inputIntensity": 0, "inputRadius": 1],
        "CILanczosScaleTransform": ["inputScale": 1, "inputAspectRatio": 1],
    ]
}
