import PenumbraGeometry

extension Path {
    /// A rectangle with elliptical corners, clockwise from the end of the top left corner.
    init(_ rect: Rect, rx: Double, ry: Double) {
        guard rx > 0, ry > 0 else {
            self.init(rect)
            return
        }
        guard rx != ry else {
            self.init(rect, radii: CornerRadii(rx))
            return
        }
        self.init()
        func corner(_ x: Double, _ y: Double, from angle: Double) {
            addArc(
                Arc(center: Point(x, y), xAxis: Point(rx, 0), yAxis: Point(0, ry), startAngle: angle, sweep: .pi / 2))
        }
        move(to: Point(rect.minX + rx, rect.minY))
        addLine(to: Point(rect.maxX - rx, rect.minY))
        corner(rect.maxX - rx, rect.minY + ry, from: -.pi / 2)
        addLine(to: Point(rect.maxX, rect.maxY - ry))
        corner(rect.maxX - rx, rect.maxY - ry, from: 0)
        addLine(to: Point(rect.minX + rx, rect.maxY))
        corner(rect.minX + rx, rect.maxY - ry, from: .pi / 2)
        addLine(to: Point(rect.minX, rect.minY + ry))
        corner(rect.minX + rx, rect.minY + ry, from: .pi)
        close()
    }
}
