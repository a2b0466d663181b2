import ArgumentParser
import Penumbra

/// A size such as `1200x630`, with both sides above zero, or one number for a square.
struct SizeArgument {
    var size: Size
}

extension SizeArgument: ExpressibleByArgument {
    init?(argument: String) {
        let parts = argument.split(separator: "x", omittingEmptySubsequences: false).map { Double(String($0)) }
        guard parts.count == 1 || parts.count == 2, let width = parts[0], let height = parts[parts.count - 1],
            width.isFinite, height.isFinite, width > 0, height > 0
        else { return nil }
        size = Size(width: width, height: height)
    }

    var defaultValueDescription: String { "\(plain(size.width))x\(plain(size.height))" }
}

/// A point such as `30,70`; both numbers may be negative.
struct PointArgument: ExpressibleByArgument {
    var point: Point

    init?(argument: String) {
        let parts = argument.split(separator: ",", omittingEmptySubsequences: false).map { Double(String($0)) }
        guard parts.count == 2, let x = parts[0], let y = parts[1], x.isFinite, y.isFinite else { return nil }
        point = Point(x, y)
    }
}

/// A colour in CSS syntax.
struct ColorArgument: ExpressibleByArgument {
    var color: Color

    init?(argument: String) {
        guard let color = try? Color(css: argument) else { return nil }
        self.color = color
    }
}
