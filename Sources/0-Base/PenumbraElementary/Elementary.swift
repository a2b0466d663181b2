/// The elementary functions that decide bytes of pictures. They give the same bits on every processor and with every C
/// library.
///
/// A C library's own functions differ in their last bits between libraries and between versions. They even differ on one
/// host: glibc picks variants with and without fused multiply-adds, depending on the processor. A coordinate on a rounding
/// tie then moves.
///
/// The functions here use only correctly rounded or exact operations. IEEE 754 rounds `+`, `−`, `×`, `÷` and the square root
/// of doubles correctly. Integer arithmetic, rounding to whole numbers and `truncatingRemainder(dividingBy:)` are exact. The
/// compiler may not fuse or reorder the operations: Swift gives LLVM no leave to, whatever processor a module is built for.
///
/// Each function is evaluated to some 70 bits or more as a sum of two doubles and rounded once at the end. Each function was
/// tested with a million arguments of all sizes. Every result was the double nearest to the true value (0.5 units in the
/// last place), except subnormal results of `exp` and `pow`. These are rounded twice (0.75 units).
/// `scripts/studies/measure-elementary` compares with mpmath. `scripts/studies/make-elementary-tables` derives the constants
/// and the expected bits of the tests.
package enum Elementary {}

extension Double {
    /// The magnitude below which sin x, tan x, asin x and atan x are within 0.03 units in the last place of x itself. The
    /// nearest double is then x.
    static var linear: Double { 0x1p-28 }
}
