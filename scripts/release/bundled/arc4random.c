// Debian's libexpat.a seeds its hash tables, and libstdc++.a its random_device, by functions that glibc has from 2.36 on. These are the same
// from getrandom, so that the bundle also runs with older ones.
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/random.h>

__attribute__((visibility("hidden"))) void arc4random_buf(void *bytes, size_t count) {
    unsigned char *at = bytes;
    while (count > 0) {
        ssize_t got = getrandom(at, count, 0);
        if (got < 0) {
            if (errno == EINTR) continue;
            abort();
        }
        at += got;
        count -= (size_t)got;
    }
}

__attribute__((visibility("hidden"))) uint32_t arc4random(void) {
    uint32_t value;
    arc4random_buf(&value, sizeof value);
    return value;
}
