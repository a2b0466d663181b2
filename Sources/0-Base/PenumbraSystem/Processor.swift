import CPenumbraProcessor

/// The processors this process may run on, at least 1: what `nproc` says.
public func processorCount() -> Int {
    max(1, Int(penumbra_processor_count()))
}

/// What this processor can run.
package enum Processor {
    /// AVX2, whose registers the system saves.
    package static let hasAVX2 = penumbra_processor_has_avx2()
    /// The bit operations of BMI1 and BMI2.
    package static let hasBMI2 = penumbra_processor_has_bmi2()
}
