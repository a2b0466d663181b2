// Computes the whole parts of square roots, exactly on every driver. Only this file uses floating point, for a first guess.

precision highp float;

// A number of up to 64 bits.
struct Wide {
    uint high;
    uint low;
};

Wide square(uint a) {
    Wide result;
    umulExtended(a, a, result.high, result.low);
    return result;
}

bool is_above(Wide a, Wide b) {
    return a.high > b.high || (a.high == b.high && a.low > b.low);
}

// Returns the largest r with r² ≤ n, for n up to 2⁴³. The guess is off by a unit at most if drivers round as well as they
// promise. However wrong the guess is, the steps after it end at the root.
uint root_of_wide(Wide sum) {
    float rough = sqrt(max(float(sum.high) * 4294967296.0 + float(sum.low), 1.0));
    uint root = min(uint(rough), 1u << 22);
    while (is_above(square(root), sum)) root--;
    while (!is_above(square(root + 1u), sum)) root++;
    return root;
}

// Returns the largest r with r² ≤ a² + b², for a and b up to 2²¹.
uint root_of_squares(uint a, uint b) {
    Wide sum = square(a);
    Wide other = square(b);
    uint carry;
    sum.low = uaddCarry(sum.low, other.low, carry);
    sum.high += other.high + carry;
    return root_of_wide(sum);
}

// Returns the largest r with r² ≤ a² − b², for a and b up to 2²¹, and 0 where b is above a.
uint root_of_difference(uint a, uint b) {
    if (a <= b) return 0u;
    Wide product;
    umulExtended(a + b, a - b, product.high, product.low);
    return root_of_wide(product);
}

// Returns the largest r with r² ≤ n, for n up to 2³⁰. However wrong the guess is, the steps after it end at the root.
uint root_of(uint n) {
    float rough = sqrt(float(n));
    uint root = min(uint(rough), Q15_ONE);
    while (root * root > n) root--;
    while ((root + 1u) * (root + 1u) <= n) root++;
    return root;
}
