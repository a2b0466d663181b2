#pragma once

#include <fcntl.h>

// System calls that the C library has no function for.

/// Opens what lies below the folder `folder`: openat2 with RESOLVE_BENEATH, so that neither `..` nor a symbolic link leads out of it.
/// `flags` are those of open, without O_CREAT. Unless `follows_links`, no symbolic link is followed at all, and otherwise none of
/// those in /proc that lead to another place than they say. Gives a descriptor, or −1 and errno: EXDEV where something leads out,
/// ELOOP at a link that is not followed, ENOSYS where the system has no openat2.
int penumbra_open_beneath(int folder, const char *path, int flags, int follows_links);

/// Whether an open folder is one of /proc, whose links may lead to another place than they say.
int penumbra_is_in_procfs(int folder);

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
