// Sixteen 16-bit lanes are four colour pixels or sixteen mask values. These helpers are written so that the
// compiler finds the machine's own instructions for them (checked in the assembly of a release build).

@inline(__always)
func load16(_ pointer: UnsafePointer<UInt16>) -> SIMD16<UInt16> {
    UnsafeRawPointer(pointer).loadUnaligned(as: SIMD16<UInt16>.self)
}

@inline(__always)
func store16(_ value: SIMD16<UInt16>, _ pointer: UnsafeMutablePointer<UInt16>) {
    UnsafeMutableRawPointer(pointer).storeBytes(of: value, as: SIMD16<UInt16>.self)
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
func widened(_ v: SIMD16<UInt16>) -> SIMD16<UInt32> { SIMD16<UInt32>(truncatingIfNeeded: v) }

@inline(__always)
func widened(_ v: SIMD4<UInt16>) -> SIMD4<UInt32> { SIMD4<UInt32>(truncatingIfNeeded: v) }

@inline(__always)
func narrowed(_ v: SIMD16<UInt32>) -> SIMD16<UInt16> { SIMD16<UInt16>(truncatingIfNeeded: v) }

@inline(__always)
func narrowed(_ v: SIMD4<UInt32>) -> SIMD4<UInt16> { SIMD4<UInt16>(truncatingIfNeeded: v) }

/// `(a·b + 16384) >> 15` in each lane without leaving 16 bits: twice the product's high half, plus its low
/// half rounded. `(low >> 14) + 1) >> 1` is the low half's share, 0, 1 or 2.
@inline(__always)
func product(_ a: SIMD16<UInt16>, _ b: SIMD16<UInt16>) -> SIMD16<UInt16> {
    let high = narrowed((widened(a) &* widened(b)) &>> 16)
    let low = a &* b
    return high &+ high &+ (((low &>> 14) &+ 1) &>> 1)
}

/// Four mask values, each repeated for the four channels of its pixel.
@inline(__always)
func spread(_ mask: SIMD4<UInt16>) -> SIMD16<UInt16> {
    var v = SIMD4<UInt64>(truncatingIfNeeded: mask)
    v = v | (v &<< 16)
    v = v | (v &<< 32)
    return unsafeBitCast(v, to: SIMD16<UInt16>.self)
}

/// The alpha of each of four pixels, repeated for its four channels.
@inline(__always)
func spreadAlpha(_ pixels: SIMD16<UInt16>) -> SIMD16<UInt16> {
    var v = unsafeBitCast(pixels, to: SIMD4<UInt64>.self) &>> 48
    v = v | (v &<< 16)
    v = v | (v &<< 32)
    return unsafeBitCast(v, to: SIMD16<UInt16>.self)
}

let one16 = SIMD16<UInt16>(repeating: 32768)

/// One scalar product, `(a·b + 16384) >> 15`.
@inline(__always)
func product(_ a: UInt32, _ b: UInt32) -> UInt32 { (a &* b &+ 16384) &>> 15 }
