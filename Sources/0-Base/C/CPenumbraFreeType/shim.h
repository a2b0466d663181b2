#pragma once
#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_OUTLINE_H
#include FT_MODULE_H
#include FT_MULTIPLE_MASTERS_H
#include FT_SYSTEM_H
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

// Flags and queries that FreeType defines as macros, which Swift does not import.
static inline FT_Int32 penumbra_load_outline_in_font_units(void) { return FT_LOAD_NO_SCALE | FT_LOAD_NO_BITMAP; }
static inline int penumbra_face_is_scalable(FT_Face face) { return FT_IS_SCALABLE(face) != 0; }
static inline int penumbra_face_has_color(FT_Face face) { return FT_HAS_COLOR(face) != 0; }
// FreeType before 2.12 doesn't tell fonts with SVG documents apart.
#ifndef FT_HAS_SVG
#define FT_HAS_SVG(face) 0
#endif
static inline int penumbra_face_has_svg(FT_Face face) { (void)face; return FT_HAS_SVG(face) != 0; }
static inline int penumbra_is_out_of_memory(FT_Error error) { return FT_ERROR_BASE(error) == FT_Err_Out_Of_Memory; }

/// Sets axes of a variable font. Axes that are not listed keep the values of the font's named instance. Values beyond the ends
/// of an axis are those of its ends.
///
/// `known` tells for each tag whether the font has its axis. `position` receives the values of all axes in the font's order, as
/// 16.16 numbers, and `count` their number; free `position`. A font without axes has none.
static inline FT_Error penumbra_set_axes(
    FT_Library library, FT_Face face, const FT_ULong *tags, const double *values, int listed, unsigned char *known,
    FT_Fixed **position, FT_UInt *count) {
    *position = NULL;
    *count = 0;
    for (int i = 0; i < listed; i++) known[i] = 0;
    if (!FT_HAS_MULTIPLE_MASTERS(face)) return 0;
    FT_MM_Var *axes = NULL;
    FT_Error error = FT_Get_MM_Var(face, &axes);
    if (error) return error;
    FT_Fixed *chosen = (FT_Fixed *)calloc(axes->num_axis ? axes->num_axis : 1, sizeof *chosen);
    error = chosen ? FT_Get_Var_Design_Coordinates(face, axes->num_axis, chosen) : FT_Err_Out_Of_Memory;
    for (FT_UInt axis = 0; !error && axis < axes->num_axis; axis++)
        for (int i = 0; i < listed; i++)
            if (axes->axis[axis].tag == tags[i]) {
                double value = values[i] * 65536, low = (double)axes->axis[axis].minimum, high = (double)axes->axis[axis].maximum;
                known[i] = 1;
                // A broken font may have ends in the wrong order.
                value = !(value >= low) ? low : value > high ? high : value;
                chosen[axis] = (FT_Fixed)(value < 0 ? value - 0.5 : value + 0.5);
            }
    if (!error) error = FT_Set_Var_Design_Coordinates(face, axes->num_axis, chosen);
    if (error) free(chosen);
    else {
        *position = chosen;
        *count = axes->num_axis;
    }
    FT_Done_MM_Var(library, axes);
    return error;
}

/// FreeType's allocator with a bound. Each block has its size in front of it.
typedef struct {
    struct FT_MemoryRec_ callbacks;
    /// The bytes of all blocks, and the most bytes they may have.
    long held, limit;
} penumbra_font_memory;

#define PENUMBRA_FONT_BLOCK 16

static inline void *penumbra_font_reallocate(FT_Memory memory, long old_size, long size, void *block) {
    penumbra_font_memory *counted = (penumbra_font_memory *)memory->user;
    char *start = block ? (char *)block - PENUMBRA_FONT_BLOCK : NULL;
    if (start) memcpy(&old_size, start, sizeof old_size);
    if (size < 0 || size > counted->limit - (counted->held - old_size)) return NULL;
    start = (char *)realloc(start, PENUMBRA_FONT_BLOCK + (size_t)size);
    if (!start) return NULL;
    memcpy(start, &size, sizeof size);
    counted->held += size - old_size;
    return start + PENUMBRA_FONT_BLOCK;
}

static inline void *penumbra_font_allocate(FT_Memory memory, long size) {
    return penumbra_font_reallocate(memory, 0, size, NULL);
}

static inline void penumbra_font_release(FT_Memory memory, void *block) {
    if (!block) return;
    long size;
    char *start = (char *)block - PENUMBRA_FONT_BLOCK;
    memcpy(&size, start, sizeof size);
    ((penumbra_font_memory *)memory->user)->held -= size;
    free(start);
}

/// Makes an allocator with a bound, null without memory. Free it after the library.
static inline penumbra_font_memory *penumbra_font_memory_new(long limit) {
    penumbra_font_memory *memory = (penumbra_font_memory *)calloc(1, sizeof *memory);
    if (!memory) return NULL;
    memory->callbacks.user = memory;
    memory->callbacks.alloc = penumbra_font_allocate;
    memory->callbacks.free = penumbra_font_release;
    memory->callbacks.realloc = penumbra_font_reallocate;
    memory->limit = limit;
    return memory;
}
