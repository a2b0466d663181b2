// Reads: the canvas, a colour surface.
// Writes: the samples of a video's frame in three planes without gaps, four of each plane (a word) per invocation.
// Twin: Sources/1-Codecs/PenumbraPacking/VideoSamples.swift
// The first sample of a word is in the lowest byte. Bytes behind the last sample of a plane are 0.

#include "common.glsl"
#include "finish.glsl"

layout(local_size_x = GROUP_SIZE) in;

layout(std430, binding = 0) writeonly restrict buffer Target { uint target[]; };
layout(std430, binding = 1) readonly restrict buffer Source { uvec2 source[]; };

// The pixel laid over the matte. Adding a 256th divides by 255 to nearest.
uvec3 flattened(uvec4 color) {
    uvec3 below = uvec3(matte, matte >> 8, matte >> 16) & 255u;
    uvec3 sum = color.rgb * color.a + below * (255u - color.a) + 128u;
    return (sum + (sum >> 8)) >> 8;
}

// The nearest sample. The first quotient is right or one too small (penumbra_weighted_levels in packing.h).
uint sample_of(uvec3 color, uvec3 weights, uint bias, uint divisor, uint inverse) {
    uint sum = color.r * weights.r + color.g * weights.g + color.b * weights.b + bias;
    uint quotient = ((sum >> 10) * inverse) >> 24;
    return sum - quotient * divisor >= divisor ? quotient + 1u : quotient;
}

void main() {
    int word = int(gl_GlobalInvocationID.x);
    if (word >= planeWords) return;
    int row = 4 * word / sourceWidth;
    int x = 4 * word - row * sourceWidth;
    uvec3 samples = uvec3(0u);
    for (int shift = 0; shift < 32 && row < rowCount; shift += 8) {
        uvec3 color = flattened(straight_color(unpack_color(source[row * sourceStride + x])));
        samples.x |= sample_of(color, VIDEO_LUMA) << shift;
        samples.y |= sample_of(color, VIDEO_BLUE) << shift;
        samples.z |= sample_of(color, VIDEO_RED) << shift;
        x++;
        if (x == sourceWidth) {
            x = 0;
            row++;
        }
    }
    target[word] = samples.x;
    target[planeWords + word] = samples.y;
    target[2 * planeWords + word] = samples.z;
}
