// Reads: up to two colour surfaces, and the numbers of an operation. FilterPixels.words defines their order.
// Writes: a colour surface, one pixel per invocation.
// Twin: Sources/2-Renderers/PenumbraCPU/Passes/FilterPixels.swift

#include "common.glsl"

layout(local_size_x = GROUP_WIDTH, local_size_y = GROUP_HEIGHT) in;

layout(std430, binding = 0) writeonly restrict buffer Target { uvec2 target[]; };
layout(std430, binding = 1) readonly restrict buffer First { uvec2 firstInput[]; };
layout(std430, binding = 2) readonly restrict buffer Second { uvec2 secondInput[]; };
layout(std430, binding = 3) readonly restrict buffer Numbers { int numbers[]; };

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

// Part of FilterPixels.Lighting's words: the tables follow 28 numbers.
const int LOGARITHMS = 28;
const int POWERS = LOGARITHMS + 513;
const int NO_LIGHT = -2147483647 - 1;

ivec3 fit(ivec3 v) {
    int most = max(abs(v.x), max(abs(v.y), abs(v.z)));
    if (most <= 16384) return v;
    int shift = findMSB(most) - 13;
    return (v + ((1 << shift) >> 1)) >> shift;
}

int logarithm(int value) {
    int highest = findMSB(value);
    int mantissa = value << (30 - highest);
    int at = LOGARITHMS + ((mantissa >> 21) & 511);
    int rest = (mantissa >> 7) & 16383;
    return (highest << 24) + numbers[at] + (((numbers[at + 1] - numbers[at]) * rest) >> 14);
}

int power_of_two(int exponent, int bits) {
    int shift = 22 - bits - (exponent >> 24);
    if (shift >= 25) return 0;
    int at = POWERS + ((exponent >> 16) & 255);
    int mantissa = numbers[at] + (((numbers[at + 1] - numbers[at]) * (exponent & 65535)) >> 16);
    return (mantissa + ((1 << shift) >> 1)) >> shift;
}

int sum_of(ivec3 v) {
    return v.x + v.y + v.z;
}

int square(ivec3 v) {
    int sum = sum_of(v * v);
    return sum > 0 ? logarithm(sum) : NO_LIGHT;
}

// The logarithm of a cosine. The last two are logarithms of squares.
int cosine(ivec3 a, ivec3 b, int first, int second) {
    int product = sum_of(a * b);
    return product > 0 ? logarithm(product) - ((first + second + 1) >> 1) : NO_LIGHT;
}

int raised(int cosine, int at) {
    if (cosine < -numbers[at + 1]) return NO_LIGHT;
    int depth = max(0, -cosine);
    return -(depth * (numbers[at] >> 8) + (depth >> 8) * (numbers[at] & 255));
}

int height_at(int x, int y) {
    return inside(x - numbers[6], numbers[8]) && inside(y - numbers[7], numbers[9]) ? first_at(x, y).a : 0;
}

// Slopes are larger where a row is missing across, and doubled where a column is missing.
int slope(int sum, int at, bool missesSide, bool isEdge) {
    int shift = numbers[14];
    int slope = (sum * numbers[missesSide ? at + 1 : at] + ((1 << shift) >> 1)) >> shift;
    return isEdge ? slope * 2 : slope;
}

ivec3 normal_at(int x, int y) {
    int left = x > numbers[6] ? x - 1 : x;
    int right = x < numbers[6] + numbers[8] - 1 ? x + 1 : x;
    int top = y > numbers[7] ? y - 1 : y;
    int bottom = y < numbers[7] + numbers[9] - 1 ? y + 1 : y;
    int across = 2 * (height_at(right, y) - height_at(left, y));
    int down = 2 * (height_at(x, bottom) - height_at(x, top));
    if (top < y) across += height_at(right, top) - height_at(left, top);
    if (bottom > y) across += height_at(right, bottom) - height_at(left, bottom);
    if (left < x) down += height_at(left, bottom) - height_at(left, top);
    if (right > x) down += height_at(right, bottom) - height_at(right, top);
    bool missesColumn = right - left < 2;
    bool missesRow = bottom - top < 2;
    return fit(ivec3(-slope(across, 10, missesRow, missesColumn), -slope(down, 12, missesColumn, missesRow), 16384));
}

ivec4 lit(int column, int row, int x, int y) {
    bool isHighlight = numbers[3] != 0;
    int shift = numbers[17];
    int rise = numbers[15] - ((first_at(x, y).a * numbers[16] + ((1 << shift) >> 1)) >> shift);
    ivec3 light = fit(ivec3(numbers[numbers[26] + column], numbers[numbers[27] + row], rise));
    int length = square(light);
    int level = NO_LIGHT;
    if (length != NO_LIGHT) {
        ivec3 normal = normal_at(x, y);
        if (isHighlight) {
            ivec3 between = fit(ivec3(light.xy, light.z + power_of_two(length >> 1, 0)));
            level = raised(cosine(normal, between, square(normal), square(between)), 4);
        } else {
            level = cosine(normal, light, square(normal), length);
        }
        if (numbers[18] != 0) {
            int cone = cosine(light, ivec3(numbers[19], numbers[20], numbers[21]), length, numbers[22]);
            cone = cone < numbers[25] ? NO_LIGHT : raised(cone, 23);
            level = level == NO_LIGHT || cone == NO_LIGHT ? NO_LIGHT : level + cone;
        }
    }
    ivec4 color = ivec4(0, 0, 0, isHighlight ? 0 : 32768);
    if (level == NO_LIGHT) return color;
    for (int channel = 0; channel < 3; channel++) {
        int sum = level + numbers[channel];
        color[channel] = sum >= 0 ? 32768 : power_of_two(sum, 15);
    }
    if (isHighlight) color.a = max(color.r, max(color.g, color.b));
    return color;
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
        case FILTER_LIGHT: color = lit(column, y, column + dx, y + dy); break;
        default:
            ivec4 map = straight(second_at(column + secondDx, y + secondDy));
            color = first_at(column + dx + displacement(0, map), y + dy + displacement(3, map));
    }
    target[row * targetStride + column] = pack_color(uvec4(color));
}
