#pragma once
#include <stdbool.h>
#include <stdint.h>

/// A locale's rules for the places where lines may end.
typedef struct penumbra_line_rules penumbra_line_rules;

/// Keeps ICU from reading data files, whose folder the environment names. Its own data are linked.
void penumbra_use_linked_data(void);

/// Opens the rules of a locale. Null if memory is short, and then `memory_is_short` is set, or without ICU's data.
penumbra_line_rules *penumbra_line_rules_open(const char *locale, bool *memory_is_short);

void penumbra_line_rules_close(penumbra_line_rules *rules);

/// Starts at the beginning of a text in UTF-16, which must stay where it is until the last call of `penumbra_line_rules_next`.
/// False if memory is short.
bool penumbra_line_rules_start(penumbra_line_rules *rules, const uint16_t *text, int32_t count);

/// The next place where a line may end. Negative after the last one, which is the end of the text.
int32_t penumbra_line_rules_next(penumbra_line_rules *rules);

/// A change of letters: all in lower case, all in upper case, or the first letter of each word as a capital.
typedef enum { penumbra_case_lower, penumbra_case_upper, penumbra_case_words } penumbra_case;

/// Writes a text in UTF-8 in another case, by the rules of a locale. Returns the bytes of the whole result, of which at most
/// `room` are written. Negative if memory is short.
int32_t penumbra_change_case(
    penumbra_case change, const char *locale, const uint8_t *text, int32_t count, uint8_t *result, int32_t room);
