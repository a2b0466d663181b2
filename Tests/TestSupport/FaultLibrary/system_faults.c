// A library to load before all others (LD_PRELOAD), in which chosen system calls fail.
//
//   PENUMBRA_FAULT_FOLDER  counts the calls that write below this folder,
//   PENUMBRA_FAULT_AT      and makes the call with this number fail (from 1),
//   PENUMBRA_FAULT_ERROR   with this errno; "short" makes a write take only half of its bytes, and "kill" kills the process,
//                          in the middle of a write.
//   PENUMBRA_FAULT_LASTS   if set, all later calls fail too.
//   PENUMBRA_FAULT_NAMED   if set, the file system has no unnamed files (O_TMPFILE).
//   PENUMBRA_FAULT_LINK    if set, linkat gives unnamed files no names but fails with this errno.
//   PENUMBRA_FAULT_LOG     a file that gets a line for each failing call.
//   PENUMBRA_FAULT_CLOCK   clock:at:seconds: from its at-th reading on, this clock (0 real time, 1 monotonic, 7 with sleep) is
//                          advanced by the given seconds.
//   PENUMBRA_FAULT_EGL     is opened in place of libEGL.so.1.
//   PENUMBRA_FAULT_DRI     replaces /dev/dri, and its nodes can't be opened.
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

// The bit of O_TMPFILE that no other flag has; the C library's __O_TMPFILE holds O_DIRECTORY as well.
#define UNNAMED 020000000

static const char *folder, *log_path;
static int at, error, is_short, is_kill, lasts;
static atomic_int calls;
static int clock_id = -1, clock_at;
static long long clock_offset;
static atomic_int clock_readings;

__attribute__((constructor)) static void begin(void) {
    folder = getenv("PENUMBRA_FAULT_FOLDER");
    log_path = getenv("PENUMBRA_FAULT_LOG");
    const char *text = getenv("PENUMBRA_FAULT_AT");
    at = text ? atoi(text) : 0;
    text = getenv("PENUMBRA_FAULT_ERROR");
    is_short = text && !strcmp(text, "short");
    is_kill = text && !strcmp(text, "kill");
    error = text && !is_short && !is_kill ? atoi(text) : EIO;
    lasts = getenv("PENUMBRA_FAULT_LASTS") != NULL;
    text = getenv("PENUMBRA_FAULT_CLOCK");
    if (text && sscanf(text, "%d:%d:%lld", &clock_id, &clock_at, &clock_offset) != 3) clock_id = -1;
}

// Whether this call fails. Calls on files below the folder are counted.
static int fails(const char *call, const char *path, int is_write) {
    if (!folder || !path || (is_short && !is_write)) return 0;
    size_t length = strlen(folder);
    if (strncmp(path, folder, length) || (path[length] && path[length] != '/')) return 0;
    int number = atomic_fetch_add(&calls, 1) + 1;
    if (number != at && !(lasts && at && number > at)) return 0;
    if (log_path) {
        char line[PATH_MAX + 64];
        int count = snprintf(line, sizeof line, "%s %s\n", call, path);
        int file = (int)syscall(SYS_openat, AT_FDCWD, log_path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
        if (file >= 0) {
            syscall(SYS_write, file, line, (size_t)count);
            syscall(SYS_close, file);
        }
    }
    if (is_kill && !is_write) raise(SIGKILL);
    return 1;
}

// The path of an open file.
static const char *path_of(int file, char *path) {
    char name[64];
    snprintf(name, sizeof name, "/proc/self/fd/%d", file);
    ssize_t count = readlink(name, path, PATH_MAX - 1);
    if (count < 0) return NULL;
    path[count] = 0;
    return path;
}

// The absolute form of a path that is relative to an open folder.
static const char *path_at(int parent, const char *name, char *path) {
    if (!name) return NULL;
    if (name[0] == '/') return name;
    char base[PATH_MAX];
    if (parent == AT_FDCWD ? !getcwd(base, sizeof base) : !path_of(parent, base)) return NULL;
    snprintf(path, PATH_MAX, "%.2000s/%.2000s", base, name);
    return path;
}

#define REAL(name) \
    static __typeof__(&name) real; \
    if (!real) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)
#define FAIL(value) \
    do { \
        errno = error; \
        return value; \
    } while (0)

#define FAILS_FILE(call, file) \
    int saved = errno; \
    char path[PATH_MAX]; \
    int is_hit = fails(call, path_of(file, path), 0); \
    errno = saved; \
    if (is_hit) FAIL(-1)

ssize_t write(int file, const void *bytes, size_t count) {
    REAL(write);
    int saved = errno;
    char path[PATH_MAX];
    int is_hit = folder && fails("write", path_of(file, path), 1);
    errno = saved;
    if (is_hit && is_kill) {
        real(file, bytes, count / 2);
        raise(SIGKILL);
    }
    if (is_hit && is_short && count > 1) return real(file, bytes, count / 2);
    if (is_hit && !is_short) FAIL(-1);
    return real(file, bytes, count);
}

ssize_t pwrite(int file, const void *bytes, size_t count, off_t offset) {
    REAL(pwrite);
    FAILS_FILE("pwrite", file);
    return real(file, bytes, count, offset);
}

ssize_t writev(int file, const struct iovec *parts, int count) {
    REAL(writev);
    FAILS_FILE("writev", file);
    return real(file, parts, count);
}

int fsync(int file) {
    REAL(fsync);
    FAILS_FILE("fsync", file);
    return real(file);
}

int fdatasync(int file) {
    REAL(fdatasync);
    FAILS_FILE("fdatasync", file);
    return real(file);
}

int ftruncate(int file, off_t size) {
    REAL(ftruncate);
    FAILS_FILE("ftruncate", file);
    return real(file, size);
}

int fallocate(int file, int mode, off_t offset, off_t size) {
    REAL(fallocate);
    FAILS_FILE("fallocate", file);
    return real(file, mode, offset, size);
}

int fchmod(int file, mode_t mode) {
    REAL(fchmod);
    FAILS_FILE("fchmod", file);
    return real(file, mode);
}

// Closes the file nevertheless, as the system does.
int close(int file) {
    REAL(close);
    int saved = errno;
    int flags = folder ? fcntl(file, F_GETFL) : 0;
    char path[PATH_MAX];
    int is_hit = folder && flags >= 0 && (flags & O_ACCMODE) != O_RDONLY && !(flags & O_PATH) && fails("close", path_of(file, path), 0);
    errno = saved;
    int result = real(file);
    if (is_hit) FAIL(-1);
    return result;
}

static int fails_open(const char *call, int parent, const char *name, int flags) {
    if (!folder || !(flags & (O_CREAT | UNNAMED))) return 0;
    char path[PATH_MAX];
    return fails(call, path_at(parent, name, path), 0);
}

static const char *other_node(const char *name, char *path) {
    const char *other = getenv("PENUMBRA_FAULT_DRI");
    if (!other || !name || strncmp(name, "/dev/dri", 8) || (name[8] && name[8] != '/')) return NULL;
    snprintf(path, PATH_MAX, "%.2000s%.2000s", other, name + 8);
    return path;
}

#define OPEN(function) \
    int function(const char *name, int flags, ...) { \
        REAL(function); \
        va_list rest; \
        va_start(rest, flags); \
        mode_t mode = flags & (O_CREAT | UNNAMED) ? va_arg(rest, mode_t) : 0; \
        va_end(rest); \
        char path[PATH_MAX]; \
        if (other_node(name, path)) { \
            errno = EACCES; \
            return -1; \
        } \
        if ((flags & UNNAMED) && getenv("PENUMBRA_FAULT_NAMED")) { \
            errno = EOPNOTSUPP; \
            return -1; \
        } \
        if (fails_open("open", AT_FDCWD, name, flags)) FAIL(-1); \
        return real(name, flags, mode); \
    }
OPEN(open)
OPEN(open64)

#define OPEN_AT(function) \
    int function(int parent, const char *name, int flags, ...) { \
        REAL(function); \
        va_list rest; \
        va_start(rest, flags); \
        mode_t mode = flags & (O_CREAT | UNNAMED) ? va_arg(rest, mode_t) : 0; \
        va_end(rest); \
        if (fails_open("openat", parent, name, flags)) FAIL(-1); \
        return real(parent, name, flags, mode); \
    }
OPEN_AT(openat)
OPEN_AT(openat64)

#define FAILS_PATH(call, parent, name) \
    char path[PATH_MAX]; \
    if (folder && fails(call, path_at(parent, name, path), 0)) FAIL(-1)

int rename(const char *from, const char *to) {
    REAL(rename);
    FAILS_PATH("rename", AT_FDCWD, to);
    return real(from, to);
}

int renameat(int from_folder, const char *from, int to_folder, const char *to) {
    REAL(renameat);
    FAILS_PATH("renameat", to_folder, to);
    return real(from_folder, from, to_folder, to);
}

int renameat2(int from_folder, const char *from, int to_folder, const char *to, unsigned flags) {
    REAL(renameat2);
    FAILS_PATH("renameat2", to_folder, to);
    return real(from_folder, from, to_folder, to, flags);
}

int linkat(int from_folder, const char *from, int to_folder, const char *to, int flags) {
    REAL(linkat);
    FAILS_PATH("linkat", to_folder, to);
    const char *refused = getenv("PENUMBRA_FAULT_LINK");
    if (refused) {
        errno = atoi(refused);
        return -1;
    }
    return real(from_folder, from, to_folder, to, flags);
}

int mkdir(const char *name, mode_t mode) {
    REAL(mkdir);
    FAILS_PATH("mkdir", AT_FDCWD, name);
    return real(name, mode);
}

int mkdirat(int parent, const char *name, mode_t mode) {
    REAL(mkdirat);
    FAILS_PATH("mkdirat", parent, name);
    return real(parent, name, mode);
}

char *mkdtemp(char *name) {
    REAL(mkdtemp);
    char path[PATH_MAX];
    if (folder && fails("mkdtemp", path_at(AT_FDCWD, name, path), 0)) FAIL(NULL);
    return real(name);
}

// Clocks

static long long further(int id) {
    if (id != clock_id) return 0;
    return atomic_fetch_add(&clock_readings, 1) + 1 >= clock_at ? clock_offset : 0;
}

int clock_gettime(clockid_t id, struct timespec *now) {
    REAL(clock_gettime);
    int result = real(id, now);
    if (result == 0) now->tv_sec += further(id);
    return result;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
    static int (*real)(struct timeval *, void *);
    if (!real) real = (int (*)(struct timeval *, void *))dlsym(RTLD_NEXT, "gettimeofday");
    int result = real(now, zone);
    if (result == 0) now->tv_sec += further(CLOCK_REALTIME);
    return result;
}

time_t time(time_t *where) {
    struct timespec now;
    syscall(SYS_clock_gettime, CLOCK_REALTIME, &now);
    time_t result = now.tv_sec + further(CLOCK_REALTIME);
    if (where) *where = result;
    return result;
}

// Devices

void *dlopen(const char *name, int flags) {
    REAL(dlopen);
    const char *other = getenv("PENUMBRA_FAULT_EGL");
    static __thread int is_inside;
    if (!other || !name || is_inside || strcmp(name, "libEGL.so.1")) return real(name, flags);
    is_inside = 1;
    // The library that it opens under the same name is the real one.
    void *handle = real(other, flags);
    is_inside = 0;
    return handle;
}

DIR *opendir(const char *name) {
    REAL(opendir);
    char path[PATH_MAX];
    return real(other_node(name, path) ? path : name);
}

int access(const char *name, int mode) {
    REAL(access);
    char path[PATH_MAX];
    if (!other_node(name, path)) return real(name, mode);
    if (mode == F_OK) return real(path, mode);
    errno = EACCES;
    return -1;
}
