#include "CPenumbraHTML.h"
#include <gumbo.h>
#include <setjmp.h>
#include <stdlib.h>
#include <time.h>

// A piece of memory from which allocations are cut one after the other. Nothing is freed before the whole document: the
// destructor of Gumbo is recursive, and deep documents would exhaust the stack.
typedef struct block {
    struct block *next;
    size_t used, size;
} block;

struct penumbra_html {
    block *blocks;
    size_t taken, allowed;
    uint64_t allocations, until;
    penumbra_html_result failure;
    jmp_buf leave;
    GumboOutput *output;
};

static const size_t block_size = 256 << 10;
static const size_t alignment = 16;

static uint64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static void leave(penumbra_html *document, penumbra_html_result failure) {
    document->failure = failure;
    longjmp(document->leave, 1);
}

static void *allocate(void *context, size_t size) {
    penumbra_html *document = context;
    // One clock call for many allocations. Each allocation follows work that is at most linear in the depth of the tree.
    if ((++document->allocations & 255) == 0 && now() > document->until) leave(document, PENUMBRA_HTML_WORK);
    if (size > document->allowed) leave(document, PENUMBRA_HTML_MEMORY);
    size = (size + alignment - 1) / alignment * alignment;
    block *here = document->blocks;
    if (!here || here->size - here->used < size) {
        size_t wanted = size > block_size ? size : block_size;
        if (document->taken + wanted > document->allowed) leave(document, PENUMBRA_HTML_MEMORY);
        here = malloc(sizeof(block) + alignment + wanted);
        if (!here) leave(document, PENUMBRA_HTML_MEMORY);
        here->next = document->blocks;
        here->used = 0;
        here->size = wanted;
        document->blocks = here;
        document->taken += wanted;
    }
    char *start = (char *)(((uintptr_t)(here + 1) + alignment - 1) / alignment * alignment);
    void *result = start + here->used;
    here->used += size;
    return result;
}

static void deallocate(void *context, void *memory) {
    (void)context;
    (void)memory;
}

penumbra_html_result penumbra_html_parse(
    const char *bytes, size_t count, size_t memory, uint64_t work, penumbra_html **result) {
    penumbra_html *document = calloc(1, sizeof(penumbra_html));
    *result = document;
    if (!document) return PENUMBRA_HTML_MEMORY;
    document->allowed = memory;
    document->until = now() + work;
    GumboOptions options = kGumboDefaultOptions;
    options.allocator = allocate;
    options.deallocator = deallocate;
    options.userdata = document;
    options.max_errors = 0;
    options.tab_stop = 1;
    if (setjmp(document->leave) == 0) document->output = gumbo_parse_with_options(&options, bytes, count);
    return document->failure;
}

const void *penumbra_html_root(const penumbra_html *document) { return document->output ? document->output->document : NULL; }

size_t penumbra_html_memory(const penumbra_html *document) { return document->taken; }

void penumbra_html_free(penumbra_html *document) {
    if (!document) return;
    while (document->blocks) {
        block *next = document->blocks->next;
        free(document->blocks);
        document->blocks = next;
    }
    free(document);
}
