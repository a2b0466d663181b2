// Reads: sums of sixteen bits with a sign and, optionally, a mask that limits them.
// Writes: a mask, one word (two pixels) per invocation.
// Twin: Sources/2-Renderers/PenumbraCPU/Passes/MixMasks.swift

#define CLAMPED 0
#include "common.glsl"
#include "mask_source.glsl"

layout(local_size_x = GROUP_WIDTH, local_size_y = GROUP_HEIGHT) in;

layout(std430, binding = 0) writeonly restrict buffer Target { uint target[]; };
layout(std430, binding = 2) readonly restrict buffer Sums { uint sums[]; };

void main() {
    int word = int(gl_GlobalInvocationID.x);
    int row = int(gl_GlobalInvocationID.y);
    if (2 * word >= targetWidth || row >= rowCount) return;
    uint both = sums[row * sumsStride + word];
    uvec2 sum = uvec2(both & 0xFFFFu, both >> 16);
    // Sums from 49152 on are negative.
    uvec2 value = uvec2(sum.x >= 49152u ? 0u : min(sum.x, Q15_ONE), sum.y >= 49152u ? 0u : min(sum.y, Q15_ONE));
    if (limitKind == 1) {
        int y = firstRow + row + dy;
        uvec2 most = uvec2(0u);
        if (inside(y, sourceHeight)) most = source_pair(source_row(y), column_pair(2 * word + dx));
        value = min(value, most);
    }
    target[row * targetStride + word] = value.x | value.y << 16;
}
