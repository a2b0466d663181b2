import CPenumbraVectors
import PenumbraPlan

extension TransformImage: BandPass {
    func workBytes(in plan: RenderPlan) -> Int {
        if case .area(let weights) = sampling.filter { AreaDrawing.workBytes(weights, of: plan[source]) } else { 0 }
    }

    func draw(_ target: Rows, _ band: Range<Int>, _ context: BandContext) {
        sampling.draw(target, band, from: context.rows(of: source), context)
    }
}

extension AffineSampling {
    /// Draws rows of a target.
    func draw(_ target: Rows, _ band: Range<Int>, from source: Rows, _ context: BandContext) {
        for y in band {
            let (first, end) = (Int(firstColumns[y]), Int(endColumns[y]))
            target.row(y).update(repeating: 0, count: 4 * first)
            (target.row(y) + 4 * end).update(repeating: 0, count: 4 * (target.width - end))
        }
        columnU.withUnsafeBufferPointer { columnU in
            columnV.withUnsafeBufferPointer { columnV in
                /// Returns the numbers of row `y` from `column` on.
                func numbers(_ y: Int, from column: Int) -> penumbra_transform_row {
                    penumbra_transform_row(
                        column_u: columnU.baseAddress! + column, column_v: columnV.baseAddress! + column,
                        row_u: rowU[y], row_v: rowV[y], source: source.row(0), stride: source.stride,
                        width: source.width, height: source.height)
                }
                func drawPoints(_ draw: (penumbra_transform_row, PixelKernels.Target, Int) -> Void) {
                    for y in band {
                        let (first, end) = (Int(firstColumns[y]), Int(endColumns[y]))
                        draw(numbers(y, from: first), target.row(y) + 4 * first, end - first)
                    }
                }
                switch filter {
                case .nearest: drawPoints(context.kernels.transformNearest)
                case .bilinear: drawPoints(context.kernels.transformBilinear)
                case .area(let weights):
                    AreaDrawing(self, weights, from: source, &context.work).draw(
                        target, band, context.kernels, numbers: numbers)
                }
            }
        }
    }
}
