/// Margins that meet at a place and collapse into one (CSS 2.2, section 8.3.1).
struct MarginStrut: Equatable {
    private(set) var positive = 0.0
    private(set) var negative = 0.0

    var sum: Double { positive + negative }

    mutating func append(_ margin: Double) {
        positive = max(positive, margin)
        negative = min(negative, margin)
    }

    mutating func append(_ other: MarginStrut) {
        append(other.positive)
        append(other.negative)
    }

    func appending(_ margin: Double) -> MarginStrut {
        var strut = self
        strut.append(margin)
        return strut
    }
}
