#include "CPenumbraLineBreak.h"

#include <unicode/ubrk.h>
#include <unicode/ucasemap.h>
#include <unicode/ustring.h>
#include <unicode/udata.h>

static UBreakIterator *iterator(penumbra_line_rules *rules) { return (UBreakIterator *)rules; }

void penumbra_use_linked_data(void) {
    UErrorCode code = U_ZERO_ERROR;
    udata_setFileAccess(UDATA_NO_FILES, &code);
}

penumbra_line_rules *penumbra_line_rules_open(const char *locale, bool *memory_is_short) {
    UErrorCode code = U_ZERO_ERROR;
    UBreakIterator *rules = ubrk_open(UBRK_LINE, locale, NULL, 0, &code);
    *memory_is_short = code == U_MEMORY_ALLOCATION_ERROR;
    return U_SUCCESS(code) ? (penumbra_line_rules *)rules : NULL;
}

void penumbra_line_rules_close(penumbra_line_rules *rules) { ubrk_close(iterator(rules)); }

bool penumbra_line_rules_start(penumbra_line_rules *rules, const uint16_t *text, int32_t count) {
    UErrorCode code = U_ZERO_ERROR;
    ubrk_setText(iterator(rules), text, count, &code);
    return U_SUCCESS(code);
}

int32_t penumbra_line_rules_next(penumbra_line_rules *rules) { return ubrk_next(iterator(rules)); }

int32_t penumbra_change_case(
    penumbra_case change, const char *locale, const uint8_t *text, int32_t count, uint8_t *result, int32_t room) {
    UErrorCode code = U_ZERO_ERROR;
    UCaseMap *map = ucasemap_open(locale, U_TITLECASE_NO_LOWERCASE, &code);
    if (U_FAILURE(code)) return -1;
    const char *source = (const char *)text;
    char *target = (char *)result;
    int32_t length = -1;
    switch (change) {
    case penumbra_case_lower: length = ucasemap_utf8ToLower(map, target, room, source, count, &code); break;
    case penumbra_case_upper: length = ucasemap_utf8ToUpper(map, target, room, source, count, &code); break;
    case penumbra_case_words: length = ucasemap_utf8ToTitle(map, target, room, source, count, &code); break;
    }
    ucasemap_close(map);
    return U_SUCCESS(code) || code == U_BUFFER_OVERFLOW_ERROR ? length : -1;
}
