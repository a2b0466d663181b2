import CPenumbraVectors

// Means over areas; `AffineSampling` defines the formula. For products taken in pairs, values are first shifted to −32768…0,
// which changes the sum by the table's bias.

extension Kernels {
    /// Makes pixels of a row whose groups all lie inside the source.
    public func transformArea(
        _ p: penumbra_transform_row, _ table: penumbra_area_table, _ target: UnsafeMutablePointer<UInt16>, _ count: Int
    ) {
        // With a known number of groups, the loop over the groups is unrolled.
        switch table.group_count {
        case 2: meanRow(p, table, 2, target, count)
        case 3: meanRow(p, table, 3, target, count)
        case 4: meanRow(p, table, 4, target, count)
        case 5: meanRow(p, table, 5, target, count)
        case 6: meanRow(p, table, 6, target, count)
        default: meanRow(p, table, table.group_count, target, count)
        }
    }

    @inline(__always)
    private func meanRow(
        _ p: penumbra_transform_row, _ table: penumbra_area_table, _ groups: Int, _ target: UnsafeMutablePointer<UInt16>,
        _ count: Int
    ) {
        let bias = SIMD4<UInt32>(repeating: table.bias)
        @inline(__always) func sum(_ x: Int) -> SIMD4<UInt32> {
            let u = p.column_u[x] &+ p.row_u
            let v = p.column_v[x] &+ p.row_v
            let i = ((u & 32767) &* table.phases_across) &>> 15
            let j = ((v & 32767) &* table.phases_down) &>> 15
            let place = p.source + (Int(v &>> 15) &* p.stride &+ 4 &* Int(u &>> 15))
            let weights = table.weights + (Int(j &* table.phases_across &+ i) &* (4 &* groups))
            for index in 0..<table.ahead_count { penumbra_prefetch(place + table.ahead[index]) }
            var even = SIMD8<Int32>(repeating: 0)
            var odd = SIMD8<Int32>(repeating: 0)
            @inline(__always) func product(_ k: Int) -> SIMD8<Int32> {
                penumbra_pair_products(
                    penumbra_paired_pixels(load16(place + table.groups[k])), penumbra_paired_weights(weights + 4 &* k))
            }
            var k = 0
            while k &+ 1 < groups {
                even = even &+ product(k)
                odd = odd &+ product(k &+ 1)
                k &+= 2
            }
            if k < groups { even = even &+ product(k) }
            let both = even &+ odd
            return unsafeBitCast(both.lowHalf &+ both.highHalf, to: SIMD4<UInt32>.self) &+ bias
        }
        var x = 0
        while x &+ 1 < count {
            let sums = SIMD8<UInt32>(lowHalf: sum(x), highHalf: sum(x &+ 1))
            let shares = penumbra_share(sums, table.multiplier)
            UnsafeMutableRawPointer(target + 4 &* x).storeBytes(of: shares, as: SIMD8<UInt16>.self)
            x &+= 2
        }
        if x < count {
            let last = sum(x)
            store4(penumbra_share(SIMD8(lowHalf: last, highHalf: last), table.multiplier).lowHalf, target + 4 &* x)
        }
    }
}
