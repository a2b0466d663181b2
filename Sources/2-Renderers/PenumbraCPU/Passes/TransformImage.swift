import CPenumbraVectors
import PenumbraPlan

extension TransformImage: BandPass {
    func draw(_ target: Rows, _ band: Range<Int>, _ context: BandContext) {
        let source = context.rows(of: source)
        sampling.columnU.withUnsafeBufferPointer { columnU in
            sampling.columnV.withUnsafeBufferPointer { columnV in
                sampling.acrossU.withUnsafeBufferPointer { acrossU in
                    sampling.acrossV.withUnsafeBufferPointer { acrossV in
                        sampling.downU.withUnsafeBufferPointer { downU in
                            sampling.downV.withUnsafeBufferPointer { downV in
                                for y in band {
                                    let numbers = penumbra_transform_row(
                                        column_u: columnU.baseAddress!, column_v: columnV.baseAddress!,
                                        row_u: sampling.rowU[y], row_v: sampling.rowV[y],
                                        across_u: acrossU.baseAddress!, across_v: acrossV.baseAddress!,
                                        down_u: downU.baseAddress!, down_v: downV.baseAddress!,
                                        subsamples: sampling.subsamples, is_point_sampled: sampling.isPointSampled,
                                        source: source.row(0), stride: source.stride, width: source.width,
                                        height: source.height)
                                    context.kernels.transform(numbers, target.row(y), target.width)
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}
