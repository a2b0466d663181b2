import PenumbraGeometry
import TestSupport
import Testing

@Suite(.timed) struct FlatteningMemoryTests {
    /// Small subpaths behind a large one used to take as much memory as the large one each.
    @Test func flattenedSubpathsHaveNoSpareRoom() {
        var path = Path(ellipseIn: Rect(x: 0, y: 0, width: 10_000, height: 10_000))
        for index in 0..<1000 { path.append(Path(Rect(x: Double(index), y: 0, width: 1, height: 1))) }
        let lines = path.flattened()
        let points = lines.reduce(0) { $0 + $1.points.count }
        let room = lines.reduce(0) { $0 + $1.points.capacity }
        #expect(lines.count == 1001 && room < 2 * points, "\(points) \(room)")
    }
}
