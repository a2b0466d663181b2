// The words in front of a JPEG's blocks (PenumbraGPU, CoefficientRegion.swift): for each of three components a quantisation
// table of 32 words, two values in each; and then eight facts about the component:
// its first block; the blocks in a row; the first column and row of its samples; the last column and row that belong to the
// picture; the pixels per sample, along rows | along columns << 8; 1 if interpolated along rows | 2 if along columns.
// Then, from PLACES on, the place of each coefficient of a block, row by row, in the order in which blocks are stored, four in
// a word.

const int TABLE_WORDS = 32;
const int FACTS = 3 * TABLE_WORDS;
const int FACTS_OF_COMPONENT = 8;
const int PLACES = 128;
// A block of 64 coefficients, and as samples.
const int BLOCK_WORDS = 32;
const int SAMPLE_WORDS = 16;
