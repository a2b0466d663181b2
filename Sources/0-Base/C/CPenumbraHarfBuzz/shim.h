#pragma once
#include <hb.h>
#include <hb-ot.h>
#include <stdint.h>
#include <time.h>

typedef enum { PENUMBRA_SHAPED, PENUMBRA_SHAPED_LATE, PENUMBRA_SHAPED_LONG } penumbra_shaped;

// The limits of one run, checked before each lookup of the font.
typedef struct {
    int64_t until;
    int64_t deadline;
    unsigned most_glyphs;
    penumbra_shaped state;
} penumbra_shaping;

// Called before each lookup, including nested lookups; returns false to skip the lookup.
static hb_bool_t penumbra_shaping_message(hb_buffer_t *buffer, hb_font_t *font, const char *message, void *data) {
    penumbra_shaping *shaping = (penumbra_shaping *)data;
    (void)font;
    (void)message;
    if (shaping->state == PENUMBRA_SHAPED) {
        struct timespec time, now = {0, 0};
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
        if (shaping->deadline != INT64_MAX) clock_gettime(CLOCK_MONOTONIC, &now);
        if (hb_buffer_get_length(buffer) > shaping->most_glyphs) shaping->state = PENUMBRA_SHAPED_LONG;
        else if (time.tv_sec * INT64_C(1000000000) + time.tv_nsec > shaping->until) shaping->state = PENUMBRA_SHAPED_LATE;
        else if (now.tv_sec * INT64_C(1000000000) + now.tv_nsec > shaping->deadline) shaping->state = PENUMBRA_SHAPED_LATE;
        // A buffer that failed to grow ends all loops over its glyphs. HarfBuzz refuses this size itself, so the system is
        // never asked for it.
        if (shaping->state != PENUMBRA_SHAPED) hb_buffer_pre_allocate(buffer, UINT32_MAX);
    }
    return shaping->state == PENUMBRA_SHAPED;
}

// Shapes a run with HarfBuzz's shapers in their default order. Without an explicit list, HarfBuzz takes a list from the
// environment. `until` is a time of this thread's processor clock, and `deadline` one of the monotonic clock, both in
// nanoseconds. Short runs are not watched: they take little time whatever the font does, and the messages cost as much as
// shaping them.
static inline penumbra_shaped penumbra_shape(
    hb_font_t *font, hb_buffer_t *buffer, const hb_feature_t *features, unsigned count, int64_t until, int64_t deadline,
    unsigned most_glyphs) {
    static const char *const shapers[] = {"graphite2", "ot", "fallback", 0};
    penumbra_shaping shaping = {until, deadline, most_glyphs, PENUMBRA_SHAPED};
    if (hb_buffer_get_length(buffer) > 256) hb_buffer_set_message_func(buffer, penumbra_shaping_message, &shaping, 0);
    hb_shape_full(font, buffer, features, count, shapers);
    if (hb_buffer_get_length(buffer) > most_glyphs) return PENUMBRA_SHAPED_LONG;
    return shaping.state;
}
