// Reads: straight 8-bit RGBA, a word for each pixel, and the tables.
// Writes: the quantised coefficients of blocks in the order of codes, two 16-bit values in a word, and zeros for the codes.
// Twin: Sources/1-Codecs/PenumbraCodecs/JPEG/JPEGEncoder.swift

#include "common.glsl"
#include "jpeg_file.glsl"

// Eight invocations for each block. Blocks that only complete units stay unwritten. The arithmetic is that of jccolor.c,
// jcsample.c, jfdctint.c and jcdctmgr.c of libjpeg-turbo.
layout(local_size_x = GROUP_SIZE) in;

layout(std430, binding = 0) writeonly restrict buffer Target { uint target[]; };
layout(std430, binding = 1) readonly restrict buffer Source { uint source[]; };
layout(std430, binding = 2) readonly restrict buffer Tables { uint tables[]; };
layout(std430, binding = 3) writeonly restrict buffer Codes { uint codes[]; };

const int ONE_HALF = 1 << 15;

// The blocks of a work group: after their rows are transformed, and then as quantised values.
shared int middle[8 * int(GROUP_SIZE)];

// A component of a pixel, between 0 and 255.
int component_at(int component, int x, int y) {
    uint pixel = source[y * sourceStride + x];
    uint alpha = pixel >> 24;
    uvec3 mixed = (uvec3(pixel, pixel >> 8, pixel >> 16) & 255u) * alpha
        + (uvec3(matte, matte >> 8, matte >> 16) & 255u) * (255u - alpha) + 128u;
    ivec3 color = ivec3((mixed + (mixed >> 8)) >> 8);
    if (component == 0) {
        return (JPEG_LUMA_FROM_RED * color.r + JPEG_LUMA_FROM_GREEN * color.g + JPEG_LUMA_FROM_BLUE * color.b + ONE_HALF) >> 16;
    }
    int sum = component == 1
        ? JPEG_CB_FROM_RED * color.r + JPEG_CB_FROM_GREEN * color.g + ONE_HALF * color.b
        : ONE_HALF * color.r + JPEG_CR_FROM_GREEN * color.g + JPEG_CR_FROM_BLUE * color.b;
    return (sum + (128 << 16) + ONE_HALF - 1) >> 16;
}

// A sample of a component. The last column and row of the picture repeat to the right and below.
int sample_at(int component, int x, int y) {
    if (component == 0 || blocksInUnit == 3) return component_at(component, min(x, width - 1), min(y, height - 1));
    // Four pixels. Halves are rounded up in every other column.
    int top = 2 * min(y, (height - 1) / 2);
    int bottom = min(top + 1, height - 1);
    int left = min(2 * x, width - 1);
    int right = min(2 * x + 1, width - 1);
    int sum = component_at(component, left, top) + component_at(component, right, top)
        + component_at(component, left, bottom) + component_at(component, right, bottom);
    return (sum + 1 + (x & 1)) >> 2;
}

// The forward transform of eight values (jfdctint.c; Loeffler, Ligtenberg and Moschytz, ICASSP 1989).
void transform(inout int v[8], int shift) {
    ivec4 sums = ivec4(v[0] + v[7], v[1] + v[6], v[2] + v[5], v[3] + v[4]);
    ivec4 rest = ivec4(v[0] - v[7], v[1] - v[6], v[2] - v[5], v[3] - v[4]);
    int outer = sums.x + sums.w;
    int inner = sums.y + sums.z;
    int outerRest = sums.x - sums.w;
    int innerRest = sums.y - sums.z;
    int even = (innerRest + outerRest) * JPEG_C0541;
    int odd = (rest.w + rest.y + rest.z + rest.x) * JPEG_C1175;
    int z1 = (rest.w + rest.x) * -JPEG_C0899;
    int z2 = (rest.z + rest.y) * -JPEG_C2562;
    int z3 = odd - (rest.w + rest.y) * JPEG_C1961;
    int z4 = odd - (rest.z + rest.x) * JPEG_C0390;
    int rounding = 1 << (shift - 1);
    v[0] = (((outer + inner) << JPEG_BITS) + rounding) >> shift;
    v[1] = (rest.x * JPEG_C1501 + z1 + z4 + rounding) >> shift;
    v[2] = (even + outerRest * JPEG_C0765 + rounding) >> shift;
    v[3] = (rest.y * JPEG_C3072 + z2 + z3 + rounding) >> shift;
    v[4] = (((outer - inner) << JPEG_BITS) + rounding) >> shift;
    v[5] = (rest.z * JPEG_C2053 + z2 + z4 + rounding) >> shift;
    v[6] = (even - innerRest * JPEG_C1847 + rounding) >> shift;
    v[7] = (rest.w * JPEG_C0298 + z1 + z3 + rounding) >> shift;
}

void synchronize() {
    memoryBarrierShared();
    barrier();
}

void main() {
    int lane = int(gl_LocalInvocationID.x);
    int invocation = int(gl_GlobalInvocationID.x);
    for (int i = invocation; i < codeWords; i += int(gl_NumWorkGroups.x * GROUP_SIZE)) codes[i] = 0u;
    int block = invocation / 8;
    bool isInside = block < blockCount;
    if (isInside) isInside = !is_filler(block);
    int i = lane & 7;
    int own = 8 * (lane - i);
    ivec3 place = place_of(isInside ? block : 0);
    int v[8];
    if (isInside) {
        for (int k = 0; k < 8; k++) v[k] = sample_at(place.x, 8 * place.y + k, 8 * place.z + i) - 128;
        transform(v, JPEG_BITS - JPEG_MORE_BITS);
        for (int k = 0; k < 8; k++) middle[own + 8 * i + k] = v[k];
    }
    synchronize();
    if (isInside) {
        for (int k = 0; k < 8; k++) v[k] = middle[own + 8 * k + i];
        transform(v, JPEG_BITS + JPEG_MORE_BITS);
    }
    synchronize();
    if (isInside) {
        for (int k = 0; k < 8; k++) {
            uint entry = tables[(place.x > 0 ? STEPS : 0) + 8 * k + i];
            // Coefficients are 8 times too large.
            int divisor = max(1, 8 * int(entry & 0xFFFFu));
            int size = (abs(v[k]) + divisor / 2) / divisor;
            // Drivers don't check places in shared memory, and after a failed upload the tables may hold anything.
            middle[own + int(entry >> 16 & 63u)] = v[k] < 0 ? -size : size;
        }
    }
    synchronize();
    if (!isInside) return;
    for (int k = 0; k < 4; k++) {
        int at = own + 8 * i + 2 * k;
        target[block * BLOCK_WORDS + 4 * i + k] = uint(middle[at]) & 0xFFFFu | uint(middle[at + 1]) << 16;
    }
}
