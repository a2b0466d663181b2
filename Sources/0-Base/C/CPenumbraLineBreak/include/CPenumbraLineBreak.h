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
