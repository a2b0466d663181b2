// What the passes that write a JPEG share. Blocks are numbered in the order of the file: a unit of the picture has one block of
// each component, or four blocks of brightness if colours have half the resolution.
//
// The words of tables: for brightness and then for colour, 64 words of a block's coefficients, row by row, each the step of
// the coefficient | its place in the order of codes << 16. Then four tables of codes, each word the length of a code | its
// bits << 5: the sizes of differences for brightness and colour, 16 words each, and runs and sizes, 256 words each.

const int STEPS = 64;
const int DC_CODES = 128;
const int RUN_CODES = 160;
const int BLOCK_WORDS = 32;

// The component of a block, and its column and row among the blocks of the component.
ivec3 place_of(int block) {
    int unit = block / blocksInUnit;
    int number = block - unit * blocksInUnit;
    ivec2 place = ivec2(unit % unitsAcross, unit / unitsAcross);
    if (blocksInUnit == 3) return ivec3(number, place);
    return number > 3 ? ivec3(number - 3, place) : ivec3(0, 2 * place + ivec2(number & 1, number >> 1));
}

// Whether a block of brightness lies outside of the picture, and only completes a unit.
bool is_filler(int block) {
    ivec3 place = place_of(block);
    return place.x == 0 && (8 * place.y >= width || 8 * place.z >= height);
}

// The block of the same component before a block, and before blocks that only complete units; negative if there is none.
int block_before(int block) {
    do {
        int number = block % blocksInUnit;
        block -= blocksInUnit == 3 || number > 3 ? blocksInUnit : number > 0 ? 1 : 3;
    } while (block >= 0 && is_filler(block));
    return block;
}
