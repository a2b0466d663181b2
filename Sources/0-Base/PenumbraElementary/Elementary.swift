/// The elementary functions that decide bytes of pictures, with the same bits on every processor and with every C library.
///
/// A C library's own functions differ in their last bits: between libraries, between their versions, and on one host by the
/// processor, for which glibc picks variants with and without fused multiply-adds. A coordinate on a rounding tie then moves.
/// These are made of `+`, `−`, `×`, `÷` and the square root on doubles alone, each of which IEEE 754 rounds correctly, of
/// integers, and of rounding to whole numbers and `truncatingRemainder(dividingBy:)`, which are exact. The compiler may not
/// fuse or reorder them: Swift gives LLVM no leave to, whatever processor a module is built for.
///
/// Each function is evaluated to some 70 bits or more as a sum of two doubles and rounded once at the end. Of a million
/// arguments of all sizes for each function, every result was the double nearest to the true value (0.5 units in the last
/// place), but for subnormal results of `exp` and `pow`, which are rounded twice (0.75 units). `scripts/studies/measure-elementary`
/// compares with mpmath; `scripts/studies/make-elementary-tables` derives the constants, and the expected bits of the tests.
package enum Elementary {}

extension Double {
    /// Below this magnitude sin x, tan x, asin x and atan x are within 0.03 units in the last place of x itself, and x is the
    /// nearest double.
    static var linear: Double { 0x1p-28 }
}
