import PenumbraGeometry

extension FilterPixels.Operation {
    /// The operation's number in shaders.
    public enum Number: Int32, CaseIterable, Sendable {
        case straight, combine, extremum, tile, turbulence, convolve, displace, light
    }

    public var number: Number {
        switch self {
        case .straight: .straight
        case .combine: .combine
        case .extremum: .extremum
        case .tile: .tile
        case .turbulence: .turbulence
        case .convolve: .convolve
        case .displace: .displace
        case .light: .light
        }
    }

    /// The numbers of the operation in the form that shaders read.
    public var words: [Int32] {
        switch self {
        case .straight(let changes): return Self.words(of: changes)
        case .combine(.parts(let first, let second)): return [0, first.rawValue, second.rawValue]
        case .combine(.arithmetic(let row)): return [1] + row.words
        case .extremum(let extremum):
            return [
                extremum.axis == .vertical ? 1 : 0, extremum.isGreatest ? 1 : 0, Int32(extremum.first), Int32(extremum.count),
            ]
        case .tile(let rect): return rect.words
        case .turbulence(let turbulence):
            let columns = 7 + turbulence.lattice.words.count
            let rows = columns + 2 * turbulence.columns.count
            let head = [
                turbulence.octaves, turbulence.isFractal ? 1 : 0, columns, rows, turbulence.rows.count / turbulence.octaves,
            ]
            return head.map { Int32($0) } + [turbulence.scaling.bias, turbulence.scaling.shift] + turbulence.lattice.words
                + (turbulence.columns + turbulence.rows).flatMap { [$0.x, $0.y] }
        case .convolve(let kernel):
            let place = [kernel.columns, kernel.rows, kernel.firstColumn, kernel.firstRow].map { Int32($0) }
            return place + [kernel.edge.rawValue, kernel.keepsAlpha ? 1 : 0] + kernel.area.words + [kernel.shift, kernel.bias]
                + kernel.weights
        case .displace(let displacement):
            return [displacement.x, displacement.y].flatMap { [Int32($0.channel.rawValue), $0.scale, $0.shift] }
        case .light(let light): return light.words
        }
    }

    /// The number of changes; for each change 0 and four rows, or 1 and the places of four tables; then the tables.
    private static func words(of changes: [FilterPixels.ColorChange]) -> [Int32] {
        let numbersPerChange = 25
        var head = [Int32(changes.count)]
        var tables: [Int32] = []
        var places: [ObjectIdentifier: Int32] = [:]
        for change in changes {
            switch change {
            case .matrix(let rows): head += [0] + rows.flatMap(\.words)
            case .tables(let list):
                head.append(1)
                for table in list {
                    guard let table else {
                        head.append(-1)
                        continue
                    }
                    let next = Int32(1 + numbersPerChange * changes.count + tables.count)
                    let place = places[ObjectIdentifier(table)] ?? next
                    if place == next { tables += table.words }
                    places[ObjectIdentifier(table)] = place
                    head.append(place)
                }
                head += [Int32](repeating: 0, count: numbersPerChange - 5)
            }
        }
        return head + tables
    }
}

extension FilterPixels.Row {
    fileprivate var words: [Int32] { numbers + [shift] }
}

extension FilterPixels.Lighting {
    /// 28 numbers, the tables, the columns and the rows.
    fileprivate var words: [Int32] {
        let columnsAt = Int32(28 + LightTables.words.count)
        var head = colors
        head += [highlight == nil ? 0 : 1, highlight?.number ?? 0, highlight?.most ?? 0] + area.words
        head += slopes.across + slopes.down + [slopes.shift, height.base, height.scale, height.shift]
        head += [cone == nil ? 0 : 1] + (cone?.axis ?? [0, 0, 0])
        head += [cone?.length ?? 0, cone?.exponent.number ?? 0, cone?.exponent.most ?? 0, cone?.edge ?? 0]
        return head + [columnsAt, columnsAt + Int32(columns.count)] + LightTables.words + columns + rows
    }
}

extension PixelRect {
    fileprivate var words: [Int32] { [Int32(x), Int32(y), Int32(width), Int32(height)] }
}
