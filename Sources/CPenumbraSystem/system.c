#define _GNU_SOURCE
#include "CPenumbraSystem.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <sys/syscall.h>
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
#define PENUMBRA_RESOLVE_BENEATH 0x08

int penumbra_open_folder_beneath(int folder, const char *path) {
    struct penumbra_open_how how = {
        .flags = O_PATH | O_DIRECTORY | O_CLOEXEC,
        .resolve = PENUMBRA_RESOLVE_BENEATH | PENUMBRA_RESOLVE_NO_MAGICLINKS,
    };
    return (int)syscall(SYS_openat2, folder, path, &how, sizeof how);
}
