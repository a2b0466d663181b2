// Reads: part of a colour surface.
// Writes: for each column of the part, and for one column more, the sum of all pixels to its left in its row.
// Twin: Sources/2-Renderers/PenumbraKernels/BlurSpansRow.swift
// A work group makes one row. Sums may wrap, since only their differences count.

#include "common.glsl"

layout(local_size_x = GROUP_SIZE) in;

layout(std430, binding = 0) writeonly restrict buffer Sums { uvec4 sums[]; };
layout(std430, binding = 1) readonly restrict buffer Source { uvec2 source[]; };

const int COLUMNS_PER_INVOCATION = int(SPAN / GROUP_SIZE);

shared uvec4 totals[GROUP_SIZE];

// Makes the group's earlier writes to shared memory visible to all its later reads.
void synchronize() {
    memoryBarrierShared();
    barrier();
}

void main() {
    uint lane = gl_LocalInvocationID.x;
    int row = int(gl_WorkGroupID.y);
    if (row >= rowCount) return;
    int from = row * sourceStride + sourceFirstColumn;
    int to = row * sumsStride;
    uvec4 carried = uvec4(0u);
    for (int start = 0; start <= columnCount; start += int(SPAN)) {
        int first = start + int(lane) * COLUMNS_PER_INVOCATION;
        int end = min(first + COLUMNS_PER_INVOCATION, columnCount);
        uvec4 total = uvec4(0u);
        for (int x = first; x < end; x++) total += unpack_color(source[from + x]);
        totals[lane] = total;
        synchronize();
        for (uint distance = 1u; distance < GROUP_SIZE; distance <<= 1) {
            uvec4 before = lane >= distance ? totals[lane - distance] : uvec4(0u);
            synchronize();
            totals[lane] += before;
            synchronize();
        }
        uvec4 sum = carried + totals[lane] - total;
        for (int x = first; x < end; x++) {
            sums[to + x] = sum;
            sum += unpack_color(source[from + x]);
        }
        if (first <= columnCount && end == columnCount && end < first + COLUMNS_PER_INVOCATION) sums[to + end] = sum;
        carried += totals[GROUP_SIZE - 1u];
        // The totals are written again in the next round.
        synchronize();
    }
}
