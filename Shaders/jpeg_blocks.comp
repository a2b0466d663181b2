// Reads: the blocks of quantised coefficients that part of a JPEG shows, two 16-bit values in a word, and the words before.
// Writes: their samples, four in a word, row by row for each component; and whether a block is only for the processor.
// Twin: Sources/1-Codecs/PenumbraCodecs/JPEG/JPEGCoefficients+Pixels.swift

#include "common.glsl"
#include "jpeg.glsl"

// Eight invocations for each block.
layout(local_size_x = GROUP_SIZE) in;

layout(std430, binding = 0) writeonly restrict buffer Target { uint target[]; };
layout(std430, binding = 1) readonly restrict buffer Source { uint source[]; };
layout(std430, binding = 2) restrict buffer Status { uint status[]; };

// The blocks of a work group, after their columns are transformed.
shared int middle[8 * int(GROUP_SIZE)];

int half_of(uint word, int i) {
    return int((i & 1) == 0 ? word << 16 : word) >> 16;
}

// The inverse transform of eight values (jidctint.c; Loeffler, Ligtenberg and Moschytz, ICASSP 1989).
void transform(inout int v[8], int shift) {
    int even = (v[2] + v[6]) * JPEG_C0541;
    int even2 = even - v[6] * JPEG_C1847;
    int even3 = even + v[2] * JPEG_C0765;
    int even0 = (v[0] + v[4]) << JPEG_BITS;
    int even1 = (v[0] - v[4]) << JPEG_BITS;
    int odd = (v[7] + v[3] + v[5] + v[1]) * JPEG_C1175;
    int z1 = (v[7] + v[1]) * -JPEG_C0899;
    int z2 = (v[5] + v[3]) * -JPEG_C2562;
    int z3 = odd - (v[7] + v[3]) * JPEG_C1961;
    int z4 = odd - (v[5] + v[1]) * JPEG_C0390;
    ivec4 a = ivec4(even0 + even3, even1 + even2, even1 - even2, even0 - even3) + (1 << (shift - 1));
    ivec4 b = ivec4(
        v[1] * JPEG_C1501 + z1 + z4, v[3] * JPEG_C3072 + z2 + z3, v[5] * JPEG_C2053 + z2 + z4, v[7] * JPEG_C0298 + z1 + z3);
    for (int i = 0; i < 4; i++) {
        v[i] = (a[i] + b[i]) >> shift;
        v[7 - i] = (a[i] - b[i]) >> shift;
    }
}

uint byte_of(int value) {
    return uint(clamp(value + 128, 0, 255));
}

void main() {
    int lane = int(gl_LocalInvocationID.x);
    int block = int(gl_WorkGroupID.x) * int(GROUP_SIZE) / 8 + lane / 8;
    bool isInside = block < blockCount;
    int i = lane & 7;
    int place = 8 * (lane - i);
    int facts = FACTS;
    int table = 0;
    int v[8];
    if (isInside) {
        for (int c = 1; c < 3; c++) {
            if (block >= int(source[FACTS + c * FACTS_OF_COMPONENT])) {
                facts = FACTS + c * FACTS_OF_COMPONENT;
                table = c * TABLE_WORDS;
            }
        }
        int first = JPEG_HEADER_WORDS + block * BLOCK_WORDS;
        int sum = 0;
        for (int k = 0; k < 8; k++) {
            uint pair = source[table + 4 * k + i / 2];
            int stored = int(source[PLACES + 2 * k + i / 4] >> (8 * (i & 3)) & 63u);
            v[k] = half_of(source[first + stored / 2], stored) * int((i & 1) == 0 ? pair & 0xFFFFu : pair >> 16);
            sum += min(abs(v[k]), JPEG_MOST_IN_COLUMN + 1);
        }
        // The processor's decoder keeps values in 16 bits.
        if (sum > JPEG_MOST_IN_COLUMN) atomicOr(status[0], 1u);
        transform(v, JPEG_BITS - JPEG_MORE_BITS);
        for (int k = 0; k < 8; k++) middle[place + 8 * k + i] = v[k];
    }
    memoryBarrierShared();
    barrier();
    if (!isInside) return;
    for (int k = 0; k < 8; k++) v[k] = middle[place + 8 * i + k];
    transform(v, JPEG_BITS + JPEG_MORE_BITS + 3);
    int firstBlock = int(source[facts]);
    int across = int(source[facts + 1]);
    int number = block - firstBlock;
    int at = SAMPLE_WORDS * firstBlock + 2 * ((8 * (number / across) + i) * across + number % across);
    target[at] = byte_of(v[0]) | byte_of(v[1]) << 8 | byte_of(v[2]) << 16 | byte_of(v[3]) << 24;
    target[at + 1] = byte_of(v[4]) | byte_of(v[5]) << 8 | byte_of(v[6]) << 16 | byte_of(v[7]) << 24;
}
