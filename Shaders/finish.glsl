// The straight 8-bit colour of a pixel of the canvas.

uvec4 straight_color(uvec4 color) {
    uint a = color.a;
    uint alpha = product(a, 255u);
    if (alpha == 0u) return uvec4(0u);
    uvec3 straight = a == Q15_ONE
        ? product(color, 255u).rgb
        : min(uvec3(255u), (color.rgb * 255u + a / 2u) / a);
    return uvec4(straight, alpha);
}
