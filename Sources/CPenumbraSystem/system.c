#define _GNU_SOURCE
#include "CPenumbraSystem.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <unistd.h>

#ifndef SYS_openat2
#define SYS_openat2 437
#endif

// As linux/openat2.h has them; older headers do not.
struct penumbra_open_how {
    uint64_t flags;
    uint64_t mode;
    uint64_t resolve;
};
#define PENUMBRA_RESOLVE_NO_MAGICLINKS 0x02
#define PENUMBRA_RESOLVE_NO_SYMLINKS 0x04
#define PENUMBRA_RESOLVE_BENEATH 0x08

int penumbra_open_beneath(int folder, const char *path, int flags, int follows_links) {
    struct penumbra_open_how how = {
        .flags = (unsigned)flags,
        .resolve = PENUMBRA_RESOLVE_BENEATH | (follows_links ? PENUMBRA_RESOLVE_NO_MAGICLINKS : PENUMBRA_RESOLVE_NO_SYMLINKS),
    };
    return (int)syscall(SYS_openat2, folder, path, &how, sizeof how);
}

int penumbra_output_has_failed(void) { return ferror(stdout); }

int penumbra_is_in_procfs(int folder) {
    struct statfs status;
    // As linux/magic.h has it.
    return fstatfs(folder, &status) == 0 && status.f_type == 0x9fa0;
}

#ifdef __GLIBC__
#include <malloc.h>
void penumbra_keep_freed_memory(int bytes, int threads) {
    // Threads that share arenas leave less in them; this many seldom wait for each other.
    mallopt(M_ARENA_MAX, threads);
    // The largest block that is not mapped by itself; glibc allows no more than this.
    mallopt(M_MMAP_THRESHOLD, 32 << 20);
    mallopt(M_TRIM_THRESHOLD, bytes);
}
#else
void penumbra_keep_freed_memory(int bytes, int threads) {}
#endif
