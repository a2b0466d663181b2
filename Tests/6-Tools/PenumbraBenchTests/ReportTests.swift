import PenumbraBench
import PenumbraBitmap
import PenumbraEngine
import PenumbraScene
import TestSupport
import Testing

@Suite(.timed) struct ReportTests {
    private static func small(_ devices: [Device] = []) throws -> BenchmarkResult {
        var options = BenchmarkRunner.Options()
        options.scenes = [.curl, .cloud, .shadow]
        options.scales = [0.05, 0.1]
        options.sigmas = [2, 9]
        options.repeats = 3
        options.seconds = 0.05
        options.keepsPictures = true
        return try BenchmarkRunner(options: options, devices: devices, photo: nil).run(program: "0.0") { _ in }
    }

    /// A result with HTML markup in names, and with pictures that differ.
    private static func awkward() throws -> BenchmarkResult {
        var result = try small()
        result.machine.processor = "<CPU> & \"co\""
        result.drawers.append(.init(id: "egl:3", name: "GPU <3>", driver: "driver & 1", isSoftware: false))
        result.notes = ["1 < 2 & \"so on\""]
        var gallery = try #require(result.galleries.first)
        let same = gallery.reference
        let changed = Bitmap(width: same.width, height: same.height) { target in
            for (index, byte) in same.pixels.enumerated() { target[index] = index == 400 ? byte ^ 1 : byte }
        }
        gallery.others = [("egl:3", changed)]
        result.galleries = [gallery]
        var row = try #require(result.rows.first { $0.width == same.width })
        row.drawer = "egl:3"
        row.comparison = BitmapComparison(same, changed)
        result.rows.append(row)
        return result
    }

    @Test func reportPageIsWellFormedAndLinksOnlyItsOwnFiles() throws {
        for result in [try Self.small(), try Self.awkward()] {
            let page = WellFormed(ReportPage.html(result))
            #expect(page.faults == [])
            #expect(page.elements["script"] == nil && page.elements["link"] == nil)
            let files = Set(ReportPage.pictures(result).map(\.name) + ["bench.json"])
            #expect(Set(page.links) == files)
            #expect(ReportPage.pictures(result).count == Set(ReportPage.pictures(result).map(\.name)).count)
            // Two scenes by size, the sweep, and the roofline.
            #expect(page.elements["svg"] == 4)
            #expect((page.elements["tr"] ?? 0) == result.rows.count + 1)
        }
    }

    @Test func reportPageShowsDifferentPixels() throws {
        let result = try Self.awkward()
        #expect(!result.isEqual)
        let page = ReportPage.html(result)
        #expect(page.contains("class=\"verdict bad\"") && page.contains("difference: 1 of"))
        #expect(result.table.contains("1 of 1 pictures differ from the CPU's"))
        #expect(try Self.small().isEqual)
    }

    /// A page without rows, sizes or a sweep is still a valid page.
    @Test func reportPageWithoutMeasurementsIsWellFormed() throws {
        var result = try Self.small()
        result.rows = []
        #expect(WellFormed(ReportPage.html(result)).faults == [])
        result.copies = []
        result.galleries = []
        let page = WellFormed(ReportPage.html(result))
        #expect(page.faults == [] && page.elements["svg"] == nil)
    }

    @Test func wellFormednessCheckFindsBrokenPages() {
        for text in ["<a>", "<a></b>", "<a x=1/>", "<a x=\"1\" x=\"2\"/>", "a & b", "<a", "<a href=\"&x\"/>"] {
            #expect(!WellFormed(text).faults.isEmpty, "\(text)")
        }
        #expect(WellFormed("<a x=\"1\"><b/>&amp;</a>").faults == [])
    }

    @Test func reportJSONIsReadByTheComparison() throws {
        let result = try Self.small()
        let report = try MeasuredReport(json: Array(result.json.prettyPrinted().utf8))
        #expect(report.rows.map(\.name) == result.rows.map(\.name))
        for (row, written) in zip(result.rows, report.rows) {
            // Four decimals are written, and halves are rounded either way.
            #expect(abs(row.time.median - written.milliseconds) <= 0.5e-4 + 1e-9)
            #expect(written.noise != nil)
        }
        #expect(report.rows.count == 6)
    }
}
