#pragma once
#include <fribidi.h>
#include <stdint.h>
#include <stdlib.h>

/// Computes the embedding level of each character of a paragraph. `is_right_to_left` is the paragraph's direction. If it is
/// negative, the direction is that of the first strong character, and left to right without one; it is written there. The
/// result is zero if there is not enough memory.
static inline int penumbra_bidi_levels(const uint32_t *characters, int count, int *is_right_to_left, int8_t *levels) {
    FriBidiCharType *types = (FriBidiCharType *)malloc(sizeof(FriBidiCharType) * (size_t)count);
    FriBidiBracketType *brackets = (FriBidiBracketType *)malloc(sizeof(FriBidiBracketType) * (size_t)count);
    int done = 0;
    if (types && brackets) {
        FriBidiParType direction =
            *is_right_to_left < 0 ? FRIBIDI_PAR_ON : *is_right_to_left ? FRIBIDI_PAR_RTL : FRIBIDI_PAR_LTR;
        fribidi_get_bidi_types(characters, count, types);
        fribidi_get_bracket_types(characters, count, types, brackets);
        done = fribidi_get_par_embedding_levels_ex(types, brackets, count, &direction, levels) != 0;
        *is_right_to_left = FRIBIDI_IS_RTL(direction) ? 1 : 0;
    }
    free(types);
    free(brackets);
    return done;
}
