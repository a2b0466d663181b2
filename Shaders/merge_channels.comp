// Reads: masks of one size, and the weights of a kernel, `taps` for each of its phases.
// Writes: a colour surface, two pixels per invocation: whole pixels for CHANNELS 3 or 4, for 2 one of a pixel's two words.
// Twin: Sources/2-Renderers/PenumbraCPU/Passes/MergeChannels.swift

#include "common.glsl"
#include "mask_edge.glsl"

layout(local_size_x = GROUP_WIDTH, local_size_y = GROUP_HEIGHT) in;

layout(std430, binding = 0) writeonly restrict buffer Target { uvec4 target[]; };
layout(std430, binding = 1) readonly restrict buffer Weights { uint weights[]; };
layout(std430, binding = 2) readonly restrict buffer First { uint first[]; };
layout(std430, binding = 3) readonly restrict buffer Second { uint second[]; };
#if CHANNELS > 2
layout(std430, binding = 4) readonly restrict buffer Third { uint third[]; };
#endif
#if CHANNELS > 3
layout(std430, binding = 5) readonly restrict buffer Fourth { uint fourth[]; };
#endif

// Adds, to a channel of a pixel and of its right neighbour, the shares of the mask words that hold them.
#define ADD(word_of_left, word_of_right, channel) { \
    uint word = word_of_left; \
    uint other = pair.words.x == pair.words.y ? word : word_of_right; \
    left.channel += weight * ((word >> pair.shifts.x) & pair.kept.x); \
    right.channel += weight * ((other >> pair.shifts.y) & pair.kept.y); \
}

void main() {
    int column = int(gl_GlobalInvocationID.x);
    int line = int(gl_GlobalInvocationID.y);
    if (2 * column >= targetWidth || line >= rowCount) return;
    int j = firstRow + line + phase;
    int cycle = (j & ((1 << phaseBits) - 1)) * taps;
    int y = (j >> phaseBits) + offset;
    ivec2 range = row_taps(y, taps);
    ColumnPair pair = column_pair(2 * column + dx);
    uvec4 left = uvec4(0u);
    uvec4 right = uvec4(0u);
    for (int t = range.x; t < range.y; t++) {
        uint weight = weights[cycle + t];
        ivec2 words = pair.words + tap_row(y + t);
        ADD(first[words.x], first[words.y], x)
        ADD(second[words.x], second[words.y], y)
#if CHANNELS > 2
        ADD(third[words.x], third[words.y], z)
#endif
#if CHANNELS > 3
        ADD(fourth[words.x], fourth[words.y], w)
#endif
    }
    left = (left + Q15_HALF) >> Q15_BITS;
    right = (right + Q15_HALF) >> Q15_BITS;
    int position = line * targetStride + column;
#if CHANNELS == 2
    if (wordKind == 2) left.y = right.y = Q15_ONE;
    uvec2 words = uvec2(left.x | left.y << 16, right.x | right.y << 16);
    if (wordKind == 0) target[position].xz = words;
    else target[position].yw = words;
#else
#if CHANNELS == 3
    left.w = right.w = Q15_ONE;
#endif
    target[position] = uvec4(pack_color(left), pack_color(right));
#endif
}
