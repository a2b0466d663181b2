import PenumbraElementary

/// The area that the pen sweeps, as contours of one orientation, so that overlaps never cancel.
///
/// The pen is a straight line across the path. From one place to the next both of its ends go forward, or, where the path turns
/// within the pen's length, one of them goes back: then the two lines cross, and each side of the crossing is a triangle of an
/// orientation of its own. The triangles of the side that goes forward belong to the main contour, which follows the crossings;
/// those of the other side, turned round, make another one.
struct StrokeSweep {
    /// The contours that are done.
    private(set) var contours: [[Point]] = []
    /// How many points these have.
    private var done = 0
    /// Both sides of the main contour.
    private var left: [Point] = []
    private var right: [Point] = []
    private var fold: Fold?
    /// The pen's ends where it is now.
    private var place: Place
    private let start: Place
    /// Whether the main contour goes back to where the pen started.
    private(set) var isWhole = true
    /// Whether the side that goes back need not be drawn, as it is hidden.
    private let hidesFolds: Bool

    /// The pen, whose ends may be a little further out than half its length, to make up for arcs that are drawn as chords.
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

    /// How many points all contours have so far.
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
        // Where the lines along both pens cross, to the left of either.
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
                // Where a curve turns back within next to nothing, a step may go backwards.
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

    /// Turns the pen about its middle where both of the sides that meet are straight and so long that the inner ones cross.
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

    /// Goes on from a pen that is as good as the one here.
    mutating func continues(at next: Place) {
        place = next
    }

    /// The way is done. A closed one is back where it started.
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
