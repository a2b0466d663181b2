import PenumbraGeometry
import PenumbraPlan

extension DrawInstances: BandPass {
    /// The most rows of a copy that are made at once.
    private static let rowsAtOnce = 64
    /// The values that kernels for four taps at a time may read too far: three pixels.
    private static let slack = 12

    /// Counts the memory of one copy. All copies use the same memory, one after another.
    func workBytes(in plan: RenderPlan) -> Int {
        var (width, reach, ofMaps) = (1, 1, 0)
        for instance in list.instances {
            width = max(width, instance.area.width)
            switch instance.sampling {
            case .stretched(_, _, let columns): reach = max(reach, columns.columns.count)
            case .turned(let index):
                if case .area(let weights) = list.maps[index].filter {
                    ofMaps = max(ofMaps, AreaDrawing.workBytes(weights, of: plan[source]))
                }
            }
        }
        return Workspace.bytes(UInt16.self, Self.stride(width) * min(Self.rowsAtOnce, list.longestHeight))
            + Workspace.bytes(UInt16.self, 4 * width) * 2 + Workspace.bytes(UInt16.self, width)
            + Workspace.bytes(Int32.self, width + 2) + Workspace.bytes(UInt32.self, 4 * reach)
            + Workspace.bytes(UInt16.self, 4 * reach + Self.slack) + Workspace.bytes(UInt32.self, 16 * width) + ofMaps
    }

    private static func stride(_ width: Int) -> Int { (4 * width + 31) / 32 * 32 }

    func draw(_ target: Rows, _ band: Range<Int>, _ context: BandContext) {
        let visible = PixelRect(x: 0, y: band.lowerBound, width: target.width, height: band.count)
        list.withTables { tables in
            let drawing = InstanceDrawing(self, tables, context)
            for index in tables.instances.indices {
                let region = tables.instances[index].area.intersection(visible)
                if !region.isEmpty, tables.instances[index].opacity > 0 {
                    drawing.draw(tables.instances[index], target, region)
                }
            }
        }
    }

    /// Draws copies, one after another.
    private final class InstanceDrawing {
        private let pass: DrawInstances
        private let tables: InstanceTables
        private let source: Rows
        private let context: BandContext
        /// The memory besides that of the copies.
        private let start: Workspace

        init(_ pass: DrawInstances, _ tables: InstanceTables, _ context: BandContext) {
            (self.pass, self.tables, self.context) = (pass, tables, context)
            source = context.rows(of: pass.source)
            start = context.work
        }

        /// Draws a copy.
        ///
        /// - Parameter region: the pixels of the target that are painted.
        func draw(_ instance: InstanceList.Instance, _ target: Rows, _ region: PixelRect) {
            let (area, kernels) = (instance.area, context.kernels)
            let (width, left) = (area.width, region.x - area.x)
            context.work = start
            let pixels = context.work.take(
                UInt16.self, DrawInstances.stride(width) * min(DrawInstances.rowsAtOnce, area.height))
            let weighted = context.work.take(UInt16.self, 4 * width)
            let tinted = context.work.take(UInt16.self, 4 * width)
            var coverage = CoverageRows(instance, context)
            let tint = instance.tint.map { MapColors.table(of: pass.list.tints[$0]) }
            let rest = context.work
            for first in Swift.stride(from: region.y, to: region.maxY, by: DrawInstances.rowsAtOnce) {
                let band = first - area.y..<min(region.maxY, first + DrawInstances.rowsAtOnce) - area.y
                let rows = Rows(
                    base: pixels, stride: DrawInstances.stride(width), firstRow: band.lowerBound, rowCount: band.count,
                    width: width, height: area.height)
                context.work = rest
                switch instance.sampling {
                case .stretched(let column, let row, let reach): stretch(rows, band, column, row, reach)
                case .turned(let map): pass.list.maps[map].draw(rows, band, from: source, context)
                }
                for y in band {
                    var row = UnsafePointer(rows.row(y))
                    let destination = target.row(y + area.y) + 4 * region.x
                    if let mask = coverage.row(y, tables, kernels) {
                        if tint == nil, UInt32(instance.opacity) == Q15.one, pass.operation == .over {
                            kernels.compositeSurface(destination, row + 4 * left, mask + left, Q15.one, region.width)
                            continue
                        }
                        weighted.update(repeating: 0, count: 4 * width)
                        kernels.compositeSurface(weighted, row, mask, Q15.one, width)
                        row = UnsafePointer(weighted)
                    }
                    if let tint {
                        tint.withUnsafeBufferPointer { table in
                            kernels.mapColors(row, table.baseAddress!, MapColors.numbersPerMatrix, 1, tinted, width)
                        }
                        row = UnsafePointer(tinted)
                    }
                    composite(destination, row + 4 * left, UInt32(instance.opacity), region.width)
                }
            }
        }

        private func composite(
            _ destination: UnsafeMutablePointer<UInt16>, _ row: UnsafePointer<UInt16>, _ opacity: UInt32, _ count: Int
        ) {
            let kernels = context.kernels
            switch pass.operation {
            case .blend(.normal): kernels.compositeSurface(destination, row, nil, opacity, count)
            case .blend(let mode): kernels.blend(mode.number, destination, row, nil, opacity, count)
            case .mix: kernels.mixSurface(destination, row, nil, opacity, count)
            }
        }

        /// Draws rows of the picture, stretched: see `ResamplingTable`.
        private func stretch(_ target: Rows, _ band: Range<Int>, _ column: Int, _ row: Int, _ reach: ResamplingTable.Reach) {
            let kernels = context.kernels
            let image = context.plan.images[pass.image.index]
            let (first, count) = (reach.columns.lowerBound, 4 * reach.columns.count)
            let sums = context.work.take(UInt32.self, count)
            let combined = context.work.take(UInt16.self, count + DrawInstances.slack)
            (combined + count).update(repeating: 0, count: DrawInstances.slack)
            sums.update(repeating: 32768, count: count)
            let four = reach.isIdentity || reach.mostTaps > 4 ? nil : fourTapWeights(column, target.width)
            for y in band {
                let from = Int(tables.rows.offsets[row + y])
                let taps = Int(tables.rows.offsets[row + y + 1]) - from
                let start = Int(tables.rows.starts[row + y])
                let line = reach.isIdentity ? target.row(y) : combined
                if image.isOpaque {
                    let bytes = image.pixels.baseAddress! + 4 * (start * image.width + first)
                    kernels.combineByteRows(bytes, 4 * image.width, tables.rows.weights + from, taps, sums, line, count)
                } else {
                    for t in 0..<taps {
                        kernels.accumulate(
                            source.row(start + t - pass.top) + 4 * (first - pass.left), tables.rows.weights[from + t], sums,
                            count)
                    }
                    kernels.roundSums(sums, line, count)
                }
                if reach.isIdentity { continue }
                if let four {
                    kernels.combineFourColumns(
                        combined, first, tables.columns.starts + column, four, target.row(y), target.width)
                } else {
                    kernels.combineColumns(
                        combined, first, tables.columns.starts + column, tables.columns.offsets + column,
                        tables.columns.weights, target.row(y), target.width)
                }
            }
        }

        /// The weights of columns with at most four taps, repeated for the four channels.
        private func fourTapWeights(_ column: Int, _ count: Int) -> UnsafeMutablePointer<UInt32> {
            let result = context.work.take(SIMD4<UInt32>.self, 4 * count)
            let (offsets, weights) = (tables.columns.offsets + column, tables.columns.weights)
            for i in 0..<count {
                let (from, end) = (Int(offsets[i]), Int(offsets[i + 1]))
                for t in 0..<4 { result[4 * i + t] = SIMD4(repeating: from + t < end ? weights[from + t] : 0) }
            }
            return UnsafeMutableRawPointer(result).assumingMemoryBound(to: UInt32.self)
        }
    }
}

/// The coverage of a copy, row by row.
private struct CoverageRows {
    /// The first of the copy's rows in the list. Nil if all of its area is covered.
    private let first: Int?
    private let width: Int
    private let mask: UnsafeMutablePointer<UInt16>
    private let sums: UnsafeMutablePointer<Int32>
    /// The strips of the row in `mask`.
    private var made = 0..<0
    private var isMade = false

    init(_ instance: InstanceList.Instance, _ context: BandContext) {
        (first, width) = (instance.coverage, instance.area.width)
        mask = context.work.take(UInt16.self, width)
        sums = context.work.take(Int32.self, width + 2)
        sums.update(repeating: 0, count: width + 2)
    }

    /// The coverage in a row of the copy. Nil if all of the area is covered.
    mutating func row(_ y: Int, _ tables: InstanceTables, _ kernels: any PixelKernels) -> UnsafePointer<UInt16>? {
        guard let first else { return nil }
        let range = Int(tables.stripStarts[first + y])..<Int(tables.stripStarts[first + y + 1])
        defer { (made, isMade) = (range, true) }
        guard !range.isEmpty else {
            mask.update(repeating: 0, count: width)
            return UnsafePointer(mask)
        }
        let strips = tables.strips
        // Between the top and the bottom of an upright picture, all rows are alike.
        func isLike(_ a: SIMD4<Int32>, _ b: SIMD4<Int32>) -> Bool { a.y == b.y && a.z == b.z && a.w == b.w }
        let isSame =
            isMade && made.count == range.count
            && range.allSatisfy { isLike(strips[$0], strips[$0 - range.lowerBound + made.lowerBound]) }
        if !isSame { kernels.coverage(strips + range.lowerBound, range.count, sums, mask, width) }
        return UnsafePointer(mask)
    }
}

/// The tables of a list in memory.
private struct InstanceTables {
    struct Table {
        let starts: UnsafePointer<Int32>
        let offsets: UnsafePointer<Int32>
        let weights: UnsafePointer<UInt32>
    }

    let instances: UnsafeBufferPointer<InstanceList.Instance>
    let columns: Table
    let rows: Table
    let stripStarts: UnsafePointer<Int32>
    /// A strip is four 32-bit words in the order in which the kernel reads them.
    let strips: UnsafePointer<SIMD4<Int32>>
}

extension InstanceList {
    /// Runs code with the addresses of the tables. Reaching them through the list costs a count of references each time.
    fileprivate func withTables(_ body: (InstanceTables) -> Void) {
        instances.withUnsafeBufferPointer { instances in
            columns.withTable { columns in
                rows.withTable { rows in
                    stripStarts.withUnsafeBufferPointer { stripStarts in
                        strips.withUnsafeBytes { strips in
                            // Lists without such numbers never reach for them.
                            let nothing = UnsafeRawPointer(stripStarts.baseAddress!)
                            body(
                                InstanceTables(
                                    instances: instances, columns: columns, rows: rows, stripStarts: stripStarts.baseAddress!,
                                    strips: (strips.baseAddress ?? nothing).assumingMemoryBound(to: SIMD4<Int32>.self)))
                        }
                    }
                }
            }
        }
    }
}

extension ResamplingTable {
    fileprivate func withTable(_ body: (InstanceTables.Table) -> Void) {
        starts.withUnsafeBufferPointer { starts in
            offsets.withUnsafeBufferPointer { offsets in
                weights.withUnsafeBufferPointer { weights in
                    let nothing = UnsafeRawPointer(offsets.baseAddress!)
                    body(
                        InstanceTables.Table(
                            starts: starts.baseAddress ?? nothing.assumingMemoryBound(to: Int32.self),
                            offsets: offsets.baseAddress!,
                            weights: weights.baseAddress ?? nothing.assumingMemoryBound(to: UInt32.self)))
                }
            }
        }
    }
}
