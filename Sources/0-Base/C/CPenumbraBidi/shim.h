#pragma once
#include <fribidi.h>
#include <stdint.h>
#include <stdlib.h>

/// Computes the embedding level of each character of a paragraph. The paragraph's direction is that of its first strong
/// character. The result is zero if there is not enough memory.
static inline int penumbra_bidi_levels(const uint32_t *characters, int count, int8_t *levels) {
    FriBidiCharType *types = (FriBidiCharType *)malloc(sizeof(FriBidiCharType) * (size_t)count);
    FriBidiBracketType *brackets = (FriBidiBracketType *)malloc(sizeof(FriBidiBracketType) * (size_t)count);
    int done = 0;
    if (types && brackets) {
        FriBidiParType direction = FRIBIDI_PAR_ON;
        fribidi_get_bidi_types(characters, count, types);
        fribidi_get_bracket_types(characters, count, types, brackets);
        done = fribidi_get_par_embedding_levels_ex(types, brackets, count, &direction, levels) != 0;
    }
    free(types);
    free(brackets);
    return done;
}
