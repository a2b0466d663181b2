#pragma once

#include <fcntl.h>
#include <spawn.h>

// System calls that the C library has no function for.

/// Opens a path below the folder `folder` with openat2 and RESOLVE_BENEATH, so that neither `..` nor a symbolic link leads
/// out of it. `flags` are those of open, without O_CREAT. Unless `follows_links` is set, no symbolic link is followed. If it
/// is set, links in /proc that may lead to a different place than their text are still not followed. Returns a descriptor,
/// or −1 and errno: EXDEV if the path leads out, ELOOP at a link that is not followed, ENOSYS without openat2.
int penumbra_open_beneath(int folder, const char *path, int flags, int follows_links);

/// True if an open folder belongs to /proc, whose links may lead to a different place than their text.
int penumbra_is_in_procfs(int folder);

/// O_PATH, which Swift does not see in fcntl.h.
static const int penumbra_O_PATH = 010000000;

/// O_TMPFILE, which Swift does not see either: __O_TMPFILE and O_DIRECTORY.
static const int penumbra_O_TMPFILE = 020000000 | O_DIRECTORY;

/// True if text printed to standard output was not written. Swift treats `stdout` as a variable that threads share.
int penumbra_output_has_failed(void);

/// Lets the C library keep up to `bytes` of freed memory for later blocks, even large ones. Otherwise it returns each block
/// to the system, which clears every page it gives. Does nothing if the C library has no such setting. `threads` is the
/// number of threads that work with memory all the time.
void penumbra_keep_freed_memory(int bytes, int threads);

/// Returns all freed memory that the C library holds to the system. Takes some milliseconds. Does nothing if the C library
/// has no such function.
void penumbra_return_freed_memory(void);

/// Makes the two ends of a channel between processes, both closed on exec. Returns 0, or −1 and errno.
int penumbra_channel(int ends[2]);

/// Makes the two ends of a pipe, the reading end first, both closed on exec. Returns 0, or −1 and errno.
int penumbra_pipe(int ends[2]);

/// Adds to `actions` that all descriptors from `first` on are closed in the started process.
int penumbra_close_from(posix_spawn_file_actions_t *actions, int first);

/// Sends as much as a channel accepts now. Returns the number of bytes, or −1 and errno, EAGAIN if the channel is full.
/// Raises no signal.
long penumbra_send_now(int channel, const void *bytes, unsigned long count);

/// Receives the data that have arrived. Returns the number of bytes, 0 at the end, or −1 and errno, EAGAIN if nothing has
/// arrived.
long penumbra_receive_now(int channel, void *bytes, unsigned long count);

/// Ties this process to the process that started it. It is killed when the thread that started it ends. It ignores the
/// signals by which a terminal or a scheduler asks for an end, as the other process decides. It is the first to go when
/// memory runs out, gets no new privileges, and leaves no core file. If the other process is gone already, this call does
/// not report it.
void penumbra_become_worker(const char *name);

/// Returns the bytes of this process's private writable memory, as RLIMIT_DATA counts them; 0 if they are unknown.
unsigned long penumbra_data_bytes(void);

/// Limits the bytes that `penumbra_data_bytes` counts. Allocations beyond the limit are refused. The limit may be raised
/// again.
void penumbra_limit_data_bytes(unsigned long bytes);

/// The arguments that the process was started with, its name first. Swift reads arguments from /proc, which may not be
/// there.
int penumbra_argument_count(void);
const char *penumbra_argument(int index);

/// Ends the process by a signal when the time is over, with `words` on standard error; needs no thread. Returns 0, or -1.
int penumbra_end_after(double seconds, const char *words, int status);

/// Adds processor time, in nanoseconds, of work that was done for the calling thread, and returns the sum so far.
void penumbra_add_thread_time(long nanoseconds);
long penumbra_added_thread_time(void);

/// Notes the bytes of the stack that the calling thread has begun with.
void penumbra_begin_stack(long bytes);
/// The bytes of the calling thread's stack that are free. 0 if the thread has noted none.
long penumbra_free_stack(void);

/// Makes a file that has no name and lies in memory, and returns its descriptor, or -1 with `errno`.
int penumbra_memory_file(const char *label);
