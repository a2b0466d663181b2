import CPenumbraVectors
import PenumbraGeometry
import PenumbraPlan

extension BandContext {
    func composite(_ composite: Composite, _ target: Rows, _ band: Range<Int>) {
        let region = affected(composite, target, band)
        guard !region.isEmpty, composite.opacity > 0 else { return }
        let lines = region.y..<region.maxY
        if let picture = picture(composite, covering: region), case .surface(let id, _, let dy) = composite.source {
            let place = Rows(
                base: target.row(region.y) + 4 * region.x, stride: target.stride, firstRow: region.y + dy,
                rowCount: region.height, width: plan[id].width, height: plan[id].height)
            run(picture, into: place, place.rows)
            return
        }
        let maskRow = maskRows(composite, region)
        let opacity = UInt32(composite.opacity)
        if case .color(let color) = composite.source, composite.operation == .over {
            let color = color.scaled(by: composite.opacity, masked: maskRow != nil)
            for y in lines {
                let destination = target.row(y) + 4 * region.x
                guard let maskRow else {
                    kernels.compositeColor(destination, color.vector, region.width)
                    continue
                }
                let mask = opacity == Q15.one ? maskRow(y) : scaledMask(maskRow(y), composite.opacity, region.width)
                kernels.compositeColorMasked(destination, color.vector, mask, region.width)
            }
            return
        }
        let sourceRow = sourceRows(composite.source, region)
        let mode = composite.operation.blendMode
        for y in lines {
            let destination = target.row(y) + 4 * region.x
            if let mode {
                kernels.blend(mode.rawValue, destination, sourceRow(y), maskRow?(y), opacity, region.width)
            } else if composite.operation == .over {
                kernels.compositeSurface(destination, sourceRow(y), maskRow?(y), opacity, region.width)
            } else {
                kernels.mixSurface(destination, sourceRow(y), maskRow?(y), opacity, region.width)
            }
        }
    }

    /// What is left of the region in a band once it is known where source and masks, all zero outside themselves, paint
    /// nothing.
    private func affected(_ composite: Composite, _ target: Rows, _ band: Range<Int>) -> PixelRect {
        var region = composite.region.intersection(
            PixelRect(x: 0, y: band.lowerBound, width: target.width, height: band.count))
        func keep(_ id: SurfaceID, dx: Int, dy: Int) {
            region = region.intersection(PixelRect(x: -dx, y: -dy, width: plan[id].width, height: plan[id].height))
        }
        // Mixing with nothing does change what is there.
        if case .surface(let id, let dx, let dy) = composite.source, composite.operation != .mix { keep(id, dx: dx, dy: dy) }
        switch composite.mask {
        case .none: break
        case .surface(let id, let dx, let dy):
            if !composite.isMaskInverted { keep(id, dx: dx, dy: dy) }
        case .convolvedRows(let id, _, let dx, _):
            if !composite.isMaskInverted {
                region = region.intersection(
                    PixelRect(x: -dx, y: band.lowerBound, width: plan[id].width, height: band.count))
            }
        }
        if let clip = composite.clip, !clip.isInverted { keep(clip.surface, dx: clip.dx, dy: clip.dy) }
        return region
    }

    /// For each target row the source from the region's first column on.
    private func sourceRows(_ source: Composite.Source, _ region: PixelRect) -> (Int) -> UnsafePointer<UInt16> {
        switch source {
        case .color(let color):
            let line = arena.allocate(SIMD4<UInt16>.self, region.width)
            line.update(repeating: color.vector, count: region.width)
            let values = UnsafeRawPointer(line).assumingMemoryBound(to: UInt16.self)
            return { _ in values }
        case .surface(let id, let dx, let dy):
            return padded(id, dx: dx, dy: dy, channels: 4, region)
        }
    }

    /// For each target row both masks in one, from the region's first column on; nil without any.
    private func maskRows(_ composite: Composite, _ region: PixelRect) -> ((Int) -> UnsafePointer<UInt16>)? {
        let mask = maskRows(composite.mask, region)
        let clip = composite.clip.map { padded($0.surface, dx: $0.dx, dy: $0.dy, channels: 1, region) }
        let clipIsInverted = composite.clip?.isInverted ?? false
        let maskIsInverted = composite.isMaskInverted && mask != nil
        guard let mask else {
            // An inverted mask that is one everywhere lets nothing through.
            if case .none = composite.mask, composite.isMaskInverted { return zeroRows(region) }
            guard let clip, clipIsInverted else { return clip }
            let line = arena.allocate(UInt16.self, region.width)
            return { [kernels] y in
                kernels.multiplyMasks(clip(y), true, nil, false, line, region.width)
                return UnsafePointer(line)
            }
        }
        guard clip != nil || maskIsInverted else { return mask }
        let line = arena.allocate(UInt16.self, region.width)
        return { [kernels] y in
            kernels.multiplyMasks(mask(y), maskIsInverted, clip?(y), clipIsInverted, line, region.width)
            return UnsafePointer(line)
        }
    }

    private func zeroRows(_ region: PixelRect) -> (Int) -> UnsafePointer<UInt16> {
        let line = arena.allocate(UInt16.self, region.width)
        line.update(repeating: 0, count: region.width)
        return { _ in UnsafePointer(line) }
    }

    private func maskRows(_ mask: Composite.Mask, _ region: PixelRect) -> ((Int) -> UnsafePointer<UInt16>)? {
        switch mask {
        case .none:
            return nil
        case .surface(let id, let dx, let dy):
            return padded(id, dx: dx, dy: dy, channels: 1, region)
        case .convolvedRows(let id, let kernel, let dx, let dy):
            let source = rows(of: id, 0..<plan[id].height)
            // A few rows at a time: those made of the same source rows share most of the work.
            let stride = (region.width + 31) / 32 * 32
            let lines = arena.allocate(UInt16.self, stride * Self.maskRowsAtOnce)
            var made = 0..<0
            return { [unowned self] y in
                if !made.contains(y) {
                    made = y..<min(y + Self.maskRowsAtOnce, region.maxY)
                    self.combine(
                        source, kernel, .zero, rows: (made.lowerBound + dy)..<(made.upperBound + dy),
                        firstColumn: region.x + dx, count: region.width, into: lines, stride: stride)
                }
                return UnsafePointer(lines + (y - made.lowerBound) * stride)
            }
        }
    }

    private static let maskRowsAtOnce = 16

    /// Rows of a surface from the region's first column on, zeros where it has none.
    private func padded(
        _ id: SurfaceID, dx: Int, dy: Int, channels: Int, _ region: PixelRect
    ) -> (Int) -> UnsafePointer<UInt16> {
        let source = rows(of: id, (region.y + dy)..<(region.maxY + dy))
        let first = region.x + dx
        if first >= 0, first + region.width <= source.width, region.y + dy >= 0, region.maxY + dy <= source.height {
            return { y in UnsafePointer(source.row(y + dy) + channels * first) }
        }
        let line = arena.allocate(UInt16.self, region.width * channels)
        return { [unowned self] y in
            if source.rows.contains(y + dy) {
                self.copyPadded(
                    source.row(y + dy), source.width * channels, from: first * channels, count: region.width * channels,
                    .zero, to: line)
            } else {
                line.update(repeating: 0, count: region.width * channels)
            }
            return UnsafePointer(line)
        }
    }

    /// Whether a region of the target may be made in place: where a picture without alpha covers it as it is.
    private func picture(_ composite: Composite, covering region: PixelRect) -> Pass? {
        guard composite.operation == .over || composite.operation == .mix,
            case .surface(let id, let dx, let dy) = composite.source, case .none = composite.mask, !composite.isMaskInverted,
            composite.clip == nil, UInt32(composite.opacity) == Q15.one, execution.analysis.isMadeInBands[id.index],
            execution.stored[id.index] == nil, region.x == -dx, region.width == plan[id].width,
            region.y + dy >= 0, region.maxY + dy <= plan[id].height,
            let producer = execution.analysis.producers[id.index].first,
            execution.analysis.producers[id.index].count == 1,
            case .resample(let image, _, _, _) = plan.passes[producer], plan.images[image.index].isOpaque
        else { return nil }
        return plan.passes[producer]
    }

    private func scaledMask(
        _ mask: UnsafePointer<UInt16>, _ opacity: UInt16, _ count: Int
    ) -> UnsafePointer<UInt16> {
        let scaled = arena.allocate(UInt16.self, count)
        for x in 0..<count { scaled[x] = UInt16(Q15.product(UInt32(mask[x]), UInt32(opacity))) }
        return UnsafePointer(scaled)
    }
}

extension PremultipliedColor {
    /// Without a mask the coverage of every pixel is the opacity, so the product with it is taken once.
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

extension Composite.Operation {
    /// What the kernels call it; nil for what is no blend mode.
    fileprivate var blendMode: penumbra_blend_mode? {
        switch self {
        case .over, .mix: nil
        case .multiply: penumbra_blend_multiply
        case .screen: penumbra_blend_screen
        case .overlay: penumbra_blend_overlay
        case .darken: penumbra_blend_darken
        case .lighten: penumbra_blend_lighten
        case .colorDodge: penumbra_blend_color_dodge
        case .colorBurn: penumbra_blend_color_burn
        case .hardLight: penumbra_blend_hard_light
        case .softLight: penumbra_blend_soft_light
        case .difference: penumbra_blend_difference
        case .exclusion: penumbra_blend_exclusion
        case .hue: penumbra_blend_hue
        case .saturation: penumbra_blend_saturation
        case .color: penumbra_blend_color
        case .luminosity: penumbra_blend_luminosity
        case .plusLighter: penumbra_blend_plus_lighter
        }
    }
}
