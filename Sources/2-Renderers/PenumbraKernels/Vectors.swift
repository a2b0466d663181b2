import CPenumbraVectors

// Sixteen 16-bit lanes are four colour pixels or sixteen mask values.

@inline(__always)
func load16(_ pointer: UnsafePointer<UInt16>) -> SIMD16<UInt16> {
    UnsafeRawPointer(pointer).loadUnaligned(as: SIMD16<UInt16>.self)
}

@inline(__always)
func store16(_ value: SIMD16<UInt16>, _ pointer: UnsafeMutablePointer<UInt16>) {
    UnsafeMutableRawPointer(pointer).storeBytes(of: value, as: SIMD16<UInt16>.self)
}

@inline(__always)
func load16(_ pointer: UnsafePointer<UInt32>) -> SIMD16<UInt32> {
    UnsafeRawPointer(pointer).loadUnaligned(as: SIMD16<UInt32>.self)
}

@inline(__always)
func load8(_ pointer: UnsafePointer<UInt16>) -> SIMD8<UInt16> {
    UnsafeRawPointer(pointer).loadUnaligned(as: SIMD8<UInt16>.self)
}

@inline(__always)
func load4(_ pointer: UnsafePointer<UInt16>) -> SIMD4<UInt16> {
    UnsafeRawPointer(pointer).loadUnaligned(as: SIMD4<UInt16>.self)
}

@inline(__always)
func store4(_ value: SIMD4<UInt16>, _ pointer: UnsafeMutablePointer<UInt16>) {
    UnsafeMutableRawPointer(pointer).storeBytes(of: value, as: SIMD4<UInt16>.self)
}

@inline(__always)
func widened(_ v: SIMD16<UInt16>) -> SIMD16<UInt32> { penumbra_widen(v) }

@inline(__always)
func widened(_ v: SIMD4<UInt16>) -> SIMD4<UInt32> { penumbra_widen4(v) }

@inline(__always)
func narrowed(_ v: SIMD16<UInt32>) -> SIMD16<UInt16> { penumbra_narrow(v) }

@inline(__always)
func narrowed(_ v: SIMD4<UInt32>) -> SIMD4<UInt16> { penumbra_narrow4(v) }

/// Computes `(a·b + 16384) >> 15` in each lane.
@inline(__always)
func product(_ a: SIMD16<UInt16>, _ b: SIMD16<UInt16>) -> SIMD16<UInt16> { penumbra_q15_product(a, b) }

/// Computes 32768 − v in each lane.
@inline(__always)
func complement(_ v: SIMD16<UInt16>) -> SIMD16<UInt16> { SIMD16(repeating: 32768) &- v }

/// Computes one scalar product, `(a·b + 16384) >> 15`.
@inline(__always)
func product(_ a: UInt32, _ b: UInt32) -> UInt32 { (a &* b &+ 16384) &>> 15 }
