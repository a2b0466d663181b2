#pragma once
#include <hb.h>
#include <hb-ot.h>

// With HarfBuzz's shapers in its own order: without a list it takes one from the environment.
static inline void penumbra_shape(hb_font_t *font, hb_buffer_t *buffer, const hb_feature_t *features, unsigned count) {
    static const char *const shapers[] = {"graphite2", "ot", "fallback", 0};
    hb_shape_full(font, buffer, features, count, shapers);
}
