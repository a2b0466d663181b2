#pragma once

#include <fcntl.h>

// System calls that the C library has no function for.

/// Opens a path below the folder `folder` for looking up names in it: openat2 with O_PATH | O_DIRECTORY and RESOLVE_BENEATH, so that
/// neither `..` nor a symbolic link leads out of the folder. Gives a descriptor, or −1 and errno: EXDEV where something leads out,
/// ENOSYS where the system has no openat2.
int penumbra_open_folder_beneath(int folder, const char *path);

/// O_PATH, which is not among what Swift sees of fcntl.h.
static const int penumbra_O_PATH = 010000000;

/// O_TMPFILE, which is not among them either: __O_TMPFILE and O_DIRECTORY.
static const int penumbra_O_TMPFILE = 020000000 | O_DIRECTORY;

/// Whether something printed to standard output was not written; Swift takes `stdout` for a variable that threads share.
int penumbra_output_has_failed(void);

/// Lets the C library keep up to `bytes` of freed memory, also of large blocks, for the next ones instead of giving each back to the system,
/// which clears every page it gives. Does nothing where the C library has no such setting.
/// `threads` is how many threads work with memory all the time.
void penumbra_keep_freed_memory(int bytes, int threads);
