import Foundation
import PenumbraCoreGraphics

/// A kind of particles that an emitter layer emits.
open class CAEmitterCell: NSObject, CAMediaTiming {
    open var name: String?
    open var isEnabled = true
    /// Particles per second.
    open var birthRate: Float = 0
    /// Seconds that a particle lives, and the range around them.
    open var lifetime: Float = 0
    open var lifetimeRange: Float = 0
    /// The angle of emission against the z axis, in radians.
    open var emissionLatitude: CGFloat = 0
    /// The angle of emission in the plane, in radians: 0 is to the right.
    open var emissionLongitude: CGFloat = 0
    /// The range around the direction of emission, in radians.
    open var emissionRange: CGFloat = 0
    /// Points per second, and the range around them.
    open var velocity: CGFloat = 0
    open var velocityRange: CGFloat = 0
    /// Points per second, per second.
    open var xAcceleration: CGFloat = 0
    open var yAcceleration: CGFloat = 0
    open var zAcceleration: CGFloat = 0
    /// The size as a factor, the range around it, and its change per second.
    open var scale: CGFloat = 1
    open var scaleRange: CGFloat = 0
    open var scaleSpeed: CGFloat = 0
    /// Radians per second, and the range around them.
    open var spin: CGFloat = 0
    open var spinRange: CGFloat = 0
    /// The colour that multiplies the contents, the ranges around its components, and their changes per second.
    open var color: CGColor? = .white
    open var redRange: Float = 0
    open var greenRange: Float = 0
    open var blueRange: Float = 0
    open var alphaRange: Float = 0
    open var redSpeed: Float = 0
    open var greenSpeed: Float = 0
    open var blueSpeed: Float = 0
    open var alphaSpeed: Float = 0
    /// The picture of a particle: a `CGImage`.
    open var contents: Any?
    open var contentsRect = CGRect(x: 0, y: 0, width: 1, height: 1)
    open var contentsScale: CGFloat = 1
    open var minificationFilter = CALayerContentsFilter.linear.rawValue
    open var magnificationFilter = CALayerContentsFilter.linear.rawValue
    open var minificationFilterBias: Float = 0
    /// The kinds of particles that each particle emits.
    open var emitterCells: [CAEmitterCell]?
    open var style: [AnyHashable: Any]?

    open var beginTime: CFTimeInterval = 0
    open var duration: CFTimeInterval = .infinity
    open var speed: Float = 1
    open var timeOffset: CFTimeInterval = 0
    open var repeatCount: Float = 0
    open var repeatDuration: CFTimeInterval = 0
    open var autoreverses = false
    open var fillMode = CAMediaTimingFillMode.removed
    private var values: [String: Any] = [:]

    public override init() { super.init() }

    /// Archives of cells aren't read: the result is a cell with defaults.
    public required init?(coder: NSCoder) { super.init() }

    open class func defaultValue(forKey key: String) -> Any? { CAEmitterCell().value(forKey: key) }

    open func shouldArchiveValue(forKey key: String) -> Bool {
        !isEqualAny(value(forKey: key), type(of: self).defaultValue(forKey: key))
    }

    // MARK: - Keys

    static let floats: [String: ReferenceWritableKeyPath<CAEmitterCell, Float> & Sendable] = [
        "birthRate": \.birthRate, "lifetime": \.lifetime, "lifetimeRange": \.lifetimeRange, "redRange": \.redRange,
        "greenRange": \.greenRange, "blueRange": \.blueRange, "alphaRange": \.alphaRange, "redSpeed": \.redSpeed,
        "greenSpeed": \.greenSpeed, "blueSpeed": \.blueSpeed, "alphaSpeed": \.alphaSpeed, "speed": \.speed,
    ]
    static let numbers: [String: ReferenceWritableKeyPath<CAEmitterCell, CGFloat> & Sendable] = [
        "emissionLatitude": \.emissionLatitude, "emissionLongitude": \.emissionLongitude, "emissionRange": \.emissionRange,
        "velocity": \.velocity, "velocityRange": \.velocityRange, "xAcceleration": \.xAcceleration,
        "yAcceleration": \.yAcceleration, "zAcceleration": \.zAcceleration, "scale": \.scale, "scaleRange": \.scaleRange,
        "scaleSpeed": \.scaleSpeed, "spin": \.spin, "spinRange": \.spinRange, "contentsScale": \.contentsScale,
    ]

    open func value(forKey key: String) -> Any? {
        if let path = Self.floats[key] { return self[keyPath: path] }
        if let path = Self.numbers[key] { return self[keyPath: path] }
        return switch key {
        case "name": name
        case "enabled": isEnabled
        case "color": color
        case "contents": contents
        case "contentsRect": contentsRect
        case "emitterCells": emitterCells
        default: values[key]
        }
    }

    open func setValue(_ value: Any?, forKey key: String) {
        if let path = Self.floats[key] {
            self[keyPath: path] = Float(numberValue(value) ?? 0)
        } else if let path = Self.numbers[key] {
            self[keyPath: path] = CGFloat(numberValue(value) ?? 0)
        } else {
            switch key {
            case "name": name = value as? String
            case "enabled": isEnabled = (numberValue(value) ?? 1) != 0
            case "color": color = value as? CGColor
            case "contents": contents = value
            case "contentsRect": contentsRect = rectValue(value) ?? contentsRect
            case "emitterCells": emitterCells = value as? [CAEmitterCell]
            default: values[key] = value
            }
        }
    }
}

extension CALayer {
    /// A property of a cell, which key paths such as `emitterCells.spark.birthRate` name.
    func cellTarget(_ name: String, _ key: String) -> KeyTarget? {
        func cell(_ layer: CALayer) -> CAEmitterCell? { (layer as? CAEmitterLayer)?.emitterCells?.first { $0.name == name } }
        guard let found = cell(self) else { return nil }
        let kind: ValueKind =
            CAEmitterCell.floats[key] != nil
            ? .float : CAEmitterCell.numbers[key] != nil ? .double : key == "color" ? .color : .object
        // Values of animations are put back when the frame is drawn.
        return KeyTarget(
            key: "emitterCells", kind: kind, get: { cell($0)?.value(forKey: key) },
            set: { layer, value in
                guard layer.isPresenting else {
                    found.setValue(value, forKey: key)
                    return
                }
                (layer as? CAEmitterLayer)?.presentCell(named: name, value, key)
            })
    }
}

extension CAEmitterLayer {
    /// Replaces a cell by a copy with another value, so that the cell itself stays as it is.
    fileprivate func presentCell(named name: String, _ value: Any?, _ key: String) {
        emitterCells = emitterCells?.map { cell in
            guard cell.name == name else { return cell }
            let copy = cell.duplicate()
            copy.setValue(value, forKey: key)
            return copy
        }
    }
}

extension CAEmitterCell {
    fileprivate func duplicate() -> CAEmitterCell {
        let copy = CAEmitterCell()
        for path in Self.floats.values { copy[keyPath: path] = self[keyPath: path] }
        for path in Self.numbers.values { copy[keyPath: path] = self[keyPath: path] }
        (copy.name, copy.isEnabled, copy.color, copy.contents) = (name, isEnabled, color, contents)
        (copy.contentsRect, copy.emitterCells, copy.beginTime) = (contentsRect, emitterCells, beginTime)
        (copy.duration, copy.timeOffset, copy.values) = (duration, timeOffset, values)
        return copy
    }
}
