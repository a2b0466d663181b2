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
                if case .area(let weights) = list.maps[index].filter, let source {
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
        let drawing = InstanceDrawing(self, context)
        list.instances.withUnsafeBufferPointer { instances in
            for index in instances.indices {
                let region = instances[index].area.intersection(visible)
                if !region.isEmpty { drawing.draw(instances[index], target, region) }
            }
        }
    }

    /// Draws copies, one after another.
    private final class InstanceDrawing {
        private let pass: DrawInstances
        private let source: Rows?
        private let context: BandContext
        /// The memory besides that of the copies.
        private let start: Workspace

        init(_ pass: DrawInstances, _ context: BandContext) {
            (self.pass, self.context) = (pass, context)
            source = pass.source.map { context.rows(of: $0) }
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
            var coverage = CoverageRows(instance, pass.list, context)
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
                case .turned(let map):
                    if let source { pass.list.maps[map].draw(rows, band, from: source, context) }
                }
                for y in band {
                    var row = UnsafePointer(rows.row(y))
                    let destination = target.row(y + area.y) + 4 * region.x
                    if let mask = coverage.row(y, pass.list, kernels) {
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
                let from = Int(pass.list.rows.offsets[row + y])
                let taps = Int(pass.list.rows.offsets[row + y + 1]) - from
                let start = Int(pass.list.rows.starts[row + y])
                let line = reach.isIdentity ? target.row(y) : combined
                pass.list.rows.weights.withUnsafeBufferPointer { weights in
                    if image.isOpaque {
                        let bytes = image.pixels.baseAddress! + 4 * (start * image.width + first)
                        kernels.combineByteRows(bytes, 4 * image.width, weights.baseAddress! + from, taps, sums, line, count)
                    } else if let source {
                        for t in 0..<taps {
                            kernels.accumulate(
                                source.row(start + t - pass.top) + 4 * (first - pass.left), weights[from + t], sums, count)
                        }
                        kernels.roundSums(sums, line, count)
                    }
                }
                if reach.isIdentity { continue }
                pass.list.columns.starts.withUnsafeBufferPointer { starts in
                    if let four {
                        kernels.combineFourColumns(
                            combined, first, starts.baseAddress! + column, four, target.row(y), target.width)
                        return
                    }
                    pass.list.columns.offsets.withUnsafeBufferPointer { offsets in
                        pass.list.columns.weights.withUnsafeBufferPointer { weights in
                            kernels.combineColumns(
                                combined, first, starts.baseAddress! + column, offsets.baseAddress! + column,
                                weights.baseAddress!, target.row(y), target.width)
                        }
                    }
                }
            }
        }

        /// The weights of columns with at most four taps, repeated for the four channels.
        private func fourTapWeights(_ column: Int, _ count: Int) -> UnsafeMutablePointer<UInt32> {
            let result = context.work.take(SIMD4<UInt32>.self, 4 * count)
            let table = pass.list.columns
            table.offsets.withUnsafeBufferPointer { offsets in
                table.weights.withUnsafeBufferPointer { weights in
                    for i in 0..<count {
                        let (from, end) = (Int(offsets[column + i]), Int(offsets[column + i + 1]))
                        for t in 0..<4 { result[4 * i + t] = SIMD4(repeating: from + t < end ? weights[from + t] : 0) }
                    }
                }
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

    init(_ instance: InstanceList.Instance, _ list: InstanceList, _ context: BandContext) {
        (first, width) = (instance.coverage, instance.area.width)
        mask = context.work.take(UInt16.self, width)
        sums = context.work.take(Int32.self, width + 2)
        sums.update(repeating: 0, count: width + 2)
    }

    /// The coverage in a row of the copy. Nil if all of the area is covered.
    mutating func row(_ y: Int, _ list: InstanceList, _ kernels: any PixelKernels) -> UnsafePointer<UInt16>? {
        guard let first else { return nil }
        let range = Int(list.stripStarts[first + y])..<Int(list.stripStarts[first + y + 1])
        list.strips.withUnsafeBytes { bytes in
            // A strip is four 32-bit words in the order in which the kernel reads them.
            let strips = bytes.baseAddress?.assumingMemoryBound(to: SIMD4<Int32>.self)
            defer { (made, isMade) = (range, true) }
            guard let strips, !range.isEmpty else {
                mask.update(repeating: 0, count: width)
                return
            }
            // Between the top and the bottom of an upright picture, all rows are alike.
            func isLike(_ a: SIMD4<Int32>, _ b: SIMD4<Int32>) -> Bool { a.y == b.y && a.z == b.z && a.w == b.w }
            if isMade, made.count == range.count,
                range.indices.allSatisfy({ isLike(strips[$0], strips[$0 - range.lowerBound + made.lowerBound]) })
            {
                return
            }
            kernels.coverage(strips + range.lowerBound, range.count, sums, mask, width)
        }
        return UnsafePointer(mask)
    }
}
