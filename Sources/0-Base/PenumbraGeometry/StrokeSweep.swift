import PenumbraElementary

/// The area that the pen sweeps, as contours of one orientation, so that overlaps never cancel.
///
/// The pen is a straight line across the path. From one place to the next, usually both of its ends go forward. Where the
/// path turns within the pen's length, one end goes back. The two lines then cross, and each side of the crossing is a
/// triangle with its own orientation. The triangles of the forward side belong to the main contour, which follows the
/// crossings. The triangles of the other side, turned round, make another contour.
struct StrokeSweep {
    /// The finished contours.
    private(set) var contours: [[Point]] = []
    /// The number of points in the finished contours.
    private var done = 0
    /// Both sides of the main contour.
    private var left: [Point] = []
    private var right: [Point] = []
    private var fold: Fold?
    /// The pen's current ends.
    private var place: Place
    private let start: Place
    /// True if the main contour returns to the pen's start.
    private(set) var isWhole = true
    /// True if the side that goes back is hidden and need not be drawn.
    private let hidesFolds: Bool

    /// The pen at a place. Its ends may be a little further out than half its length, to make up for arcs drawn as chords.
    struct Place {
        var point: Point
        var direction: Point
        var left: Double
        var right: Double

        var leftEnd: Point { point + left * direction.turned }
        var rightEnd: Point { point - right * direction.turned }
    }

    private struct Fold {
        var isLeft: Bool
        var ends: [Point]
        var crossings: [Point]
    }

    /// The number of points in all contours so far.
    var pointCount: Int { done + left.count + right.count + (fold.map { 2 * $0.ends.count } ?? 0) }

    init(at start: Place, hidesFolds: Bool) {
        self.start = start
        place = start
        self.hidesFolds = hidesFolds
        begin(start)
    }

    private mutating func begin(_ place: Place) {
        self.place = place
        left = [place.leftEnd]
        right = [place.rightEnd]
    }

    mutating func move(to next: Place) {
        let (way, direction) = (next.point - place.point, place.direction)
        let turn = direction.cross(next.direction)
        // The distances at which the lines along both pens cross, counted to the left from each pen.
        let (here, there) = (way.dot(next.direction) / turn, way.dot(direction) / turn)
        if turn != 0, -place.right < here, here < place.left, -next.right < there, there < next.left {
            cross(place.point + here * direction.turned, next, isLeft: turn > 0)
        } else {
            endFold()
            let forward =
                (next.leftEnd - place.leftEnd + (next.rightEnd - place.rightEnd)).dot(direction + next.direction)
            if forward >= 0 {
                left.append(next.leftEnd)
                right.append(next.rightEnd)
            } else {
                // Where a curve turns back within almost no length, a step may go backwards.
                finishMain()
                isWhole = false
                add([place.rightEnd, next.rightEnd, next.leftEnd, place.leftEnd])
                begin(next)
            }
        }
        place = next
    }

    private mutating func cross(_ crossing: Point, _ next: Place, isLeft: Bool) {
        if let fold, fold.isLeft != isLeft { endFold() }
        if fold == nil { fold = Fold(isLeft: isLeft, ends: [isLeft ? place.leftEnd : place.rightEnd], crossings: []) }
        if !hidesFolds {
            fold?.ends.append(isLeft ? next.leftEnd : next.rightEnd)
            fold?.crossings.append(crossing)
        }
        if isLeft {
            left.append(crossing)
            right.append(next.rightEnd)
        } else {
            left.append(next.leftEnd)
            right.append(crossing)
        }
    }

    private mutating func endFold() {
        guard let fold else { return }
        self.fold = nil
        if fold.isLeft { left.append(place.leftEnd) } else { right.append(place.rightEnd) }
        guard !hidesFolds else { return }
        add(fold.isLeft ? fold.crossings + fold.ends.reversed() : fold.ends + fold.crossings.reversed())
    }

    /// Turns the pen about its middle, over the points of a join.
    mutating func turn(to next: Place, over corner: [Point], isLeft: Bool) {
        endFold()
        if isLeft {
            left += corner + [next.leftEnd]
            right += [next.point, next.rightEnd]
        } else {
            right += corner + [next.rightEnd]
            left += [next.point, next.leftEnd]
        }
        place = next
    }

    /// Turns the pen about its middle at a joint of two straight sides that are long enough for the inner sides to cross.
    mutating func turn(to next: Place, over corner: [Point], inner: Point, isLeft: Bool) {
        endFold()
        if isLeft {
            left += corner + [next.leftEnd]
            right[right.count - 1] = inner
        } else {
            right += corner + [next.rightEnd]
            left[left.count - 1] = inner
        }
        place = next
    }

    /// Continues from a pen that is as good as the current pen.
    mutating func continues(at next: Place) {
        place = next
    }

    /// Ends the way. A closed way is back at its start.
    mutating func finish(isClosed: Bool, innerAtStart: (point: Point, isLeft: Bool)? = nil) {
        endFold()
        guard isClosed, isWhole else { return finishMain() }
        if let innerAtStart {
            if innerAtStart.isLeft { left[0] = innerAtStart.point } else { right[0] = innerAtStart.point }
        }
        add(left)
        add(right.reversed())
        left = []
        right = []
    }

    private mutating func finishMain() {
        add(left + right.reversed())
        left = []
        right = []
    }

    private mutating func add(_ contour: [Point]) {
        contours.append(contour)
        done += contour.count
    }
}
