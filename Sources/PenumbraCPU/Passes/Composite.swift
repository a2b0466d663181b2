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
            let line = arena.allocate(UInt16.self, region.width)
            return { [unowned self] y in
                self.combine(
                    source, kernel, row: y + dy, columns: (region.x + dx)..<(region.maxX + dx), into: line)
                return UnsafePointer(line)
            }
        }
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
