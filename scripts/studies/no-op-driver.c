// An EGL and OpenGL ES library that accepts every call and does nothing, so that only the host's own work takes time.
//
// Buffers are the host's memory. Buffers for reading back are filled once with a pattern: each 16 bytes are a table entry of a
// PNG strip with NO_OP_STRIP_BITS bits (Shaders/png_strips.comp), so that the host handles files of a typical size.
//
// NO_OP_DEVICES is the number of GPUs. Each is used by a thread of its own. NO_OP_GROUP_NANOSECONDS is the time that a GPU takes for a work
// group: fences are passed when the GPU would have done all dispatches before them, one after another.
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GLES3/gl31.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { NAMES = 1 << 16, DEVICES = 64 };
static struct { void *bytes; size_t size; } buffers[NAMES];
static pthread_mutex_t naming = PTHREAD_MUTEX_INITIALIZER;
static _Thread_local GLuint bound[4];
static atomic_uint last;
static int handle, devices[DEVICES];
// The nanosecond at which a thread's GPU has done everything, and the work groups that came since the last fence.
static _Thread_local int64_t done, groups;

static long number(const char *name) {
    const char *text = getenv(name);
    return text ? strtol(text, NULL, 10) : 0;
}

static GLuint *binding(GLenum target) {
    switch (target) {
    case GL_COPY_READ_BUFFER: return &bound[0];
    case GL_COPY_WRITE_BUFFER: return &bound[1];
    case GL_UNIFORM_BUFFER: return &bound[2];
    default: return &bound[3];
    }
}

EGLint eglGetError(void) { return EGL_SUCCESS; }
const char *eglQueryString(EGLDisplay display, EGLint name) {
    if (display) return "EGL_KHR_surfaceless_context EGL_KHR_no_config_context";
    return number("NO_OP_DEVICES") ? "EGL_EXT_platform_base EGL_EXT_device_base EGL_EXT_platform_device"
                                   : "EGL_EXT_platform_base EGL_MESA_platform_surfaceless";
}
EGLBoolean eglInitialize(EGLDisplay d, EGLint *a, EGLint *b) { return 1; }
EGLBoolean eglBindAPI(EGLenum api) { return 1; }
EGLContext eglCreateContext(EGLDisplay d, EGLConfig c, EGLContext s, const EGLint *a) { return &handle; }
EGLBoolean eglDestroyContext(EGLDisplay d, EGLContext c) { return 1; }
EGLBoolean eglMakeCurrent(EGLDisplay d, EGLSurface a, EGLSurface b, EGLContext c) { return 1; }
EGLBoolean eglReleaseThread(void) { return 1; }
static EGLDisplay platform_display(EGLenum p, void *n, const EGLint *a) { return n ? n : &handle; }
static EGLBoolean query_devices(EGLint most, EGLDeviceEXT *found, EGLint *count) {
    EGLint all = number("NO_OP_DEVICES");
    *count = all < DEVICES ? all : DEVICES;
    if (found && most < *count) *count = most;
    for (EGLint i = 0; found && i < *count; i++) found[i] = &devices[i];
    return 1;
}
static const char *device_string(EGLDeviceEXT device, EGLint name) { return ""; }

static const GLubyte *get_string(GLenum name) { return (const GLubyte *)"no-op"; }
static const GLubyte *get_stringi(GLenum name, GLuint i) { return (const GLubyte *)""; }
static void get_integerv(GLenum name, GLint *value) {
    switch (name) {
    case GL_MAJOR_VERSION: *value = 3; break;
    case GL_MINOR_VERSION: *value = 1; break;
    case GL_SHADER_STORAGE_BUFFER_OFFSET_ALIGNMENT: case GL_UNIFORM_BUFFER_OFFSET_ALIGNMENT: *value = 256; break;
    case GL_MAX_COMPUTE_SHADER_STORAGE_BLOCKS: *value = 16; break;
    case GL_MAX_COMPUTE_SHARED_MEMORY_SIZE: *value = 48 << 10; break;
    case GL_MAX_COMPUTE_WORK_GROUP_INVOCATIONS: *value = 1024; break;
    case 0x8CDF: *value = 16; break;
    default: *value = 0;
    }
}
static void get_integer64v(GLenum name, GLint64 *value) {
    GLint small;
    get_integerv(name, &small);
    *value = name == GL_MAX_SHADER_STORAGE_BLOCK_SIZE ? 1 << 30 : small;
}
static GLenum get_error(void) { return 0; }
static void nothing(void) {}
static GLuint create(void) { return atomic_fetch_add(&last, 1) + 1; }
static void shader_source(GLuint s, GLsizei n, const GLchar *const *t, const GLint *l) {}
static void get_iv(GLuint object, GLenum name, GLint *value) { *value = name == GL_COMPILE_STATUS || name == GL_LINK_STATUS; }
static void get_log(GLuint o, GLsizei s, GLsizei *n, GLchar *t) { if (n) *n = 0; }
static void get_binary(GLuint p, GLsizei s, GLsizei *n, GLenum *f, void *b) { if (n) *n = 0; }

static void gen_buffers(GLsizei n, GLuint *names) {
    pthread_mutex_lock(&naming);
    for (int i = 0; i < n; i++) {
        static GLuint next = 1;
        while (buffers[next % NAMES].size || next % NAMES == 0) next++;
        names[i] = next % NAMES;
        buffers[names[i]].size = 1;
    }
    pthread_mutex_unlock(&naming);
}
static void delete_buffers(GLsizei n, const GLuint *names) {
    pthread_mutex_lock(&naming);
    for (int i = 0; i < n; i++) {
        free(buffers[names[i]].bytes);
        memset(&buffers[names[i]], 0, sizeof buffers[0]);
    }
    pthread_mutex_unlock(&naming);
}
static void bind_buffer(GLenum target, GLuint name) { *binding(target) = name; }
static void bind_range(GLenum target, GLuint i, GLuint name, GLintptr o, GLsizeiptr s) { *binding(target) = name; }
static void buffer_data(GLenum target, GLsizeiptr size, const void *data, GLenum usage) {
    GLuint name = *binding(target);
    free(buffers[name].bytes);
    buffers[name].bytes = usage == GL_STREAM_DRAW || usage == GL_STREAM_READ ? aligned_alloc(4096, (size + 4095) & ~4095ul) : NULL;
    pthread_mutex_lock(&naming);
    buffers[name].size = size + 1;
    pthread_mutex_unlock(&naming);
    if (usage != GL_STREAM_READ) return;
    GLuint entry[4] = {number("NO_OP_STRIP_BITS"), 1, 0, 3};
    for (size_t i = 0; i + 16 <= (size_t)size; i += 16) memcpy((char *)buffers[name].bytes + i, entry, 16);
}
static void *map_range(GLenum target, GLintptr offset, GLsizeiptr length, GLbitfield access) {
    GLuint name = *binding(target);
    if (!buffers[name].bytes) buffers[name].bytes = calloc(1, buffers[name].size);
    return (char *)buffers[name].bytes + offset;
}
// A word that is read back by itself tells whether a JPEG was decoded: 0 means yes.
static void copy_part(GLenum from, GLenum to, GLintptr at, GLintptr target, GLsizeiptr size) {
    GLuint name = *binding(to);
    if (size == 4 && buffers[name].bytes) memset((char *)buffers[name].bytes + target, 0, 4);
}
static GLboolean unmap(GLenum target) { return 1; }
static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000ll + time.tv_nsec;
}
static void dispatch(GLuint x, GLuint y, GLuint z) { groups += (int64_t)x * y * z; }
// A fence is its time. Its lowest bit keeps it from being zero.
static GLsync fence(GLenum condition, GLbitfield flags) {
    int64_t start = now();
    done = (start > done ? start : done) + groups * number("NO_OP_GROUP_NANOSECONDS");
    groups = 0;
    return (GLsync)(done | 1);
}
static GLenum wait_sync(GLsync sync, GLbitfield flags, GLuint64 timeout) {
    int64_t left = (int64_t)sync - now();
    if (left <= 0) return GL_ALREADY_SIGNALED;
    int64_t wait = timeout < (GLuint64)left ? (int64_t)timeout : left;
    nanosleep(&(struct timespec){wait / 1000000000, wait % 1000000000}, NULL);
    return wait == left ? GL_CONDITION_SATISFIED : GL_TIMEOUT_EXPIRED;
}

static const struct { const char *name; void *function; } functions[] = {
    {"eglGetPlatformDisplayEXT", platform_display}, {"eglQueryDevicesEXT", query_devices},
    {"eglQueryDeviceStringEXT", device_string}, {"glGetString", get_string}, {"glGetStringi", get_stringi},
    {"glGetIntegerv", get_integerv}, {"glGetInteger64v", get_integer64v}, {"glGetError", get_error}, {"glCreateShader", create},
    {"glShaderSource", shader_source}, {"glGetShaderiv", get_iv}, {"glGetProgramiv", get_iv}, {"glGetShaderInfoLog", get_log},
    {"glGetProgramInfoLog", get_log}, {"glCreateProgram", create}, {"glGetProgramBinary", get_binary},
    {"glGenBuffers", gen_buffers}, {"glDeleteBuffers", delete_buffers}, {"glBindBuffer", bind_buffer},
    {"glBindBufferRange", bind_range}, {"glBufferData", buffer_data}, {"glMapBufferRange", map_range}, {"glUnmapBuffer", unmap},
    {"glFenceSync", fence}, {"glClientWaitSync", wait_sync}, {"glFlush", nothing}, {"glCompileShader", nothing},
    {"glDeleteShader", nothing}, {"glAttachShader", nothing}, {"glLinkProgram", nothing}, {"glProgramParameteri", nothing},
    {"glProgramBinary", nothing}, {"glDeleteProgram", nothing}, {"glUseProgram", nothing}, {"glCopyBufferSubData", copy_part},
    {"glDispatchCompute", dispatch}, {"glMemoryBarrier", nothing}, {"glDeleteSync", nothing},
};
__eglMustCastToProperFunctionPointerType eglGetProcAddress(const char *name) {
    for (size_t i = 0; i < sizeof functions / sizeof functions[0]; i++)
        if (!strcmp(functions[i].name, name)) return (__eglMustCastToProperFunctionPointerType)functions[i].function;
    return NULL;
}
