#pragma once
#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_OUTLINE_H

// Flags and questions that FreeType says with macros, which Swift does not import.
static inline FT_Int32 penumbra_load_outline_in_font_units(void) { return FT_LOAD_NO_SCALE | FT_LOAD_NO_BITMAP; }
static inline int penumbra_face_is_scalable(FT_Face face) { return FT_IS_SCALABLE(face) != 0; }
static inline int penumbra_face_has_color(FT_Face face) { return FT_HAS_COLOR(face) != 0; }
