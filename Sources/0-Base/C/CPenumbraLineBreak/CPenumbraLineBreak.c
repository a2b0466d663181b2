#include "CPenumbraLineBreak.h"

#include <unicode/ubrk.h>
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
