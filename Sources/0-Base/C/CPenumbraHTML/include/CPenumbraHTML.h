#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// An HTML document that Gumbo parsed, with all its memory. Gumbo itself checks no allocation, so a parser of its own bounds
/// the memory and leaves Gumbo by longjmp where the bound is reached.
typedef struct penumbra_html penumbra_html;

typedef enum {
    PENUMBRA_HTML_PARSED,
    /// The document needs more memory than allowed, or the system has none.
    PENUMBRA_HTML_MEMORY,
    /// The parser worked longer than allowed.
    PENUMBRA_HTML_WORK,
} penumbra_html_result;

/// Parses `count` bytes of UTF-8, which must stay in place until the document is freed.
///
/// `memory` is the number of bytes that the tree may take. `work` bounds the nanoseconds of the parser.
penumbra_html_result penumbra_html_parse(
    const char *bytes, size_t count, size_t memory, uint64_t work, penumbra_html **document);

/// The document's root, a `GumboNode` of the type document.
const void *penumbra_html_root(const penumbra_html *document);

/// The bytes that the tree takes.
size_t penumbra_html_memory(const penumbra_html *document);

void penumbra_html_free(penumbra_html *document);
