// Reads: up to two colour surfaces, and the numbers of an operation. FilterPixels.words defines their order.
// Writes: a colour surface, one pixel per invocation.
// Twin: Sources/2-Renderers/PenumbraCPU/Passes/FilterPixels.swift

#include "common.glsl"

layout(local_size_x = GROUP_WIDTH, local_size_y = GROUP_HEIGHT) in;

layout(std430, binding = 0) writeonly restrict buffer Target { uvec2 target[]; };
layout(std430, binding = 1) readonly restrict buffer First { uvec2 firstInput[]; };
layout(std430, binding = 2) readonly restrict buffer Second { uvec2 secondInput[]; };
layout(std430, binding = 3) readonly restrict buffer Numbers { int numbers[]; };

uniform int targetWidth;
uniform int targetStride;
uniform int firstRow;
uniform int rowCount;
uniform int sourceWidth;
uniform int sourceHeight;
uniform int sourceStride;
uniform int sourceFirstRow;
uniform int dx;
uniform int dy;
uniform int secondWidth;
uniform int secondHeight;
uniform int secondStride;
uniform int secondFirstRow;
uniform int secondDx;
uniform int secondDy;
uniform int operation;

ivec4 held(uvec2 pixel) {
    ivec4 color = ivec4(unpack_color(pixel));
    return min(color, ivec4(color.a));
}

ivec4 first_at(int x, int y) {
    if (!inside(x, sourceWidth) || !inside(y, sourceHeight)) return ivec4(0);
    return held(firstInput[(y - sourceFirstRow) * sourceStride + x]);
}

ivec4 second_at(int x, int y) {
    if (!inside(x, secondWidth) || !inside(y, secondHeight)) return ivec4(0);
    return held(secondInput[(y - secondFirstRow) * secondStride + x]);
}

ivec4 straight(ivec4 color) {
    if (color.a == 0) return ivec4(0);
    return ivec4((color.rgb * 32768 + color.a / 2) / color.a, color.a);
}

ivec4 premultiplied(ivec4 color) {
    return ivec4((color.rgb * color.a + 16384) >> 15, color.a);
}

// The result of five numbers and a shift.
int row_of(int row, ivec4 v) {
    int shift = numbers[row + 5];
    int sum = v.x * numbers[row] + v.y * numbers[row + 1] + v.z * numbers[row + 2] + v.w * numbers[row + 3];
    return clamp((sum + 32768 * numbers[row + 4] + ((1 << shift) >> 1)) >> shift, 0, 32768);
}

int entry(int table, int value) {
    if (table < 0) return value;
    return int(pixel_of(uint(numbers[table + (value >> 1)]), value));
}

ivec4 changed(ivec4 color) {
    ivec4 c = straight(color);
    for (int i = 0; i < numbers[0]; i++) {
        int change = 1 + 25 * i;
        if (numbers[change] == 0) {
            c = ivec4(row_of(change + 1, c), row_of(change + 7, c), row_of(change + 13, c), row_of(change + 19, c));
        } else {
            c = ivec4(
                entry(numbers[change + 1], c.r), entry(numbers[change + 2], c.g), entry(numbers[change + 3], c.b),
                entry(numbers[change + 4], c.a));
        }
    }
    return premultiplied(c);
}

uint part(int share, int alpha) {
    return share == 0 ? 0u : share == 1 ? 32768u : share == 2 ? uint(alpha) : uint(32768 - alpha);
}

ivec4 combined(ivec4 a, ivec4 b) {
    ivec4 result;
    if (numbers[0] == 0) {
        uvec4 sum = uvec4(a) * part(numbers[1], b.a) + uvec4(b) * part(numbers[2], a.a);
        result = min(ivec4((sum + 16384u) >> 15), ivec4(32768));
    } else {
        ivec4 both = (a * b + 16384) >> 15;
        result = ivec4(
            row_of(1, ivec4(both.r, a.r, b.r, 0)), row_of(1, ivec4(both.g, a.g, b.g, 0)),
            row_of(1, ivec4(both.b, a.b, b.b, 0)), row_of(1, ivec4(both.a, a.a, b.a, 0)));
    }
    return min(result, ivec4(result.a));
}

ivec4 extreme(int x, int y) {
    bool isVertical = numbers[0] != 0;
    ivec4 result = ivec4(0);
    for (int i = 0; i < numbers[3]; i++) {
        int offset = numbers[2] + i;
        ivec4 next = isVertical ? first_at(x, y + offset) : first_at(x + offset, y);
        result = i == 0 ? next : numbers[1] != 0 ? max(result, next) : min(result, next);
    }
    return result;
}

int wrapped(int value, int start, int count) {
    int offset = value - start;
    int rest = offset >= 0 ? offset % count : count - 1 - (-1 - offset) % count;
    return start + rest;
}

int placed(int value, int start, int count, int edge) {
    return edge == 2 ? wrapped(value, start, count) : edge == 1 ? clamp(value, start, start + count - 1) : value;
}

ivec4 convolved(int x, int y) {
    int columns = numbers[0];
    int rows = numbers[1];
    bool keepsAlpha = numbers[5] != 0;
    int shift = numbers[10];
    int bias = numbers[11];
    int rounding = (1 << shift) >> 1;
    ivec4 sum = ivec4(0);
    for (int i = 0; i < columns * rows; i++) {
        int column = placed(x + numbers[2] + i % columns, numbers[6], numbers[8], numbers[4]);
        int row = placed(y + numbers[3] + i / columns, numbers[7], numbers[9], numbers[4]);
        if (!inside(column - numbers[6], numbers[8]) || !inside(row - numbers[7], numbers[9])) continue;
        ivec4 color = first_at(column, row);
        if (keepsAlpha) color = straight(color);
        sum += color * numbers[12 + i];
    }
    int alpha = keepsAlpha
        ? first_at(x, y).a : clamp((sum.a + 32768 * bias + rounding) >> shift, 0, 32768);
    sum = clamp((sum + (bias * alpha + rounding)) >> shift, 0, keepsAlpha ? 32768 : alpha);
    sum.a = alpha;
    return keepsAlpha ? premultiplied(sum) : sum;
}

int displacement(int channelAt, ivec4 color) {
    int channel = numbers[channelAt];
    int value = channel == 0 ? color.r : channel == 1 ? color.g : channel == 2 ? color.b : color.a;
    int shift = numbers[channelAt + 2];
    return (numbers[channelAt + 1] * (value - 16384) + (1 << (shift + 14))) >> (shift + 15);
}

int dot_of(int lattice, int channel, int point, int x, int y) {
    int place = lattice + LATTICE_COUNT + 2 * (LATTICE_SIZE * channel + point);
    return (x * numbers[place] + y * numbers[place + 1] + 32768) >> 16;
}

int mixed(int t, int a, int b) {
    return a + ((t * (b - a) + 16384) >> 15);
}

ivec4 turbulence(int x, int y) {
    int octaves = numbers[0];
    bool isFractal = numbers[1] != 0;
    int lattice = 7;
    int columns = numbers[2];
    int rows = numbers[3];
    ivec4 sum = ivec4(0);
    for (int octave = 0; octave < octaves; octave++) {
        int column = columns + 2 * (octave * targetWidth + x);
        int row = rows + 2 * (octave * numbers[4] + y);
        int rx = numbers[column + 1] & 0xFFFF;
        int ry = numbers[row + 1] & 0xFFFF;
        int sx = int(uint(numbers[column + 1]) >> 16);
        int sy = int(uint(numbers[row + 1]) >> 16);
        int i = numbers[lattice + (numbers[column] & 255)];
        int j = numbers[lattice + (numbers[column] >> 16)];
        int above = numbers[row] & 255;
        int below = numbers[row] >> 16;
        int b00 = numbers[lattice + i + above];
        int b10 = numbers[lattice + j + above];
        int b01 = numbers[lattice + i + below];
        int b11 = numbers[lattice + j + below];
        for (int channel = 0; channel < 4; channel++) {
            int a = mixed(sx, dot_of(lattice, channel, b00, rx, ry), dot_of(lattice, channel, b10, rx - 32768, ry));
            int b = mixed(
                sx, dot_of(lattice, channel, b01, rx, ry - 32768), dot_of(lattice, channel, b11, rx - 32768, ry - 32768));
            int n = mixed(sy, a, b);
            sum[channel] += ((isFractal ? n : abs(n)) << 8) >> octave;
        }
    }
    return premultiplied(clamp((sum + numbers[5]) >> numbers[6], 0, 32768));
}

void main() {
    int column = int(gl_GlobalInvocationID.x);
    int row = int(gl_GlobalInvocationID.y);
    if (column >= targetWidth || row >= rowCount) return;
    int y = firstRow + row;
    ivec4 color;
    switch (operation) {
        case FILTER_STRAIGHT: color = changed(first_at(column + dx, y + dy)); break;
        case FILTER_COMBINE:
            color = combined(first_at(column + dx, y + dy), second_at(column + secondDx, y + secondDy));
            break;
        case FILTER_EXTREMUM: color = extreme(column + dx, y + dy); break;
        case FILTER_TILE:
            color = first_at(
                wrapped(column + dx, numbers[0], numbers[2]), wrapped(y + dy, numbers[1], numbers[3]));
            break;
        case FILTER_TURBULENCE: color = turbulence(column, y); break;
        case FILTER_CONVOLVE: color = convolved(column + dx, y + dy); break;
        default:
            ivec4 map = straight(second_at(column + secondDx, y + secondDy));
            color = first_at(column + dx + displacement(0, map), y + dy + displacement(3, map));
    }
    target[row * targetStride + column] = pack_color(uvec4(color));
}
