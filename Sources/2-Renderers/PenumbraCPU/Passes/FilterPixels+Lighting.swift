import PenumbraGeometry
import PenumbraPlan

/// A direction in 14 bits.
private typealias Vector = SIMD3<Int32>

extension FilterPixels.Lighting {
    /// Logarithms that stand for no light.
    private static let nothing = Int32.min

    func fill(_ read: PixelReader, _ fill: ((Int, Int) -> Pixel) -> Void) {
        LightTables.logarithms.withUnsafeBufferPointer { logarithms in
            LightTables.powers.withUnsafeBufferPointer { powers in
                let math = LightMath(logarithms: logarithms, powers: powers)
                let axis = cone.map { (Vector($0.axis), $0.length) }
                let (exponent, coneExponent) = (highlight.map(RaisedCosine.init), cone.map { RaisedCosine($0.exponent) })
                fill { x, y in
                    let (left, top) = (x &+ read.dx, y &+ read.dy)
                    let light = math.fit(Vector(columns[x], rows[y], rise(above: read(at: left, top).w)))
                    let length = math.square(light)
                    var level = Self.nothing
                    if length != Self.nothing {
                        let normal = normal(left, top, read, math)
                        if let exponent {
                            let far = math.power(length >> 1, bits: 0)
                            let half = math.fit(Vector(light.x, light.y, light.z &+ far))
                            level = exponent.raised(math.cosine(normal, half, math.square(normal), math.square(half)))
                        } else {
                            level = math.cosine(normal, light, math.square(normal), length)
                        }
                        if let axis, let cone, let coneExponent {
                            let inside = math.cosine(light, axis.0, length, axis.1)
                            let raised = inside < cone.edge ? Self.nothing : coneExponent.raised(inside)
                            level = level == Self.nothing || raised == Self.nothing ? Self.nothing : level &+ raised
                        }
                    }
                    guard level != Self.nothing else { return Pixel(0, 0, 0, highlight == nil ? 32768 : 0) }
                    func part(_ channel: Int) -> Int32 {
                        let sum = level &+ colors[channel]
                        return sum >= 0 ? 32768 : math.power(sum, bits: 15)
                    }
                    let (red, green, blue) = (part(0), part(1), part(2))
                    return Pixel(red, green, blue, highlight == nil ? 32768 : max(red, green, blue))
                }
            }
        }
    }

    @inline(__always)
    private func rise(above alpha: Int32) -> Int32 {
        height.base &- ((alpha &* height.scale &+ Int32(1 << height.shift) >> 1) >> height.shift)
    }

    @inline(__always)
    private func normal(_ x: Int, _ y: Int, _ read: PixelReader, _ math: LightMath) -> Vector {
        let (left, right) = (x > area.x ? x &- 1 : x, x < area.maxX &- 1 ? x &+ 1 : x)
        let (top, bottom) = (y > area.y ? y &- 1 : y, y < area.maxY &- 1 ? y &+ 1 : y)
        func alpha(_ x: Int, _ y: Int) -> Int32 {
            x >= area.x && x < area.maxX && y >= area.y && y < area.maxY ? read(at: x, y).w : 0
        }
        var (across, down) = (2 &* (alpha(right, y) &- alpha(left, y)), 2 &* (alpha(x, bottom) &- alpha(x, top)))
        if top < y { across = across &+ alpha(right, top) &- alpha(left, top) }
        if bottom > y { across = across &+ alpha(right, bottom) &- alpha(left, bottom) }
        if left < x { down = down &+ alpha(left, bottom) &- alpha(left, top) }
        if right > x { down = down &+ alpha(right, bottom) &- alpha(right, top) }
        let half = Int32(1 << slopes.shift) >> 1
        func slope(_ sum: Int32, _ factors: [Int32], isEdge: Bool, missesSide: Bool) -> Int32 {
            let slope = (sum &* factors[missesSide ? 1 : 0] &+ half) >> slopes.shift
            return isEdge ? slope &* 2 : slope
        }
        let (missesColumn, missesRow) = (right &- left < 2, bottom &- top < 2)
        return math.fit(
            Vector(
                0 &- slope(across, slopes.across, isEdge: missesColumn, missesSide: missesRow),
                0 &- slope(down, slopes.down, isEdge: missesRow, missesSide: missesColumn), 16384))
    }
}

/// An exponent of cosines.
private struct RaisedCosine {
    let whole: Int32
    let rest: Int32
    let most: Int32

    init(_ exponent: FilterPixels.Lighting.Exponent) {
        (whole, rest, most) = (exponent.number >> 8, exponent.number & 255, exponent.most)
    }

    @inline(__always)
    func raised(_ cosine: Int32) -> Int32 {
        guard cosine >= 0 &- most else { return .min }
        let depth = max(0, 0 &- cosine)
        return 0 &- (depth &* whole &+ (depth >> 8) &* rest)
    }
}

private struct LightMath {
    let logarithms: UnsafeBufferPointer<Int32>
    let powers: UnsafeBufferPointer<Int32>

    @inline(__always)
    func fit(_ vector: Vector) -> Vector {
        let most = max(abs(vector.x), abs(vector.y), abs(vector.z))
        guard most > 16384 else { return vector }
        let shift = Int32(18 - most.leadingZeroBitCount)
        return (vector &+ (Int32(1) << shift) >> 1) &>> Vector(repeating: shift)
    }

    /// The logarithm of the square of a vector's length.
    @inline(__always)
    func square(_ vector: Vector) -> Int32 {
        let sum = (vector &* vector).wrappedSum()
        return sum > 0 ? LightTables.logarithm(sum, logarithms) : .min
    }

    /// - Parameters:
    ///   - first: the logarithm of the square of `a`.
    ///   - second: the logarithm of the square of `b`.
    @inline(__always)
    func cosine(_ a: Vector, _ b: Vector, _ first: Int32, _ second: Int32) -> Int32 {
        let product = (a &* b).wrappedSum()
        return product > 0 ? LightTables.logarithm(product, logarithms) &- ((first &+ second &+ 1) >> 1) : .min
    }

    @inline(__always)
    func power(_ exponent: Int32, bits: Int32) -> Int32 {
        let shift = 22 &- bits &- (exponent >> 24)
        guard shift < 25 else { return 0 }
        let (index, rest) = (Int((exponent >> 16) & 255), exponent & 65535)
        let mantissa = powers[index] &+ (((powers[index &+ 1] &- powers[index]) &* rest) >> 16)
        return (mantissa &+ (Int32(1) << shift) >> 1) >> shift
    }
}
