import PenumbraBench
import TestSupport
import Testing

@Suite(.timed) struct ComparisonTests {
    private func report(_ rows: String, _ head: String = "\"format\": \"penumbra bench\", \"version\": 1") throws
        -> MeasuredReport
    {
        try MeasuredReport(json: Array("{\(head), \"rows\": [\(rows)]}".utf8))
    }

    private func row(_ name: String, _ time: Double, _ medians: [Double]) -> String {
        "{\"name\": \"\(name)\", \"milliseconds\": \(time), \"medians\": \(medians)}"
    }

    @Test func benchmarkRatiosAreJudgedByTheNoiseOfBothReports() throws {
        // The partial medians deviate by up to 5 % and 3 %, together 8 %.
        let old = try report(
            [row("a", 10, [9.5, 10, 10.2]), row("b", 10, [9.5, 10]), row("c", 10, [10.5])].joined(separator: ","))
        let new = try report(
            [row("a", 10.79, [10.79, 11.1137]), row("b", 10.9, [11.227]), row("c", 9.2, [9.476])].joined(separator: ","))
        let comparison = try BenchmarkComparison(old, new)
        #expect(comparison.rows.map(\.verdict) == [.withinNoise, .slower, .faster])
        for row in comparison.rows { #expect(abs(row.noise - 0.08) < 1e-9, "\(row)") }
        #expect(abs(comparison.rows[1].ratio - 1.09) < 1e-12)
        #expect(comparison.slower(byMoreThan: 5).map(\.name) == ["b"])
        #expect(comparison.slower(byMoreThan: 9.5).isEmpty)
    }

    /// Exchanging the reports exchanges "faster" and "slower".
    @Test func exchangingTheReportsExchangesTheVerdicts() throws {
        let (a, b) = (try report(row("x", 10, [10, 10.1])), try report(row("x", 12, [12])))
        #expect(try BenchmarkComparison(a, b).rows[0].verdict == .slower)
        #expect(try BenchmarkComparison(b, a).rows[0].verdict == .faster)
        #expect(try BenchmarkComparison(a, a).rows[0].verdict == .withinNoise)
    }

    @Test func differencesBelowOnePercentAreNoise() throws {
        let comparison = try BenchmarkComparison(try report(row("x", 100, [100])), try report(row("x", 100.9, [100.9])))
        #expect(comparison.rows[0].noise == BenchmarkComparison.leastNoise)
        #expect(comparison.rows[0].verdict == .withinNoise)
    }

    @Test func rowsInOnlyOneReportAreNamed() throws {
        let comparison = try BenchmarkComparison(
            try report([row("x", 1, [1]), row("gone", 1, [1])].joined(separator: ",")),
            try report([row("new", 1, [1]), row("x", 1, [1])].joined(separator: ",")))
        #expect(comparison.onlyOld == ["gone"] && comparison.onlyNew == ["new"] && comparison.rows.map(\.name) == ["x"])
        #expect(comparison.table.contains("only in the old report: gone"))
    }

    /// Kernel reports have rows with equal names and no partial medians.
    @Test func kernelReportsCanBeCompared() throws {
        let kernels = """
            "kernels": "avx2", "processors": 2
            """
        let rows = """
            {"name": "blur", "milliseconds": 2.0}, {"name": "the same", "milliseconds": 1.0}, {"name": "the same", "milliseconds": 3.0}
            """
        let old = try report(rows, kernels)
        #expect(old.format == "penumbra bench kernels")
        #expect(old.rows.map(\.name) == ["blur", "the same", "the same (2)"])
        let comparison = try BenchmarkComparison(old, old)
        #expect(
            comparison.rows.allSatisfy {
                $0.verdict == .withinNoise && abs($0.noise - BenchmarkComparison.assumedNoise) < 1e-12
            })
        #expect(throws: MeasuredReportError.self) { try BenchmarkComparison(old, try report(row("blur", 1, [1]))) }
    }

    @Test(arguments: [
        ("", "line 1, column 1"),
        ("{", "line 1, column 2"),
        ("{\"a\": 1,\n \"b\": tru}", "line 2, column 7"),
        ("[]", "the document"),
        ("{\"rows\": []}", "format"),
        ("{\"format\": 3}", "format"),
        ("{\"format\": \"penumbra bench\", \"version\": 2}", "version"),
        ("{\"format\": \"penumbra bench\"}", "rows"),
        ("{\"format\": \"penumbra bench\", \"rows\": {}}", "rows"),
        ("{\"format\": \"penumbra bench\", \"rows\": [3]}", "rows[0]"),
        ("{\"format\": \"penumbra bench\", \"rows\": [{}]}", "rows[0].name"),
        ("{\"format\": \"penumbra bench\", \"rows\": [{\"name\": 1}]}", "rows[0].name"),
        ("{\"format\": \"penumbra bench\", \"rows\": [{\"name\": \"a\"}]}", "rows[0].milliseconds"),
        ("{\"format\": \"penumbra bench\", \"rows\": [{\"name\": \"a\", \"milliseconds\": 0}]}", "rows[0].milliseconds"),
        ("{\"format\": \"penumbra bench\", \"rows\": [{\"name\": \"a\", \"milliseconds\": null}]}", "rows[0].milliseconds"),
        (
            "{\"format\": \"penumbra bench\", \"rows\": [{\"name\": \"a\", \"milliseconds\": 1, \"medians\": 1}]}",
            "rows[0].medians"
        ),
        (
            "{\"format\": \"penumbra bench\", \"rows\": [{\"name\": \"a\", \"milliseconds\": 1, \"medians\": [1, -1]}]}",
            "rows[0].medians[1]"
        ),
    ])
    func brokenBenchmarkReportsAreRefusedWithTheirPlace(text: String, place: String) {
        let error = #expect(throws: MeasuredReportError.self) { try MeasuredReport(json: Array(text.utf8)) }
        #expect(error?.place == place, "\(error.map(String.init(describing:)) ?? "")")
    }

    @Test func reportsWithoutACommonRowAreRefused() throws {
        let (a, b) = (try report(row("x", 1, [1])), try report(row("y", 1, [1])))
        #expect(throws: MeasuredReportError.self) { try BenchmarkComparison(a, b) }
    }
}
