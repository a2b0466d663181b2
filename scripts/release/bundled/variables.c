// Variables in place of glibc's, for archives that are linked into a shared library; see portable-library.
#include <stdio.h>

__attribute__((visibility("hidden"))) FILE *penumbra_stderr;
__attribute__((visibility("hidden"))) FILE *penumbra_stdout;
// ICU's calendars read them, and nothing calls ICU's calendars.
__attribute__((visibility("hidden"))) long penumbra_timezone;
__attribute__((visibility("hidden"))) char *penumbra_tzname[2] = {"UTC", "UTC"};

__attribute__((constructor)) static void set_variables(void) {
    // The library prints nothing. fontconfig would complain about a cache that it can't write.
    FILE *nowhere = fopen("/dev/null", "we");
    penumbra_stderr = nowhere ? nowhere : stderr;
    penumbra_stdout = nowhere ? nowhere : stdout;
}
