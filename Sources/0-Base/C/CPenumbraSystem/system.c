#define _GNU_SOURCE
#include "CPenumbraSystem.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/vfs.h>
#include <unistd.h>

#ifndef SYS_openat2
#define SYS_openat2 437
#endif

// The structure as in linux/openat2.h; older headers lack it.
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
    // The value of linux/magic.h.
    return fstatfs(folder, &status) == 0 && status.f_type == 0x9fa0;
}

#ifdef __GLIBC__
#include <malloc.h>
void penumbra_keep_freed_memory(int bytes, int threads) {
    // Threads that share arenas leave less memory in them; with this many arenas, threads seldom wait for each other.
    mallopt(M_ARENA_MAX, threads);
    // The largest block that is not mapped by itself; glibc allows no more than 32 MiB. Otherwise the threshold grows with
    // every freed block, and smaller blocks stay with the threads that freed them.
    mallopt(M_MMAP_THRESHOLD, bytes > 0 ? 32 << 20 : 256 << 10);
    mallopt(M_TRIM_THRESHOLD, bytes > 0 ? bytes : 128 << 10);
}

void penumbra_return_freed_memory(void) { malloc_trim(0); }
#else
void penumbra_keep_freed_memory(int bytes, int threads) {}
void penumbra_return_freed_memory(void) {}
#endif

int penumbra_channel(int ends[2]) { return socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends); }

int penumbra_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }

int penumbra_close_from(posix_spawn_file_actions_t *actions, int first) {
    return posix_spawn_file_actions_addclosefrom_np(actions, first);
}

long penumbra_send_now(int channel, const void *bytes, unsigned long count) {
    return send(channel, bytes, count, MSG_DONTWAIT | MSG_NOSIGNAL);
}

long penumbra_receive_now(int channel, void *bytes, unsigned long count) {
    return recv(channel, bytes, count, MSG_DONTWAIT);
}

void penumbra_become_worker(const char *name) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    prctl(PR_SET_NAME, name);
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    signal(SIGINT, SIG_IGN);
    signal(SIGTERM, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
    signal(SIGPIPE, SIG_IGN);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    struct rlimit no_core = {0, 0};
    setrlimit(RLIMIT_CORE, &no_core);
    int score = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
    if (score >= 0) {
        // Nothing depends on the result.
        ssize_t written = write(score, "1000", 4);
        (void)written;
        close(score);
    }
}

unsigned long penumbra_data_bytes(void) {
    unsigned long data = 0;
    FILE *file = fopen("/proc/self/statm", "re");
    if (!file) return 0;
    if (fscanf(file, "%*u %*u %*u %*u %*u %lu", &data) != 1) data = 0;
    fclose(file);
    return data * (unsigned long)sysconf(_SC_PAGESIZE);
}

void penumbra_limit_data_bytes(unsigned long bytes) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_DATA, &limit) != 0) return;
    limit.rlim_cur = bytes < limit.rlim_max ? bytes : limit.rlim_max;
    setrlimit(RLIMIT_DATA, &limit);
}

static int argument_count;
static char **argument_values;

// The C library calls this function with main's own arguments, before main.
__attribute__((constructor)) static void keep_arguments(int count, char **values) {
    argument_count = count;
    argument_values = values;
}

int penumbra_argument_count(void) { return argument_count; }

const char *penumbra_argument(int index) { return argument_values[index]; }

static char alarm_words[256];
static int alarm_status;

static void end_at_alarm(int signal) {
    (void)signal;
    // The process ends even if nobody reads the words.
    ssize_t written = write(2, alarm_words, strlen(alarm_words));
    (void)written;
    _exit(alarm_status);
}

int penumbra_end_after(double seconds, const char *words, int status) {
    strncpy(alarm_words, words, sizeof alarm_words - 1);
    alarm_status = status;
    struct sigaction action = {.sa_handler = end_at_alarm};
    if (sigaction(SIGALRM, &action, NULL) != 0) return -1;
    if (seconds > 1e8) seconds = 1e8;
    if (seconds < 1e-3) seconds = 1e-3;
    time_t whole = (time_t)seconds;
    struct itimerval timer = {.it_value = {.tv_sec = whole, .tv_usec = (suseconds_t)((seconds - whole) * 1e6)}};
    return setitimer(ITIMER_REAL, &timer, NULL);
}

static _Thread_local long added_thread_time = 0;

void penumbra_add_thread_time(long nanoseconds) { added_thread_time += nanoseconds; }

long penumbra_added_thread_time(void) { return added_thread_time; }

static _Thread_local const char *stack_end = 0;

void penumbra_begin_stack(long bytes) {
    // The stack grows downwards. Some of its first pages belong to the C library.
    stack_end = (const char *)__builtin_frame_address(0) - bytes + (256 << 10);
}

long penumbra_free_stack(void) {
    const char *here = (const char *)__builtin_frame_address(0);
    return stack_end && here > stack_end ? here - stack_end : 0;
}

int penumbra_memory_file(const char *label) { return (int)syscall(SYS_memfd_create, label, 1u /* MFD_CLOEXEC */); }
