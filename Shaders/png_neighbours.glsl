// The bytes of a row of `channels` bytes a pixel, and the bytes that PNG's filters predict them from (W3C PNG, section 9).

layout(std430, binding = 1) readonly restrict buffer Source { uint source[]; };

// Byte i of row y; 0 outside the picture.
int byte_at(int i, int y, int channels) {
    if (i < 0 || y < 0) return 0;
    int x = i / channels;
    return int(source[y * sourceStride + x] >> (8 * (i - x * channels)) & 255u);
}

int nearest_to_gradient(int a, int b, int c) {
    int p = a + b - c;
    ivec3 distances = abs(ivec3(p) - ivec3(a, b, c));
    if (distances.x <= distances.y && distances.x <= distances.z) return a;
    return distances.y <= distances.z ? b : c;
}
