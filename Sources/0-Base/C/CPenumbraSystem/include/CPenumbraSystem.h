#pragma once

#include <fcntl.h>
#include <spawn.h>

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

/// Makes the two ends of a channel between processes, both closed on exec. Gives 0, or −1 and errno.
int penumbra_channel(int ends[2]);

/// Makes the two ends of a pipe, the reading one first, both closed on exec. Gives 0, or −1 and errno.
int penumbra_pipe(int ends[2]);

/// Adds to `actions` that all descriptors from `first` on are closed in the process that is started.
int penumbra_close_from(posix_spawn_file_actions_t *actions, int first);

/// Sends what a channel takes now. Gives the number of bytes, or −1 and errno, EAGAIN where it takes none. No signal is raised.
long penumbra_send_now(int channel, const void *bytes, unsigned long count);

/// Receives what has come. Gives the number of bytes, 0 at the end, or −1 and errno, EAGAIN where nothing has come.
long penumbra_receive_now(int channel, void *bytes, unsigned long count);

/// Makes this process one that lives and dies for another: it is killed when the thread that started it ends, ignores the signals by which a
/// terminal or a scheduler asks for an end (the other process decides), is the first to go when memory runs out, gets no new
/// privileges, and leaves no core file. Where that process is gone already nothing tells here.
void penumbra_become_worker(const char *name);

/// Bytes of this process's private memory that may be written, as RLIMIT_DATA counts them; 0 where it cannot be told.
unsigned long penumbra_data_bytes(void);

/// Limits what `penumbra_data_bytes` counts; what would go beyond it is refused. The limit may be raised again.
void penumbra_limit_data_bytes(unsigned long bytes);

/// The arguments the process was started with, its name the first. Swift reads them from /proc, which may not be there.
int penumbra_argument_count(void);
const char *penumbra_argument(int index);

/// Ends the process with `words` on standard error when the time is over, by a signal; needs no thread. 0, or -1.
int penumbra_end_after(double seconds, const char *words, int status);
