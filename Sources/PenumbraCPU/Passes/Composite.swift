import PenumbraGeometry
import PenumbraPlan

extension BandContext {
    func composite(_ composite: Composite, _ target: Rows, _ band: Range<Int>) {
        // What is left of the region once source and mask, both zero outside themselves, are taken into account.
        var region = composite.region.intersection(
            PixelRect(x: 0, y: band.lowerBound, width: target.width, height: band.count))
        if case .surface(let id, let dx, let dy) = composite.source {
            region = region.intersection(
                PixelRect(x: -dx, y: -dy, width: plan[id].width, height: plan[id].height))
        }
        switch composite.mask {
        case .none: break
        case .surface(let id, let dx, let dy):
            region = region.intersection(
                PixelRect(x: -dx, y: -dy, width: plan[id].width, height: plan[id].height))
        case .convolvedRows(let id, _, let dx, _):
            region = region.intersection(
                PixelRect(x: -dx, y: band.lowerBound, width: plan[id].width, height: band.count))
        }
        guard !region.isEmpty, composite.opacity > 0 else { return }
        let lines = region.y..<region.maxY
        if let picture = picture(composite, covering: region), case .surface(let id, _, let dy) = composite.source {
            let place = Rows(
                base: target.row(region.y) + 4 * region.x, stride: target.stride, firstRow: region.y + dy,
                rowCount: region.height, width: plan[id].width, height: plan[id].height)
            run(picture, into: place, place.rows)
            return
        }
        let maskRow = maskRows(composite.mask, region)
        switch composite.source {
        case .color(let color):
            let color = color.scaled(by: composite.opacity, masked: maskRow != nil)
            for y in lines {
                let destination = target.row(y) + 4 * region.x
                guard let maskRow else {
                    kernels.compositeColor(destination, color.vector, region.width)
                    continue
                }
                if UInt32(composite.opacity) == Q15.one {
                    kernels.compositeColorMasked(destination, color.vector, maskRow(y), region.width)
                } else {
                    kernels.compositeColorMasked(
                        destination, color.vector, scaledMask(maskRow(y), composite.opacity, region.width), region.width)
                }
            }
        case .surface(let id, let dx, let dy):
            let source = rows(of: id, (lines.lowerBound + dy)..<(lines.upperBound + dy))
            for y in lines {
                kernels.compositeSurface(
                    target.row(y) + 4 * region.x, source.row(y + dy) + 4 * (region.x + dx),
                    maskRow.map { $0(y) }, UInt32(composite.opacity), region.width)
            }
        }
    }

    /// For each target row the mask from the region's first column on; nil without a mask.
    private func maskRows(_ mask: Composite.Mask, _ region: PixelRect) -> ((Int) -> UnsafePointer<UInt16>)? {
        switch mask {
        case .none:
            return nil
        case .surface(let id, let dx, let dy):
            let source = rows(of: id, (region.y + dy)..<(region.maxY + dy))
            return { y in UnsafePointer(source.row(y + dy) + (region.x + dx)) }
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
                        source, kernel, rows: (made.lowerBound + dy)..<(made.upperBound + dy),
                        columns: (region.x + dx)..<(region.maxX + dx), into: lines, stride: stride)
                }
                return UnsafePointer(lines + (y - made.lowerBound) * stride)
            }
        }
    }

    private static let maskRowsAtOnce = 16

    /// Whether a region of the target may be made in place: where a picture without alpha covers it as it is.
    private func picture(_ composite: Composite, covering region: PixelRect) -> Pass? {
        guard case .surface(let id, let dx, _) = composite.source, case .none = composite.mask,
            UInt32(composite.opacity) == Q15.one, execution.analysis.isMadeInBands[id.index],
            execution.stored[id.index] == nil, region.x == -dx, region.width == plan[id].width,
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
