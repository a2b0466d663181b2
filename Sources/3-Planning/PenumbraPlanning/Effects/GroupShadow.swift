import PenumbraGeometry
import PenumbraPlan
import PenumbraScene

/// A shadow behind a finished group, cast by the group's alpha.
struct GroupShadow: GroupEffect {
    private let placed: PlacedShadow

    /// Creates the shadow. Nil if the shadow is not visible.
    init?(_ shadow: Shadow, _ geometry: LayerGeometry) {
        placed = PlacedShadow(shadow, geometry)
        guard placed.isVisible else { return nil }
    }

    private var reach: Int { placed.blur.reach + 2 }

    var paintsAlone: Bool { false }

    func extent(of extent: PixelRect) -> PixelRect {
        extent.union(extent.offset(x: placed.dx, y: placed.dy).outset(x: reach, y: reach))
    }

    func content(of content: Rect) -> Rect {
        content.union(content.offset(by: placed.offset).inset(by: -Double(placed.blur.reach)))
    }

    func source(of output: PixelRect) -> PixelRect { output.union(placed.casterPixels(shadowing: output)) }

    func apply(_ planner: inout ScenePlanner, to group: FilteredGroup, name: String) throws(PlanningError) -> SurfaceID? {
        let target = try planner.addTarget(group.after, "shadowed \(name)")
        let alpha = LayerAlpha(.surface(group.surface, bounds: group.before), extent: group.extents.before)
        let blurred = try alpha.blurred(
            &planner, placed.key(), output: group.after.offset(x: -placed.dx, y: -placed.dy), name: "shadow of \(name)")
        if let blurred {
            let region = blurred.bounds.offset(x: placed.dx, y: placed.dy).intersection(group.after)
            planner.emit(
                Composite(
                    target: target.surface, region: target.local(region), source: .color(placed.color(in: planner.colorSpace)),
                    mask: blurred.operand(onto: target, dx: placed.dx, dy: placed.dy)))
        }
        // A backdrop is read while a copy of its surface is painted on, so the surface itself is meant here.
        planner.copy(group.surface, group.before, to: target)
        return target.surface
    }
}
