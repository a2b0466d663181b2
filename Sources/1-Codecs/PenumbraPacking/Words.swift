// Loads and stores at any address.

@inline(__always)
func load64(_ bytes: UnsafePointer<UInt8>) -> UInt64 {
    UInt64(littleEndian: UnsafeRawPointer(bytes).loadUnaligned(as: UInt64.self))
}

@inline(__always)
func loadBytes(_ bytes: UnsafePointer<UInt8>) -> SIMD32<UInt8> {
    UnsafeRawPointer(bytes).loadUnaligned(as: SIMD32<UInt8>.self)
}

@inline(__always)
func storeBytes(_ value: SIMD32<UInt8>, _ bytes: UnsafeMutablePointer<UInt8>) {
    UnsafeMutableRawPointer(bytes).storeBytes(of: value, as: SIMD32<UInt8>.self)
}
