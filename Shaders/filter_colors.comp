// Reads: a colour surface, and a table of runs and weights.
// Writes: a colour surface, one pixel per invocation.
// Twin: Sources/2-Renderers/PenumbraCPU/Passes/FilterColors.swift

#include "common.glsl"

layout(local_size_x = GROUP_WIDTH, local_size_y = GROUP_HEIGHT) in;

layout(std430, binding = 0) writeonly restrict buffer Target { uvec2 target[]; };
layout(std430, binding = 1) readonly restrict buffer Source { uvec2 source[]; };
// First source index, first weight, number of weights.
layout(std430, binding = 2) readonly restrict buffer Places { ivec4 places[]; };
layout(std430, binding = 3) readonly restrict buffer Weights { int weights[]; };

void main() {
    int x = int(gl_GlobalInvocationID.x);
    int row = int(gl_GlobalInvocationID.y);
    if (x >= targetWidth || row >= rowCount) return;
    int y = firstRow + row;
    ivec4 place = places[isVertical != 0 ? y : x];
    int position = isVertical != 0
        ? (place.x - sourceFirstRow) * sourceStride + x
        : (y - sourceFirstRow) * sourceStride + place.x;
    int next = isVertical != 0 ? sourceStride : 1;
    ivec4 sum = ivec4(0);
    for (int i = 0; i < place.z; i++, position += next) {
        sum += (ivec4(unpack_color(source[position])) - sourceLift) * weights[place.y + i];
    }
    ivec4 value = (sum + 16384) >> 15;
    if (targetLift > 0) {
        value = clamp(value, lowest, highest) + targetLift;
    } else {
        value = clamp(value, 0, 32768);
        value = min(value, ivec4(value.a));
    }
    target[row * targetStride + x] = pack_color(uvec4(value));
}
