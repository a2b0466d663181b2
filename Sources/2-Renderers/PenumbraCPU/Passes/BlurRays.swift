import CPenumbraVectors
import PenumbraPlan

extension BlurRays: BandPass {
    func draw(_ target: Rows, _ band: Range<Int>, _ context: BandContext) {
        let source = context.rows(of: source)
        sampling.columns.withUnsafeBufferPointer { columns in
            for y in band {
                let numbers = penumbra_ray_row(
                    source: source.row(0), stride: source.stride, width: source.width, height: source.height,
                    start: sampling.rows[y].x, end: sampling.rows[y].y)
                context.kernels.blurRays(numbers, columns.baseAddress!, target.row(y), target.width)
            }
        }
    }
}
