import CPenumbraProcessor

/// Counts the processors this process may run on, at least 1, as `nproc` does.
public func processorCount() -> Int {
    max(1, Int(penumbra_processor_count()))
}

/// The features of this processor.
package enum Processor {
    /// True if the processor has AVX2 and the system saves its registers.
    package static let hasAVX2 = penumbra_processor_has_avx2()
    /// True if the processor has the bit operations of BMI1 and BMI2.
    package static let hasBMI2 = penumbra_processor_has_bmi2()
}
