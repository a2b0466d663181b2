import PenumbraGeometry
import PenumbraPlan
import PenumbraScene

/// A lens, motion or zoom blur of a finished group. Beyond the group everything is transparent.
struct GroupShapedBlur: GroupEffect {
    private enum Shape {
        /// A disc with a radius in pixels.
        case lens(Double)
        /// A line from −size to size.
        case motion(Point)
        /// Rays from a place on the device.
        case zoom(Double, Point)
    }

    private let shape: Shape

    /// Creates the blur. Nil if the blur has no effect.
    init?(_ blur: ShapedBlur, _ geometry: LayerGeometry) {
        switch blur {
        case .lens(let radius):
            let pixels = radius * geometry.toDevice.meanScale
            guard pixels > 0.5 else { return nil }
            shape = .lens(pixels)
        case .motion(let radius, let angle):
            let turn = AffineTransform.rotation(degrees: angle)
            var size = Point(turn.a * radius, turn.b * radius).applyingLinearPart(of: geometry.toDevice)
            // The size is unknown if its parts are beyond all numbers. It is certainly too wide.
            if !size.x.isFinite || !size.y.isFinite { size = Point(.infinity, .infinity) }
            guard abs(size.x) > 0.5 || abs(size.y) > 0.5 else { return nil }
            shape = .motion(size)
        case .zoom(let amount, let center):
            guard amount > 0 else { return nil }
            let (width, height) = (geometry.bounds.width, geometry.bounds.height)
            let place = Point(center.x * width, center.y * height).applying(geometry.toDevice)
            guard place.x.isFinite, place.y.isFinite else { return nil }
            shape = .zoom(amount, place)
        }
    }

    /// The pixels beyond a pixel that a blur with a kernel reads.
    private var reach: (x: Int, y: Int)? {
        switch shape {
        case .lens(let radius): (SpanKernel.reach(of: radius), SpanKernel.reach(of: radius))
        case .motion(let size): (SpanKernel.reach(of: abs(size.x)), SpanKernel.reach(of: abs(size.y)))
        case .zoom: nil
        }
    }

    var paintsAlone: Bool { false }

    func extent(of extent: PixelRect) -> PixelRect {
        if let reach { return extent.outset(x: reach.x, y: reach.y) }
        return PixelRect(covering: content(of: extent.rect)).outset(x: 1, y: 1)
    }

    func content(of content: Rect) -> Rect {
        switch shape {
        case .lens, .motion:
            let (x, y) = reach.map { (Double($0.x), Double($0.y)) } ?? (0, 0)
            return Rect(
                x: content.minX - x, y: content.minY - y, width: content.width + 2 * x, height: content.height + 2 * y)
        case .zoom(let amount, let center):
            // A line around a place p reaches the places from p·(1 − amount / 2) to p·(1 + amount / 2).
            return content.scaled(by: 1 / (1 - amount / 2), about: center)
                .union(content.scaled(by: 1 / (1 + amount / 2), about: center))
        }
    }

    func source(of output: PixelRect) -> PixelRect {
        switch shape {
        case .lens, .motion:
            return extent(of: output)
        case .zoom(let amount, let center):
            let rect = output.rect
            return PixelRect(
                covering: rect.scaled(by: 1 - amount / 2, about: center)
                    .union(rect.scaled(by: 1 + amount / 2, about: center))
            ).outset(x: 1, y: 1)
        }
    }

    func apply(_ planner: inout ScenePlanner, to group: FilteredGroup, name: String) throws(PlanningError) -> SurfaceID? {
        guard !group.after.isEmpty, !group.before.isEmpty else { return nil }
        try check(group, name)
        let target = try planner.addSurface(.color, group.after, "blurred \(name)")
        let (dx, dy) = (group.after.x - group.before.x, group.after.y - group.before.y)
        switch shape {
        case .lens(let radius):
            planner.plan.passes.append(
                .blurSpans(
                    BlurSpans(source: group.surface, target: target, kernel: .lens(radius: radius), dx: dx, dy: dy)))
        case .motion(let size):
            planner.plan.passes.append(
                .blurSpans(
                    BlurSpans(
                        source: group.surface, target: target, kernel: .motion(x: size.x, y: size.y), dx: dx, dy: dy)))
        case .zoom(let amount, let center):
            planner.plan.passes.append(
                .blurRays(
                    BlurRays(
                        source: group.surface, target: target,
                        sampling: .zoom(
                            amount: amount, x: center.x - Double(group.before.x), y: center.y - Double(group.before.y),
                            dx: dx, dy: dy, width: group.after.width, height: group.after.height))))
        }
        return target
    }

    /// Throws if the blur is wider than the passes allow.
    private func check(_ group: FilteredGroup, _ name: String) throws(PlanningError) {
        let largest = SpanKernel.largestRadius
        switch shape {
        case .lens(let radius):
            if radius > largest { throw .blurTooWide(layer: name, pixels: radius, allowed: Int(largest)) }
        case .motion(let size):
            let side = max(abs(size.x), abs(size.y))
            if side > largest { throw .blurTooWide(layer: name, pixels: side, allowed: Int(largest)) }
        case .zoom(let amount, let center):
            let after = group.after.rect
            let distance =
                [after.minX, after.maxX].map { abs($0 - center.x) } + [after.minY, after.maxY].map { abs($0 - center.y) }
            let length = amount * (distance.max() ?? 0)
            let allowed = RaySampling.longestInPixels
            if length > Double(allowed) { throw .blurTooWide(layer: name, pixels: length, allowed: allowed) }
        }
    }
}

extension Rect {
    fileprivate func scaled(by scale: Double, about center: Point) -> Rect {
        Rect(
            x: center.x + (minX - center.x) * scale, y: center.y + (minY - center.y) * scale, width: width * scale,
            height: height * scale)
    }
}
