// Reads: the colour surface it writes and, optionally, a second colour surface, two masks and the weights of a kernel.
// Writes: a region of the first colour surface, one pixel per invocation. Layers are painted on it one after another.
// Twin: Sources/2-Renderers/PenumbraCPU/Passes/Composite.swift

#include "common.glsl"
#if BLENDING
#include "blending.glsl"
#endif

layout(local_size_x = GROUP_WIDTH, local_size_y = GROUP_HEIGHT) in;

layout(std430, binding = 0) restrict buffer Target { uvec2 target[]; };
layout(std430, binding = 1) readonly restrict buffer Source { uvec2 source[]; };
layout(std430, binding = 2) readonly restrict buffer Mask { uint mask[]; };
layout(std430, binding = 3) readonly restrict buffer Weights { uint weights[]; };

uint mask_at(int x, int y) {
    if (maskKind == 0) return Q15_ONE;
    int column = x + maskDx;
    if (!inside(column, maskWidth)) return 0u;
    if (maskKind == 1) {
        int line = y + maskDy;
        if (!inside(line, maskHeight)) return 0u;
        return pixel_of(mask[(line - maskFirstRow) * maskStride + (column >> 1)], column);
    }
    // The kernel's phase and offset include maskDy.
    int j = y + phase;
    int weight = (j & ((1 << phaseBits) - 1)) * taps;
    int line = (j >> phaseBits) + offset;
    int first = max(0, -line);
    int end = min(taps, maskHeight - line);
    int position = (line + first - maskFirstRow) * maskStride + (column >> 1);
    uint sum = 0u;
    for (int t = first; t < end; t++, position += maskStride) {
        sum += weights[weight + t] * pixel_of(mask[position], column);
    }
    return (sum + Q15_HALF) >> Q15_BITS;
}

uint clip_at(int x, int y) {
    x += clipDx;
    y += clipDy;
    if (!inside(x, clipWidth) || !inside(y, clipHeight)) return 0u;
    int position = (y - clipFirstRow) * clipStride + (x >> 1);
    if (clipKind == 2) return pixel_of(weights[position], x);
    uvec2 words = source[position >> 1];
    return pixel_of((position & 1) == 0 ? words.x : words.y, x);
}

uvec4 source_at(int x, int y) {
    if (sourceKind == 0) return unpack_color(uvec2(redGreen, blueAlpha));
    x += sourceDx;
    y += sourceDy;
    if (!inside(x, sourceWidth) || !inside(y, sourceHeight)) return uvec4(0u);
    return unpack_color(source[(y - sourceFirstRow) * sourceStride + x]);
}

void main() {
    // The pixel, once a layer has read or written it.
    uvec2 held = uvec2(0u);
    bool isHeld = false;
    // The pixel's position from the start of the buffer, once a layer has written it.
    int place = -1;
    for (int layer = 0; layer < layer_count(); layer++) {
        load_layer(layer);
        int x = gridColumn + int(gl_GlobalInvocationID.x);
        int y = gridRow + int(gl_GlobalInvocationID.y);
        if (!inside(x - firstColumn, columnCount) || !inside(y - firstRow, rowCount)) continue;
        int position = (y - firstRow) * targetStride + x;
#if !BLENDING
        if (operation == OPERATION_REPLACE) {
            held = uvec2(redGreen, blueAlpha);
            isHeld = true;
            place = position + base_of_target;
            continue;
        }
#endif
        uint share = mask_at(x, y);
        if (isMaskInverted != 0) share = Q15_ONE - share;
        if (clipKind != 0 && share != 0u) {
            uint clip = clip_at(x, y);
            share = product(share, isClipInverted != 0 ? Q15_ONE - clip : clip);
        }
        share = product(share, opacity);
        // A product with zero is zero and a product with one is exact, so unpainted pixels do not change.
        if (share == 0u) continue;
        uvec4 color = source_at(x, y);
#if BLENDING
        if (!isHeld) held = target[position];
        held = pack_color(blended(operation, product(color, share), unpack_color(held)));
#else
        if (operation == OPERATION_mix) {
            if (!isHeld) held = target[position];
            uvec4 below = unpack_color(held) * (Q15_ONE - share);
            held = pack_color((color * share + below + Q15_HALF) >> Q15_BITS);
        } else {
            uvec4 painted = product(color, share);
            if (painted == uvec4(0u)) continue;
            if (painted.a != Q15_ONE) {
                if (!isHeld) held = target[position];
                painted += product(unpack_color(held), Q15_ONE - painted.a);
            }
            held = pack_color(painted);
        }
#endif
        isHeld = true;
        place = position + base_of_target;
    }
    if (place >= 0) target[place - base_of_target] = held;
}
