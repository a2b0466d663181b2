/// The size of a JPEG, and the samples that its blocks make.
package struct JPEGShape: Sendable {
    package enum Space: Int32, Sendable {
        case gray, ycc, rgb
    }

    /// The samples of one component.
    package struct Component: Sendable {
        /// The number of pixels per sample, along rows and columns.
        package let across: Int
        package let down: Int
        /// The number of samples that belong to the picture. Blocks hold more.
        package let columns: Int
        package let rows: Int
        /// True if samples are interpolated, false if they are repeated.
        package let isSmoothAcross: Bool
        package let isSmoothDown: Bool
        /// The quantisation table, row by row.
        package let quantisation: [UInt16]

        /// The number of blocks of 8×8 samples.
        package var blocksAcross: Int { (columns + 7) / 8 }
        package var blocksDown: Int { (rows + 7) / 8 }
    }

    /// The sampling factors of a component, and its quantisation table.
    struct Factors {
        var horizontal: Int
        var vertical: Int
        var quantisation: [UInt16]
    }

    /// The size of the picture as it is stored.
    package let width: Int
    package let height: Int
    package let orientation: ExifOrientation
    package let space: Space
    package let components: [Component]

    /// Chooses how each component becomes as large as the picture (libjpeg-turbo, jdsample.c). Nil if libjpeg refuses the
    /// sampling factors.
    init?(width: Int, height: Int, orientation: ExifOrientation, space: Space, factors: [Factors]) {
        let mostAcross = factors.map(\.horizontal).max() ?? 1
        let mostDown = factors.map(\.vertical).max() ?? 1
        var components: [Component] = []
        for factor in factors {
            let (horizontal, vertical) = (factor.horizontal, factor.vertical)
            guard (1...4).contains(horizontal), (1...4).contains(vertical), mostAcross % horizontal == 0,
                mostDown % vertical == 0
            else { return nil }
            let (across, down) = (mostAcross / horizontal, mostDown / vertical)
            let columns = (width * horizontal + mostAcross - 1) / mostAcross
            let rows = (height * vertical + mostDown - 1) / mostDown
            let isSmoothAcross = across == 2 && down <= 2 && columns > 2
            components.append(
                Component(
                    across: across, down: down, columns: columns, rows: rows, isSmoothAcross: isSmoothAcross,
                    isSmoothDown: down == 2 && (across == 1 || isSmoothAcross), quantisation: factor.quantisation))
        }
        (self.width, self.height) = (width, height)
        (self.orientation, self.space, self.components) = (orientation, space, components)
    }
}

extension JPEGShape.Component {
    /// Returns the columns of blocks that are read for columns of stored pixels.
    package func blockColumns(for pixels: Range<Int>) -> Range<Int> {
        Self.blocks(for: pixels, pixelsPerSample: across, samples: columns, isSmooth: isSmoothAcross)
    }

    /// Returns the rows of blocks that are read for rows of stored pixels.
    package func blockRows(for pixels: Range<Int>) -> Range<Int> {
        Self.blocks(for: pixels, pixelsPerSample: down, samples: rows, isSmooth: isSmoothDown)
    }

    private static func blocks(
        for pixels: Range<Int>, pixelsPerSample: Int, samples: Int, isSmooth: Bool
    ) -> Range<Int> {
        let reach = isSmooth ? 1 : 0
        let first = max(0, pixels.lowerBound / pixelsPerSample - reach)
        let last = min(samples - 1, (pixels.upperBound - 1) / pixelsPerSample + reach)
        return first / 8..<last / 8 + 1
    }
}
