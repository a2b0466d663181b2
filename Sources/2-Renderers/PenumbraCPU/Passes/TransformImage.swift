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
                                    let numbers = TransformNumbers(
                                        columnU: columnU.baseAddress!, columnV: columnV.baseAddress!,
                                        rowU: sampling.rowU[y], rowV: sampling.rowV[y],
                                        acrossU: acrossU.baseAddress!, acrossV: acrossV.baseAddress!,
                                        downU: downU.baseAddress!, downV: downV.baseAddress!,
                                        subsamples: sampling.subsamples, isPointSampled: sampling.isPointSampled,
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
