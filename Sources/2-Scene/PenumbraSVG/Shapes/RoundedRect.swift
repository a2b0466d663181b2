import PenumbraGeometry

extension Path {
    /// A rectangle with elliptical corners, clockwise from the end of the top left corner.
    package init(_ rect: Rect, rx: Double, ry: Double) {
        guard rx > 0, ry > 0 else {
            self.init(rect)
            return
        }
        guard rx != ry else {
            self.init(rect, radii: CornerRadii(rx))
            return
        }
        self.init(rect, corners: [Size](repeating: Size(width: rx, height: ry), count: 4))
    }

    /// A rectangle with corners of their own radii, clockwise from the end of the top left corner.
    ///
    /// - Parameter corners: the radii from the top left corner on, clockwise. They fit the rectangle.
    init(_ rect: Rect, corners: [Size]) {
        self.init()
        func corner(_ index: Int, _ x: Double, _ y: Double) {
            let (rx, ry) = (corners[index].width, corners[index].height)
            guard rx > 0, ry > 0 else { return }
            let center = Point(x + (index == 1 || index == 2 ? -rx : rx), y + (index >= 2 ? -ry : ry))
            addArc(
                Arc(
                    center: center, xAxis: Point(rx, 0), yAxis: Point(0, ry),
                    startAngle: Double(index == 0 ? 2 : index - 2) * .pi / 2,
                    sweep: .pi / 2))
        }
        move(to: Point(rect.minX + corners[0].width, rect.minY))
        addLine(to: Point(rect.maxX - corners[1].width, rect.minY))
        corner(1, rect.maxX, rect.minY)
        addLine(to: Point(rect.maxX, rect.maxY - corners[2].height))
        corner(2, rect.maxX, rect.maxY)
        addLine(to: Point(rect.minX + corners[3].width, rect.maxY))
        corner(3, rect.minX, rect.maxY)
        addLine(to: Point(rect.minX, rect.minY + corners[0].height))
        corner(0, rect.minX, rect.minY)
        close()
    }
}
