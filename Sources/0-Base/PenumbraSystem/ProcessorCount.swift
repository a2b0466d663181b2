import CPenumbraProcessor

/// The processors this process may run on, at least 1: what `nproc` says.
public func processorCount() -> Int {
    max(1, Int(penumbra_processor_count()))
}
