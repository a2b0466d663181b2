import CPenumbraVectors

// Source-over along one row of premultiplied Q15 pixels. `count` is in pixels; destination and source have four values per
// pixel.

extension Kernels {
    /// Composites one colour over all pixels.
    public func compositeColor(
        _ destination: UnsafeMutablePointer<UInt16>, _ color: SIMD4<UInt16>, _ count: Int
    ) {
        let packed = unsafeBitCast(color, to: UInt64.self)
        let source = unsafeBitCast(SIMD4<UInt64>(repeating: packed), to: SIMD16<UInt16>.self)
        var x = 0
        if color.w == 32768 {
            while x &+ 4 <= count {
                store16(source, destination + 4 &* x)
                x &+= 4
            }
            while x < count {
                store4(color, destination + 4 &* x)
                x &+= 1
            }
            return
        }
        let keep = SIMD16<UInt16>(repeating: 32768 &- color.w)
        while x &+ 4 <= count {
            let d = destination + 4 &* x
            store16(source &+ product(load16(d), keep), d)
            x &+= 4
        }
        while x < count {
            compositePixel(destination + 4 &* x, color, 32768)
            x &+= 1
        }
    }

    /// Composites one colour through a mask.
    public func compositeColorMasked(
        _ destination: UnsafeMutablePointer<UInt16>, _ color: SIMD4<UInt16>, _ mask: UnsafePointer<UInt16>, _ count: Int
    ) {
        let packed = unsafeBitCast(color, to: UInt64.self)
        let source = unsafeBitCast(SIMD4<UInt64>(repeating: packed), to: SIMD16<UInt16>.self)
        let opaque = color.w == 32768
        let sixteenOnes: UInt64 = 0x8000_8000_8000_8000
        var x = 0
        while x &+ 4 <= count {
            let m4 = load4(mask + x)
            let bits = unsafeBitCast(m4, to: UInt64.self)
            if bits == 0 {
                x &+= 4
                continue
            }
            let d = destination + 4 &* x
            if opaque && bits == sixteenOnes {
                store16(source, d)
            } else {
                let s = product(source, penumbra_spread(m4))
                store16(s &+ product(load16(d), complement(penumbra_spread_alpha(s))), d)
            }
            x &+= 4
        }
        while x < count {
            compositePixel(destination + 4 &* x, color, UInt32(mask[x]))
            x &+= 1
        }
    }

    /// Composites a surface, times `opacity` and through a mask if there is one.
    public func compositeSurface(
        _ destination: UnsafeMutablePointer<UInt16>, _ source: UnsafePointer<UInt16>, _ mask: UnsafePointer<UInt16>?,
        _ opacity: UInt32, _ count: Int
    ) {
        let plain = opacity == 32768
        let opacities = SIMD16<UInt16>(repeating: UInt16(truncatingIfNeeded: opacity))
        let ones: UInt64 = 0x8000_8000_8000_8000
        var x = 0
        while x &+ 4 <= count {
            let d = destination + 4 &* x
            var s = load16(source + 4 &* x)
            if let mask {
                let m4 = load4(mask + x)
                let bits = unsafeBitCast(m4, to: UInt64.self)
                if bits == 0 {
                    x &+= 4
                    continue
                }
                if bits != ones || !plain {
                    let e = plain ? penumbra_spread(m4) : product(penumbra_spread(m4), opacities)
                    s = product(s, e)
                }
            } else if !plain {
                s = product(s, opacities)
            }
            if penumbra_all_opaque(s) {
                store16(s, d)
                x &+= 4
                continue
            }
            store16(s &+ product(load16(d), complement(penumbra_spread_alpha(s))), d)
            x &+= 4
        }
        while x < count {
            let e = product(mask.map { UInt32($0[x]) } ?? 32768, opacity)
            compositePixel(destination + 4 &* x, load4(source + 4 &* x), e)
            x &+= 1
        }
    }
}

@inline(__always)
private func compositePixel(_ destination: UnsafeMutablePointer<UInt16>, _ color: SIMD4<UInt16>, _ e: UInt32) {
    let s = (widened(color) &* e &+ 16384) &>> 15
    let kept = (widened(load4(destination)) &* (32768 &- s.w) &+ 16384) &>> 15
    store4(narrowed(s &+ kept), destination)
}

extension Kernels {
    /// Replaces pixels by those of a surface, in the share given by the mask (or one everywhere) times `opacity`.
    public func mixSurface(
        _ destination: UnsafeMutablePointer<UInt16>, _ source: UnsafePointer<UInt16>, _ mask: UnsafePointer<UInt16>?,
        _ opacity: UInt32, _ count: Int
    ) {
        let opacities = SIMD16<UInt16>(repeating: UInt16(truncatingIfNeeded: opacity))
        var x = 0
        while x &+ 4 <= count {
            let d = destination + 4 &* x
            let s = load16(source + 4 &* x)
            var e = opacities
            if let mask {
                let m4 = load4(mask + x)
                let bits = unsafeBitCast(m4, to: UInt64.self)
                if bits == 0 {
                    x &+= 4
                    continue
                }
                e = product(penumbra_spread(m4), opacities)
            }
            let sum = widened(s) &* widened(e) &+ widened(load16(d)) &* widened(complement(e)) &+ 16384
            store16(narrowed(sum &>> 15), d)
            x &+= 4
        }
        while x < count {
            let e = product(mask.map { UInt32($0[x]) } ?? 32768, opacity)
            let d = destination + 4 &* x
            let sum = widened(load4(source + 4 &* x)) &* e &+ widened(load4(d)) &* (32768 &- e) &+ 16384
            store4(narrowed(sum &>> 15), d)
            x &+= 1
        }
    }

    /// Extracts one channel of `count` pixels.
    public func extractChannel(
        _ source: UnsafePointer<UInt16>, _ channel: Int, _ target: UnsafeMutablePointer<UInt16>, _ count: Int
    ) {
        var x = 0
        while x &+ 8 <= count {
            let values = penumbra_channel(source + 4 &* x, Int32(truncatingIfNeeded: channel))
            UnsafeMutableRawPointer(target + x).storeBytes(of: values, as: SIMD8<UInt16>.self)
            x &+= 8
        }
        while x < count {
            target[x] = source[4 &* x &+ channel]
            x &+= 1
        }
    }

    /// Converts premultiplied Q15 to straight 8-bit RGBA, to nearest. A pixel whose alpha rounds to 0 becomes four zeros.
    public func finish(_ source: UnsafePointer<UInt16>, _ target: UnsafeMutablePointer<UInt8>, _ count: Int) {
        var x = 0
        while x < count {
            // Runs of opaque pixels need no division and are converted many values at a time.
            while x &+ 8 <= count {
                let (v, w) = (load16(source + 4 &* x), load16(source + 4 &* x + 16))
                guard penumbra_all_opaque(v & w) else { break }
                let bytes = penumbra_bytes_of_both(
                    product(v, SIMD16(repeating: 255)), product(w, SIMD16(repeating: 255)))
                UnsafeMutableRawPointer(target + 4 &* x).storeBytes(of: bytes, as: SIMD32<UInt8>.self)
                x &+= 8
            }
            while x &+ 4 <= count {
                let v = load16(source + 4 &* x)
                guard penumbra_all_opaque(v) else { break }
                let bytes = penumbra_bytes(product(v, SIMD16(repeating: 255)))
                UnsafeMutableRawPointer(target + 4 &* x).storeBytes(of: bytes, as: SIMD16<UInt8>.self)
                x &+= 4
            }
            let end = min(count, x &+ 4)
            while x < end {
                finishPixel(source + 4 &* x, target + 4 &* x)
                x &+= 1
            }
        }
    }
}

@inline(__always)
private func finishPixel(_ s: UnsafePointer<UInt16>, _ t: UnsafeMutablePointer<UInt8>) {
    let a = UInt32(s[3])
    let a8 = (a &* 255 &+ 16384) &>> 15
    var packed: UInt32 = 0
    if a8 != 0 {
        let half = a / 2
        let r = min(255, (UInt32(s[0]) &* 255 &+ half) / a)
        let g = min(255, (UInt32(s[1]) &* 255 &+ half) / a)
        let b = min(255, (UInt32(s[2]) &* 255 &+ half) / a)
        packed = r | g &<< 8 | b &<< 16 | a8 &<< 24
    }
    UnsafeMutableRawPointer(t).storeBytes(of: packed.littleEndian, as: UInt32.self)
}
