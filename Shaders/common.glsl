// Code that all shaders share: the arithmetic of Q15 values and the layout of pixels in words.
// A mask keeps two pixels in a word, the even pixel in the low half.
// A colour pixel is two words: red | green << 16, blue | alpha << 16.
// A shader is written for one picture: its parameters, and its part of each storage block. PenumbraGPU (JobShader.swift) turns
// it into a program for several pictures, one for each work group along z, and declares the parameters: the properties of the
// Swift type that names the shader, in ProgramParameters.swift or beside the code that records the pass.
// PenumbraGPU (ShaderConstants.swift) and PenumbraShaders write the constants in capitals in front of the source.

precision highp int;

uint product(uint a, uint b) {
    return (a * b + Q15_HALF) >> Q15_BITS;
}

uvec4 product(uvec4 a, uint b) {
    return (a * b + Q15_HALF) >> Q15_BITS;
}

uvec4 unpack_color(uvec2 pixel) {
    return uvec4(pixel.x & 0xFFFFu, pixel.x >> 16, pixel.y & 0xFFFFu, pixel.y >> 16);
}

uvec2 pack_color(uvec4 color) {
    return uvec2(color.r | color.g << 16, color.b | color.a << 16);
}

// Returns the pixel of column x from the word that holds it.
uint pixel_of(uint word, int x) {
    return (word >> ((uint(x) & 1u) << 4)) & 0xFFFFu;
}

// True for 0 ≤ position < count, in one comparison.
bool inside(int position, int count) {
    return uint(position) < uint(count);
}
