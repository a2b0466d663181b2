import PenumbraGeometry
import PenumbraPlan

struct FilterPixelsParameters: SourceParameters {
    static let shader = "filter_pixels"
    var target = TargetRows()
    var source = SourceSurface()
    var dx: Int32 = 0
    var dy: Int32 = 0
    var secondWidth: Int32 = 0
    var secondHeight: Int32 = 0
    var secondStride: Int32 = 0
    var secondFirstRow: Int32 = 0
    var secondDx: Int32 = 0
    var secondDy: Int32 = 0
    var operation: Int32 = 0
}

extension PlanRecording {
    func record(_ pass: FilterPixels) throws(GPUError) {
        let target = stored(pass.target)
        let inputs = pass.inputs.map { (read: stored($0.surface), dx: heldOffset($0.dx), dy: heldOffset($0.dy)) }
        if case .extremum(let extremum) = pass.operation, extremum.count > Self.mostRounds {
            throw .limitExceeded("\(target.surface.label) needs \(extremum.count) rounds of a shader's loop; lower its radius")
        }
        let table = tables.add(pass.operation.words)
        var p = FilterPixelsParameters()
        p.targetWidth = Int32(target.surface.width)
        p.targetStride = target.layout.stride
        p.operation = pass.operation.number.rawValue
        if let (read, dx, dy) = inputs.first {
            (p.sourceWidth, p.sourceHeight) = (Int32(read.surface.width), Int32(read.surface.height))
            p.sourceStride = read.layout.stride
            (p.dx, p.dy) = (Int32(dx), Int32(dy))
        }
        if inputs.count > 1 {
            let (read, dx, dy) = inputs[1]
            (p.secondWidth, p.secondHeight) = (Int32(read.surface.width), Int32(read.surface.height))
            p.secondStride = read.layout.stride
            (p.secondDx, p.secondDy) = (Int32(dx), Int32(dy))
        }
        func bound(_ index: Int, _ rows: Range<Int>) -> Range<Int> {
            let part = PixelRect(columns: 0..<target.surface.width, rows: rows)
            let input = inputs[index]
            let own = part.offset(x: input.dx, y: input.dy)
            return input.read.layout.existing((index == 0 ? pass.operation.reads(of: own) : own).rows)
        }
        commands.announce(reading: inputs.map(\.read.resource), writing: [target.resource])
        for rows in try bands(
            target.surface, rows: 0..<target.surface.height,
            needed: { rows in
                [target.layout.bytes(rows), table.byteCount]
                    + inputs.indices.map { inputs[$0].read.layout.bytes(bound($0, rows)) }
            })
        {
            commands.bind(0, target.resource, target.layout, rows: rows)
            // Shaders need a bound range for each block, also where they don't read it.
            for binding in 1...2 {
                guard let index = inputs.indices.last(where: { $0 < binding }) else {
                    bindTable(UInt32(binding), table)
                    continue
                }
                let read = bound(index, rows)
                commands.bind(UInt32(binding), inputs[index].read.resource, inputs[index].read.layout, rows: read)
                if index == 0 { p.sourceFirstRow = Int32(read.lowerBound) } else { p.secondFirstRow = Int32(read.lowerBound) }
            }
            bindTable(3, table)
            p.firstRow = Int32(rows.lowerBound)
            p.rowCount = Int32(rows.count)
            commands.dispatch(p, width: target.surface.width, height: rows.count)
        }
    }

    /// The most rounds of a shader's loop. llvmpipe ends every loop after 65,535, without an error.
    private static let mostRounds = 65_000
}
