import PenumbraJSON
import PenumbraScene

extension BenchmarkResult {
    /// What a report of this kind says of itself in `format`.
    static let format = "penumbra bench"

    public var json: JSONValue {
        [
            "format": .string(Self.format), "version": 1, "program": .string(program), "date": .string(date),
            "machine": [
                "processor": .string(machine.processor), "processors": .number(Double(machine.processors)),
                "memoryBytes": .number(Double(machine.memory)), "system": .string(machine.system),
                "kernels": .string(machine.kernels),
            ],
            "photo": .string(photo), "repeats": .number(Double(repeats)),
            "renderers": .array(
                drawers.map { drawer in
                    [
                        "id": .string(drawer.id), "name": .string(drawer.name), "driver": .string(drawer.driver),
                        "software": .bool(drawer.isSoftware),
                    ]
                }),
            "copies": .array(
                copies.map { copy in
                    [
                        "renderer": .string(copy.drawer), "kind": .string(copy.kind),
                        "gigabytesPerSecond": Self.number(copy.gigabytesPerSecond), "clock": .string(copy.clock),
                    ]
                }),
            "rows": .array(rows.map(Self.json)),
            "notes": .array(notes.map { .string($0) }),
            "failures": .array(failures.map { .string($0) }),
            "equal": .bool(isEqual),
        ]
    }

    private static func json(_ row: Row) -> JSONValue {
        var stages = JSONObject()
        for (name, value) in row.stages.named { stages[name] = value.map(number) ?? .null }
        stages["clock"] = .string(row.stages.clock)
        var object = JSONObject()
        object["name"] = .string(row.name)
        object["scene"] = .string(row.scene)
        object["width"] = .number(Double(row.width))
        object["height"] = .number(Double(row.height))
        object["sigma"] = row.sigma.map { .number($0) } ?? .null
        object["renderer"] = .string(row.drawer)
        object["milliseconds"] = number(row.time.median)
        object["p10"] = number(row.time.percentile(10))
        object["p99"] = number(row.time.percentile(99))
        object["runs"] = .number(Double(row.time.runs.count))
        object["medians"] = .array(row.time.partialMedians.map(number))
        object["megapixelsPerSecond"] = number(row.megapixelsPerSecond)
        object["speedUp"] = number(row.speedUp)
        object["stages"] = .object(stages)
        object["peakMemoryBytes"] = row.peakMemory.map { .number(Double($0)) } ?? .null
        object["addedMemoryBytes"] = row.addedMemory.map { .number(Double($0)) } ?? .null
        object["trafficBytes"] = .number(Double(row.trafficBytes))
        object["copyFloorMilliseconds"] = row.copyFloor.map(number) ?? .null
        object["copyFloorShare"] = row.floorShare.map(number) ?? .null
        if let comparison = row.comparison {
            object["comparison"] = [
                "maximum": .number(Double(comparison.maximumDifference)), "mean": .number(comparison.meanDifference),
                "differentPixels": .number(Double(comparison.differentPixels)), "pixels": .number(Double(comparison.pixels)),
            ]
        } else {
            object["comparison"] = .null
        }
        return .object(object)
    }

    /// Four digits behind the point, of which measurements are not worth more.
    private static func number(_ value: Double) -> JSONValue { .number((value * 1e4).rounded() / 1e4) }
}
