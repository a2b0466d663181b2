/// The floats of a block formatting context, divided into bands. Every band has one left and one right edge.
struct FloatBands {
    private struct Band {
        var top: Double
        var left: Double
        var right: Double
    }

    /// The bands from top to bottom, each ending where the next one starts.
    private var bands = [Band(top: -.infinity, left: -.infinity, right: .infinity)]
    /// The bands that were looked at, as a measure of work.
    private(set) var steps = 0

    /// The room between the floats from `y` to `y + height`, inside the content of `box`. Its width isn't negative.
    mutating func room(at y: Double, height: Double, in box: BlockBox) -> (left: Double, right: Double) {
        var room = (left: box.left, right: box.right)
        var index = band(at: y)
        repeat {
            room.left = max(room.left, bands[index].left)
            room.right = min(room.right, bands[index].right)
            index += 1
            steps += 1
        } while index < bands.count && bands[index].top < y + height
        return Self.fitted(room, to: box)
    }

    /// Whether a left float reaches beyond a right one somewhere between `y` and `y + height`.
    ///
    /// Where a float at `y` leaves nothing of `box`, Chromium looks at all floats below `y`.
    mutating func areCrossed(at y: Double, height: Double, in box: BlockBox) -> Bool {
        var (left, right) = (-Double.infinity, Double.infinity)
        var index = band(at: y)
        let isFilled = max(box.left, bands[index].left) > min(box.right, bands[index].right)
        let end = isFilled ? .infinity : y + height
        repeat {
            (left, right) = (max(left, bands[index].left), min(right, bands[index].right))
            index += 1
            steps += 1
        } while index < bands.count && bands[index].top < end
        return left > right
    }

    /// A room without a negative width.
    static func fitted(_ room: (left: Double, right: Double), to box: BlockBox) -> (left: Double, right: Double) {
        box.isRightToLeft ? (min(room.left, room.right), room.right) : (room.left, max(room.left, room.right))
    }

    /// The top of the first band below `y`.
    func nextTop(below y: Double) -> Double? {
        let index = band(at: y) + 1
        return index < bands.count ? bands[index].top : nil
    }

    /// Adds the margin box of a float.
    ///
    /// - Parameters:
    ///   - edge: the right edge of a left float, or the left edge of a right one.
    ///   - width: the width of the margin box. Floats without width leave all of the room.
    mutating func insert(_ side: LayoutFloat, top: Double, bottom: Double, edge: Double, width: Double) {
        guard width > 0 else { return }
        var index = split(at: top)
        var end = split(at: bottom)
        if top == bottom {
            // A float without height is in the way of boxes that start above it, and no others.
            bands.insert(bands[index], at: index)
            end = index + 1
        }
        while index < end {
            if side == .left {
                bands[index].left = max(bands[index].left, edge)
            } else {
                bands[index].right = min(bands[index].right, edge)
            }
            index += 1
            steps += 1
        }
    }

    /// The index of the band that holds `y`.
    private func band(at y: Double) -> Int {
        var (low, high) = (0, bands.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if bands[middle].top <= y { low = middle } else { high = middle }
        }
        return low
    }

    /// The index of the band that starts at `y`, which is made if there is none.
    private mutating func split(at y: Double) -> Int {
        let index = band(at: y)
        if bands[index].top == y { return index }
        var lower = bands[index]
        lower.top = y
        bands.insert(lower, at: index + 1)
        return index + 1
    }
}
