import Foundation
import PenumbraCoreGraphics
import PenumbraGeometry
import PenumbraMotion

/// The values between key values.
public struct CAAnimationCalculationMode: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static let linear = CAAnimationCalculationMode(rawValue: "linear")
    public static let discrete = CAAnimationCalculationMode(rawValue: "discrete")
    public static let paced = CAAnimationCalculationMode(rawValue: "paced")
    public static let cubic = CAAnimationCalculationMode(rawValue: "cubic")
    public static let cubicPaced = CAAnimationCalculationMode(rawValue: "cubicPaced")
}

/// The turn of a layer that moves along a path.
public struct CAAnimationRotationMode: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static let rotateAuto = CAAnimationRotationMode(rawValue: "auto")
    public static let rotateAutoReverse = CAAnimationRotationMode(rawValue: "autoReverse")
}

/// An animation through several values, or along a path.
open class CAKeyframeAnimation: CAPropertyAnimation {
    open var values: [Any]? { didSet { prepared = nil } }
    /// The path of a point. It takes the place of `values`.
    open var path: CGPath? { didSet { prepared = nil } }
    /// The times of the values, from 0 to 1.
    open var keyTimes: [NSNumber]? { didSet { prepared = nil } }
    /// The pace between each pair of values.
    open var timingFunctions: [CAMediaTimingFunction]? { didSet { prepared = nil } }
    open var calculationMode = CAAnimationCalculationMode.linear { didSet { prepared = nil } }
    open var tensionValues: [NSNumber]? { didSet { prepared = nil } }
    open var continuityValues: [NSNumber]? { didSet { prepared = nil } }
    open var biasValues: [NSNumber]? { didSet { prepared = nil } }
    open var rotationMode: CAAnimationRotationMode?

    private var prepared: Prepared?

    public override init() { super.init() }
    public required init?(coder: NSCoder) { super.init(coder: coder) }

    override func blank() -> CAAnimation { CAKeyframeAnimation() }

    override func duplicate() -> CAAnimation {
        let copy = super.duplicate()
        if let copy = copy as? CAKeyframeAnimation {
            (copy.values, copy.path, copy.keyTimes) = (values, path, keyTimes)
            (copy.timingFunctions, copy.calculationMode, copy.rotationMode) = (timingFunctions, calculationMode, rotationMode)
            (copy.tensionValues, copy.continuityValues, copy.biasValues) = (tensionValues, continuityValues, biasValues)
        }
        return copy
    }

    // MARK: - Values

    /// What the values or the path become for computing.
    private struct Prepared {
        var kind: ValueKind
        var keyframes: Keyframes<LayerValue>?
        /// The distance along the path over time.
        var distances: Keyframes<Double>?
        var path: OffsetPath?
    }

    private func prepare(_ kind: ValueKind) -> Prepared {
        if let prepared, prepared.kind == kind { return prepared }
        var result = Prepared(kind: kind)
        if let path, let offsets = try? OffsetPath(path.shape) {
            result.path = offsets
            result.distances = distances(offsets)
        } else {
            let list = (values ?? []).compactMap { kind.value($0) }
            result.keyframes = frames(list, mode: mode)
        }
        prepared = result
        return result
    }

    private var mode: CalculationMode { CalculationMode(rawValue: calculationMode.rawValue) ?? .linear }

    /// The distances of the path's points. The modes that pace follow the path at a constant speed.
    private func distances(_ path: OffsetPath) -> Keyframes<Double>? {
        switch mode {
        case .paced, .cubicPaced: return frames([0, 1], mode: .linear, isTimed: false)
        case .discrete: return frames(path.ends, mode: .discrete)
        case .linear, .cubic: return frames(path.ends, mode: .linear)
        }
    }

    /// Key values with their times. Times and functions of a wrong number are left out, as Core Animation does.
    private func frames<Value: Interpolatable>(_ list: [Value], mode: CalculationMode, isTimed: Bool = true) -> Keyframes<
        Value
    >? {
        guard !list.isEmpty else { return nil }
        let isPaced = mode == .paced || mode == .cubicPaced
        let isCubic = mode == .cubic || mode == .cubicPaced
        let functions = timingFunctions.flatMap { functions in
            functions.count >= list.count - 1 && list.count > 1 ? functions.prefix(list.count - 1).map(\.timing) : nil
        }
        func numbers(_ list: [NSNumber]?) -> [Double]? { list.map { $0.map(\.doubleValue) } }
        func fitting(_ numbers: [Double]?) -> [Double]? { isCubic && numbers?.count == list.count ? numbers : nil }
        let times = isPaced || !isTimed ? nil : numbers(keyTimes).map { Self.rising($0) }
        let usesFunctions = !isPaced && mode != .discrete && isTimed
        for (times, functions) in [(times, functions), (nil, functions), (times, nil), (nil, nil)] {
            let frames = try? Keyframes(
                list, keyTimes: times, mode: mode, timingFunctions: usesFunctions ? functions : nil,
                tension: fitting(numbers(tensionValues)), continuity: fitting(numbers(continuityValues)),
                bias: fitting(numbers(biasValues)))
            if let frames { return frames }
        }
        // Values without anything in between jump.
        return try? Keyframes(list, mode: .discrete)
    }

    /// Times in 0…1 that never decrease.
    private static func rising(_ times: [Double]) -> [Double] {
        var last = 0.0
        return times.map { time in
            last = max(last, min(1, time.isNaN ? 0 : time))
            return last
        }
    }

    override func presented(
        _ progress: Double, _ timing: Timing, _ state: TimingState, _ kind: ValueKind, _ own: LayerValue
    ) -> (value: LayerValue, last: LayerValue?)? {
        let prepared = prepare(kind)
        if let path = prepared.path, let distances = prepared.distances {
            func value(_ progress: Double) -> LayerValue? {
                guard let distance = try? distances.value(at: progress, duration: timing.duration) else { return nil }
                let point = path.place(at: distance).point
                return .numbers([point.x, point.y])
            }
            return value(progress).map { ($0, value(timing.autoreverses ? 0 : 1)) }
        }
        guard let frames = prepared.keyframes,
            let value = try? frames.value(at: progress, duration: timing.duration, isBefore: state.isBefore)
        else { return nil }
        return (value, frames.values[timing.autoreverses ? 0 : frames.values.count - 1])
    }

    override func apply(to layer: CALayer, at moment: Moment, begin: CFTimeInterval, source: LayerSnapshot?) {
        super.apply(to: layer, at: moment, begin: begin, source: source)
        guard let rotationMode, let (_, progress, timing) = position(at: moment, begin: begin),
            let path = prepare(.point).path, let distances = prepare(.point).distances,
            let distance = try? distances.value(at: progress, duration: timing.duration)
        else { return }
        var direction = path.place(at: distance).direction
        if rotationMode == .rotateAutoReverse { direction = Point(-direction.x, -direction.y) }
        let turn = CATransform3DMakeAffineTransform(
            CGAffineTransform(a: direction.x, b: direction.y, c: -direction.y, d: direction.x, tx: 0, ty: 0))
        layer.transform = CATransform3DConcat(turn, layer.transform)
    }

    open override func value(forKey key: String) -> Any? {
        switch key {
        case "values": values
        case "path": path
        case "keyTimes": keyTimes
        case "timingFunctions": timingFunctions
        case "calculationMode": calculationMode
        case "tensionValues": tensionValues
        case "continuityValues": continuityValues
        case "biasValues": biasValues
        case "rotationMode": rotationMode
        default: super.value(forKey: key)
        }
    }

    open override func setValue(_ value: Any?, forKey key: String) {
        func numbers() -> [NSNumber]? { (value as? [Any])?.map { NSNumber(value: numberValue($0) ?? 0) } }
        switch key {
        case "values": values = value as? [Any]
        case "path": path = value as? CGPath
        case "keyTimes": keyTimes = numbers()
        case "timingFunctions": timingFunctions = value as? [CAMediaTimingFunction]
        case "calculationMode": calculationMode = value as? CAAnimationCalculationMode ?? .linear
        case "tensionValues": tensionValues = numbers()
        case "continuityValues": continuityValues = numbers()
        case "biasValues": biasValues = numbers()
        case "rotationMode": rotationMode = value as? CAAnimationRotationMode
        default: super.setValue(value, forKey: key)
        }
    }
}
