import Penumbra

extension BenchmarkResult {
    /// The value of the key `format` in reports of this kind.
    static let format = "penumbra bench"

    public var json: JSONValue {
        [
            "format": .string(Self.format), "version": 1, "program": .string(program), "date": .string(date),
            "machine": [
                "processor": .string(machine.processor), "processors": .count(machine.processors),
                "memoryBytes": .count(machine.memory), "system": .string(machine.system),
                "kernels": .string(machine.kernels),
            ],
            "photo": .string(photo), "repeats": .count(repeats),
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
            "notes": .strings(notes),
            "failures": .strings(failures),
            "equal": .bool(isEqual),
        ]
    }

    private static func json(_ row: Row) -> JSONValue {
        var stages = JSONObject()
        for (name, value) in row.stages.named { stages[name] = value.map(number) ?? .null }
        stages["clock"] = .string(row.stages.clock)
        let comparison: JSONValue? = row.comparison.map { comparison in
            [
                "maximum": .count(comparison.maximumDifference), "mean": .number(comparison.meanDifference),
                "differentPixels": .count(comparison.differentPixels), "pixels": .count(comparison.pixels),
            ]
        }
        return [
            "name": .string(row.name), "scene": .string(row.scene), "width": .count(row.width), "height": .count(row.height),
            "sigma": row.sigma.map { .number($0) } ?? .null, "renderer": .string(row.drawer),
            "milliseconds": number(row.time.median), "p10": number(row.time.percentile(10)),
            "p99": number(row.time.percentile(99)), "runs": .count(row.time.runs.count),
            "medians": .array(row.time.partialMedians.map(number)),
            "megapixelsPerSecond": number(row.megapixelsPerSecond), "speedUp": number(row.speedUp),
            "stages": .object(stages), "peakMemoryBytes": row.peakMemory.map(JSONValue.count) ?? .null,
            "addedMemoryBytes": row.addedMemory.map(JSONValue.count) ?? .null, "trafficBytes": .count(row.trafficBytes),
            "copyFloorMilliseconds": row.copyFloor.map(number) ?? .null,
            "copyFloorShare": row.floorShare.map(number) ?? .null, "comparison": comparison ?? .null,
        ]
    }

    /// Rounds to four decimal places; measurements aren't more precise.
    private static func number(_ value: Double) -> JSONValue { .number((value * 1e4).rounded() / 1e4) }
}
