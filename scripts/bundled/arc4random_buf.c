// Debian's libexpat.a takes the seed of its hash tables from arc4random_buf, which glibc has from 2.36 on. This is the same from
// getrandom, so that the bundle also runs with older ones.
#include <stdlib.h>
#include <sys/random.h>

__attribute__((visibility("hidden"))) void arc4random_buf(void *bytes, size_t count) {
    unsigned char *at = bytes;
    while (count > 0) {
        ssize_t got = getrandom(at, count, 0);
        if (got < 0) continue;
        at += got;
        count -= (size_t)got;
    }
}
