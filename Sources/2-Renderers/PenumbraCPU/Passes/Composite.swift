import PenumbraBitmap
import PenumbraGeometry
import PenumbraPlan

extension Composite: BandPass {
    /// The number of mask rows made at once. Rows made from the same source rows share most of the work.
    private static let maskRowsAtOnce = 16

    /// Counts the lines of values that masks and source may need. They are a few columns longer than the region.
    func workBytes(in plan: RenderPlan) -> Int {
        let width = min(plan[target].width, max(1, region.width))
        let line = Workspace.bytes(UInt16.self, width)
        // The lines for mask and clip, each with its outside, for both in one, and for the scaled mask.
        var bytes = 4 * line + Workspace.bytes(UInt16.self, 4 * width)
        if case .convolvedRows = mask { bytes += Workspace.bytes(UInt16.self, Self.maskRowsAtOnce * maskStride(width)) }
        return bytes
    }

    private func maskStride(_ width: Int) -> Int { (width + 31) / 32 * 32 }

    func draw(_ target: Rows, _ band: Range<Int>, _ context: BandContext) {
        let region = affected(in: context.plan).intersection(
            PixelRect(x: 0, y: band.lowerBound, width: target.width, height: band.count))
        guard !region.isEmpty else { return }
        let lines = region.y..<region.maxY
        if let picture = picture(covering: region, context), case .surface(let id, _, let dy) = source {
            let place = Rows(
                base: target.row(region.y) + 4 * region.x, stride: target.stride, firstRow: region.y + dy,
                rowCount: region.height, width: context.plan[id].width, height: context.plan[id].height)
            context.run(picture, into: place, place.rows)
            return
        }
        let kernels = context.kernels
        let maskRow = maskRows(region, context)
        let opacity = UInt32(opacity)
        switch (source, operation) {
        case (.color(let color), .blend(.normal)):
            let color = color.scaled(by: self.opacity, masked: maskRow != nil)
            let scaled = opacity == Q15.one || maskRow == nil ? nil : context.work.take(UInt16.self, region.width)
            for y in lines {
                let destination = target.row(y) + 4 * region.x
                guard let maskRow else {
                    kernels.compositeColor(destination, color.vector, region.width)
                    continue
                }
                var mask = maskRow(y)
                if let scaled {
                    for x in 0..<region.width { scaled[x] = UInt16(Q15.product(UInt32(mask[x]), opacity)) }
                    mask = UnsafePointer(scaled)
                }
                kernels.compositeColorMasked(destination, color.vector, mask, region.width)
            }
        case (_, .blend(.normal)):
            let sourceRow = sourceRows(region, context)
            for y in lines {
                kernels.compositeSurface(target.row(y) + 4 * region.x, sourceRow(y), maskRow?(y), opacity, region.width)
            }
        case (_, .mix):
            let sourceRow = sourceRows(region, context)
            for y in lines {
                kernels.mixSurface(target.row(y) + 4 * region.x, sourceRow(y), maskRow?(y), opacity, region.width)
            }
        case (_, .blend(let mode)):
            let sourceRow = sourceRows(region, context)
            for y in lines {
                kernels.blend(
                    mode.number, target.row(y) + 4 * region.x, sourceRow(y), maskRow?(y), opacity, region.width)
            }
        }
    }

    /// Returns, for each target row, the source from the region's first column on.
    private func sourceRows(_ region: PixelRect, _ context: BandContext) -> (Int) -> UnsafePointer<UInt16> {
        switch source {
        case .color(let color):
            let line = context.work.take(SIMD4<UInt16>.self, region.width)
            line.update(repeating: color.vector, count: region.width)
            let values = UnsafeRawPointer(line).assumingMemoryBound(to: UInt16.self)
            return { _ in values }
        case .surface(let id, let dx, let dy):
            return padded(id, dx: dx, dy: dy, channels: 4, region, context)
        }
    }

    /// Returns, for each target row, both masks combined, from the region's first column on; nil without masks.
    private func maskRows(_ region: PixelRect, _ context: BandContext) -> ((Int) -> UnsafePointer<UInt16>)? {
        let mask = ownMaskRows(region, context)
        let clip = clip.map { padded($0.surface, dx: $0.dx, dy: $0.dy, channels: 1, region, context) }
        let clipIsInverted = self.clip?.isInverted ?? false
        let maskIsInverted = isMaskInverted && mask != nil
        let kernels = context.kernels
        guard let mask else {
            // An inverted mask that is one everywhere lets nothing through.
            if isMaskInverted {
                let line = context.work.take(UInt16.self, region.width)
                line.update(repeating: 0, count: region.width)
                return { _ in UnsafePointer(line) }
            }
            guard let clip, clipIsInverted else { return clip }
            let line = context.work.take(UInt16.self, region.width)
            return { y in
                kernels.multiplyMasks(clip(y), true, nil, false, line, region.width)
                return UnsafePointer(line)
            }
        }
        guard clip != nil || maskIsInverted else { return mask }
        let line = context.work.take(UInt16.self, region.width)
        return { y in
            kernels.multiplyMasks(mask(y), maskIsInverted, clip?(y), clipIsInverted, line, region.width)
            return UnsafePointer(line)
        }
    }

    /// Returns, for each target row, the pass's own mask; nil without a mask.
    private func ownMaskRows(_ region: PixelRect, _ context: BandContext) -> ((Int) -> UnsafePointer<UInt16>)? {
        switch mask {
        case .none:
            return nil
        case .surface(let id, let dx, let dy):
            return padded(id, dx: dx, dy: dy, channels: 1, region, context)
        case .convolvedRows(let id, let kernel, let dx, let dy):
            let source = context.rows(of: id)
            let stride = maskStride(region.width)
            let lines = context.work.take(UInt16.self, stride * Self.maskRowsAtOnce)
            var made = 0..<0
            return { y in
                if !made.contains(y) {
                    made = y..<min(y + Self.maskRowsAtOnce, region.maxY)
                    context.combine(
                        source, kernel, .zero, rows: (made.lowerBound + dy)..<(made.upperBound + dy),
                        firstColumn: region.x + dx, count: region.width, into: lines, stride: stride)
                }
                return UnsafePointer(lines + (y - made.lowerBound) * stride)
            }
        }
    }

    /// Returns rows of a surface from the region's first column on, with zeros where the surface has no pixels.
    private func padded(
        _ id: SurfaceID, dx: Int, dy: Int, channels: Int, _ region: PixelRect, _ context: BandContext
    ) -> (Int) -> UnsafePointer<UInt16> {
        let source = context.rows(of: id, (region.y + dy)..<(region.maxY + dy))
        let first = region.x + dx
        if first >= 0, first + region.width <= source.width, region.y + dy >= 0, region.maxY + dy <= source.height {
            return { y in UnsafePointer(source.row(y + dy) + channels * first) }
        }
        let line = context.work.take(UInt16.self, region.width * channels)
        return { y in
            if source.rows.contains(y + dy) {
                context.copyPadded(
                    source.row(y + dy), source.width * channels, from: first * channels, count: region.width * channels,
                    .zero, to: line)
            } else {
                line.update(repeating: 0, count: region.width * channels)
            }
            return UnsafePointer(line)
        }
    }

    /// Finds the pass that can draw a region in place: an opaque picture that covers the region unchanged. Nil if there is
    /// no such pass.
    private func picture(covering region: PixelRect, _ context: BandContext) -> Int? {
        let plan = context.plan
        guard operation == .over || operation == .mix, case .surface(let id, let dx, let dy) = source,
            case .none = mask, !isMaskInverted, clip == nil, UInt32(opacity) == Q15.one,
            context.isMadeInBands(id), region.x == -dx, region.width == plan[id].width,
            region.y + dy >= 0, region.maxY + dy <= plan[id].height,
            let producer = context.producers(of: id).first, context.producers(of: id).count == 1,
            case .resample(let resample) = plan.passes[producer], plan.images[resample.image.index].isOpaque
        else { return nil }
        return producer
    }
}

extension PremultipliedColor {
    /// Multiplies the colour by the opacity once if there is no mask, as the coverage of every pixel is then the opacity.
    fileprivate func scaled(by opacity: UInt16, masked: Bool) -> PremultipliedColor {
        guard !masked else { return self }
        var result = self
        func product(_ value: UInt16) -> UInt16 { UInt16(Q15.product(UInt32(value), UInt32(opacity))) }
        result.red = product(red)
        result.green = product(green)
        result.blue = product(blue)
        result.alpha = product(alpha)
        return result
    }
}
