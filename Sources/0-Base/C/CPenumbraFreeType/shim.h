#pragma once
#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_OUTLINE_H
#include FT_MODULE_H
#include FT_SYSTEM_H
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

// Flags and queries that FreeType defines as macros, which Swift does not import.
static inline FT_Int32 penumbra_load_outline_in_font_units(void) { return FT_LOAD_NO_SCALE | FT_LOAD_NO_BITMAP; }
static inline int penumbra_face_is_scalable(FT_Face face) { return FT_IS_SCALABLE(face) != 0; }
static inline int penumbra_face_has_color(FT_Face face) { return FT_HAS_COLOR(face) != 0; }
static inline int penumbra_is_out_of_memory(FT_Error error) { return FT_ERROR_BASE(error) == FT_Err_Out_Of_Memory; }

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
