// An EGL library that forwards every call to the real library and makes chosen calls fail.
//
// Tests build it as a shared library and use its name in place of "libEGL.so.1". Faults therefore come from the same place as a driver's
// faults, and the renderer doesn't know about them. One kind of fault is armed at a time: the `at`-th call of its functions fails, and all
// later calls too if the fault is `lasting`. Objects are counted per context.
#define _GNU_SOURCE
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GLES3/gl31.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum kind {
    NONE,
    BUFFER_MEMORY,   // glBufferData: GL_OUT_OF_MEMORY
    COMPILE,         // glCompileShader fails, with a log
    LINK,            // glLinkProgram fails, without a log
    PROGRAM_BINARY,  // glProgramBinary is refused
    RESET_DISPATCH,  // glDispatchCompute resets the device; `variant` says how it shows
    RESET_FENCE,     // glFenceSync does
    RESET_STATUS,    // the device turns out to be reset when it is asked
    WAIT_FAILED,     // glClientWaitSync: GL_WAIT_FAILED
    WAIT_TIMEOUT,    // glClientWaitSync: GL_TIMEOUT_EXPIRED
    MAP,             // glMapBufferRange: NULL, and GL_OUT_OF_MEMORY unless `variant` is 1
    UNMAP,           // glUnmapBuffer: the contents were lost
    FENCE,           // glFenceSync: NULL
    CREATE_CONTEXT,  // eglCreateContext: EGL_BAD_ALLOC
    MAKE_CURRENT,    // eglMakeCurrent: EGL_BAD_ALLOC
    DISPATCH_MEMORY, // glDispatchCompute: GL_OUT_OF_MEMORY
    COPY_MEMORY,     // glCopyBufferSubData: GL_OUT_OF_MEMORY
    CREATE_PROGRAM,  // glCreateProgram: 0
    CREATE_SHADER,   // glCreateShader: 0
    GEN_BUFFER,      // glGenBuffers gives no name: GL_OUT_OF_MEMORY
    INITIALIZE,      // eglInitialize: EGL_NOT_INITIALIZED
    GET_BINARY,      // glGetProgramBinary: GL_INVALID_OPERATION
    DISPLAY,         // eglGetPlatformDisplayEXT: EGL_NO_DISPLAY
    NO_DEVICES,      // EGL has no device and no platform
    KINDS
};

enum object { BUFFERS, SHADERS, PROGRAMS, FENCES, CONTEXTS, OBJECTS };

static struct {
    int kind, at, lasting, variant;
    int calls[KINDS];
    int hits;
} faults;

struct context {
    EGLContext handle;
    int objects[OBJECTS];
    GLenum reset;
    GLenum error;
};
// Entries without a handle are free.
static struct context contexts[64];
static int contexts_made;
enum { CONTEXT_COUNT = sizeof contexts / sizeof contexts[0] };
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static __thread struct context *current;

static struct context none;
static struct context *here(void) { return current ? current : &none; }

static int fails(int kind) {
    pthread_mutex_lock(&mutex);
    int call = ++faults.calls[kind];
    int is_hit = faults.kind == kind && (call == faults.at || (faults.lasting && call > faults.at));
    if (is_hit) faults.hits++;
    pthread_mutex_unlock(&mutex);
    return is_hit;
}

// The functions that tests call.

void faults_arm(int kind, int at, int lasting, int variant) {
    pthread_mutex_lock(&mutex);
    memset(&faults, 0, sizeof faults);
    faults.kind = kind;
    faults.at = at;
    faults.lasting = lasting;
    faults.variant = variant;
    pthread_mutex_unlock(&mutex);
}

int faults_hits(void) { return faults.hits; }

// The number of contexts ever created.
int faults_contexts_made(void) { return contexts_made; }

// The number of objects in all existing contexts.
int faults_objects(int object) {
    pthread_mutex_lock(&mutex);
    int sum = 0;
    for (int i = 0; i < CONTEXT_COUNT; i++)
        if (contexts[i].handle) sum += object == CONTEXTS ? 1 : contexts[i].objects[object];
    pthread_mutex_unlock(&mutex);
    return sum;
}

static void *library(void);

// PENUMBRA_FAULT_EGL_KIND=kind:at:lasting:variant arms a fault in a process that can't call these functions.
__attribute__((constructor)) static void begin(void) {
    library();
    const char *text = getenv("PENUMBRA_FAULT_EGL_KIND");
    if (text) sscanf(text, "%d:%d:%d:%d", &faults.kind, &faults.at, &faults.lasting, &faults.variant);
}

// The real library.

static void *library(void) {
    static void *handle;
    if (!handle) handle = dlopen("libEGL.so.1", RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    return handle;
}

static void *egl_symbol(const char *name) { return library() ? dlsym(library(), name) : NULL; }

static __eglMustCastToProperFunctionPointerType gl_symbol(const char *name) {
    PFNEGLGETPROCADDRESSPROC look_up = (PFNEGLGETPROCADDRESSPROC)egl_symbol("eglGetProcAddress");
    return look_up ? look_up(name) : NULL;
}

#define EGL(type, name) \
    static type real; \
    if (!real) real = (type)egl_symbol(#name)
#define GL(type, name) \
    static type real; \
    if (!real) real = (type)gl_symbol(#name)

static __thread EGLint egl_error = EGL_SUCCESS;

EGLint eglGetError(void) {
    EGL(PFNEGLGETERRORPROC, eglGetError);
    EGLint error = egl_error;
    egl_error = EGL_SUCCESS;
    return error != EGL_SUCCESS ? error : real();
}

const char *eglQueryString(EGLDisplay display, EGLint name) {
    EGL(PFNEGLQUERYSTRINGPROC, eglQueryString);
    if (display == EGL_NO_DISPLAY && fails(NO_DEVICES)) return "";
    return real(display, name);
}

EGLBoolean eglInitialize(EGLDisplay display, EGLint *major, EGLint *minor) {
    EGL(PFNEGLINITIALIZEPROC, eglInitialize);
    if (fails(INITIALIZE)) {
        egl_error = EGL_NOT_INITIALIZED;
        return EGL_FALSE;
    }
    return real(display, major, minor);
}

EGLBoolean eglBindAPI(EGLenum api) {
    EGL(PFNEGLBINDAPIPROC, eglBindAPI);
    return real(api);
}

EGLBoolean eglReleaseThread(void) {
    EGL(PFNEGLRELEASETHREADPROC, eglReleaseThread);
    return real();
}

EGLContext eglCreateContext(EGLDisplay display, EGLConfig config, EGLContext share, const EGLint *attributes) {
    EGL(PFNEGLCREATECONTEXTPROC, eglCreateContext);
    if (fails(CREATE_CONTEXT)) {
        egl_error = EGL_BAD_ALLOC;
        return EGL_NO_CONTEXT;
    }
    EGLContext handle = real(display, config, share, attributes);
    if (!handle) return handle;
    pthread_mutex_lock(&mutex);
    int place = 0;
    while (place < CONTEXT_COUNT && contexts[place].handle) place++;
    if (place == CONTEXT_COUNT) abort();
    contexts[place] = (struct context){.handle = handle};
    contexts_made++;
    pthread_mutex_unlock(&mutex);
    return handle;
}

EGLBoolean eglDestroyContext(EGLDisplay display, EGLContext handle) {
    EGL(PFNEGLDESTROYCONTEXTPROC, eglDestroyContext);
    pthread_mutex_lock(&mutex);
    for (int i = 0; i < CONTEXT_COUNT; i++)
        if (contexts[i].handle == handle) contexts[i].handle = NULL;
    pthread_mutex_unlock(&mutex);
    return real(display, handle);
}

EGLBoolean eglMakeCurrent(EGLDisplay display, EGLSurface draw, EGLSurface read, EGLContext handle) {
    EGL(PFNEGLMAKECURRENTPROC, eglMakeCurrent);
    if (handle && fails(MAKE_CURRENT)) {
        egl_error = EGL_BAD_ALLOC;
        return EGL_FALSE;
    }
    EGLBoolean done = real(display, draw, read, handle);
    if (!done) return done;
    pthread_mutex_lock(&mutex);
    current = NULL;
    for (int i = 0; handle && i < CONTEXT_COUNT; i++)
        if (contexts[i].handle == handle) current = &contexts[i];
    pthread_mutex_unlock(&mutex);
    return done;
}

static EGLDisplay get_platform_display(EGLenum platform, void *native, const EGLint *attributes) {
    GL(PFNEGLGETPLATFORMDISPLAYEXTPROC, eglGetPlatformDisplayEXT);
    if (fails(DISPLAY)) return EGL_NO_DISPLAY;
    return real(platform, native, attributes);
}

// OpenGL ES

static GLenum get_error(void) {
    GL(PFNGLGETERRORPROC, glGetError);
    struct context *context = here();
    // Every query reports GL_CONTEXT_LOST.
    if (context->reset) return 0x0507;
    GLenum error = context->error;
    context->error = GL_NO_ERROR;
    return error ? error : real();
}

static GLenum get_graphics_reset_status(void) {
    static GLenum (*real)(void);
    if (!real) real = (GLenum(*)(void))gl_symbol("glGetGraphicsResetStatus");
    if (!real) real = (GLenum(*)(void))gl_symbol("glGetGraphicsResetStatusKHR");
    struct context *context = here();
    if (fails(RESET_STATUS)) context->reset = 0x8253 + faults.variant % 3;
    if (context->reset) return context->reset;
    return real ? real() : GL_NO_ERROR;
}

// Further effects of a reset: mapping fails, and there are no fences.
static int is_torn(void) { return here()->reset && faults.variant >= 3; }

static void gen_buffers(GLsizei count, GLuint *names) {
    GL(PFNGLGENBUFFERSPROC, glGenBuffers);
    if (fails(GEN_BUFFER)) {
        here()->error = GL_OUT_OF_MEMORY;
        return;
    }
    real(count, names);
    here()->objects[BUFFERS] += count;
}

static void delete_buffers(GLsizei count, const GLuint *names) {
    GL(PFNGLDELETEBUFFERSPROC, glDeleteBuffers);
    for (int i = 0; i < count; i++) here()->objects[BUFFERS] -= names[i] != 0;
    real(count, names);
}

static void buffer_data(GLenum target, GLsizeiptr size, const void *data, GLenum usage) {
    GL(PFNGLBUFFERDATAPROC, glBufferData);
    if (fails(BUFFER_MEMORY)) {
        here()->error = GL_OUT_OF_MEMORY;
        return;
    }
    real(target, size, data, usage);
}

static void *map_buffer_range(GLenum target, GLintptr offset, GLsizeiptr length, GLbitfield access) {
    GL(PFNGLMAPBUFFERRANGEPROC, glMapBufferRange);
    if (fails(MAP)) {
        if (faults.variant != 1) here()->error = GL_OUT_OF_MEMORY;
        return NULL;
    }
    return is_torn() ? NULL : real(target, offset, length, access);
}

static GLboolean unmap_buffer(GLenum target) {
    GL(PFNGLUNMAPBUFFERPROC, glUnmapBuffer);
    int is_lost = fails(UNMAP);
    GLboolean done = real(target);
    return is_lost || is_torn() ? GL_FALSE : done;
}

static void copy_buffer_sub_data(GLenum from, GLenum to, GLintptr at, GLintptr into, GLsizeiptr size) {
    GL(PFNGLCOPYBUFFERSUBDATAPROC, glCopyBufferSubData);
    if (fails(COPY_MEMORY)) {
        here()->error = GL_OUT_OF_MEMORY;
        return;
    }
    if (!here()->reset) real(from, to, at, into, size);
}

static void dispatch_compute(GLuint x, GLuint y, GLuint z) {
    GL(PFNGLDISPATCHCOMPUTEPROC, glDispatchCompute);
    if (fails(RESET_DISPATCH)) here()->reset = 0x8253 + faults.variant % 3;
    if (fails(DISPATCH_MEMORY)) {
        here()->error = GL_OUT_OF_MEMORY;
        return;
    }
    if (!here()->reset) real(x, y, z);
}

static GLsync fence_sync(GLenum condition, GLbitfield flags) {
    GL(PFNGLFENCESYNCPROC, glFenceSync);
    if (fails(RESET_FENCE)) here()->reset = 0x8253 + faults.variant % 3;
    if (fails(FENCE) || is_torn()) return NULL;
    GLsync fence = real(condition, flags);
    if (fence) here()->objects[FENCES]++;
    return fence;
}

static void delete_sync(GLsync fence) {
    GL(PFNGLDELETESYNCPROC, glDeleteSync);
    if (fence) here()->objects[FENCES]--;
    real(fence);
}

static GLenum client_wait_sync(GLsync fence, GLbitfield flags, GLuint64 timeout) {
    GL(PFNGLCLIENTWAITSYNCPROC, glClientWaitSync);
    if (fails(WAIT_FAILED)) {
        here()->error = GL_INVALID_VALUE;
        return GL_WAIT_FAILED;
    }
    if (fails(WAIT_TIMEOUT)) return GL_TIMEOUT_EXPIRED;
    if (here()->reset) return GL_ALREADY_SIGNALED;
    return real(fence, flags, timeout);
}

static GLuint create_shader(GLenum type) {
    GL(PFNGLCREATESHADERPROC, glCreateShader);
    if (fails(CREATE_SHADER)) return 0;
    here()->objects[SHADERS]++;
    return real(type);
}

static void delete_shader(GLuint name) {
    GL(PFNGLDELETESHADERPROC, glDeleteShader);
    here()->objects[SHADERS] -= name != 0;
    real(name);
}

static void compile_shader(GLuint name) {
    GL(PFNGLCOMPILESHADERPROC, glCompileShader);
    if (fails(COMPILE)) {
        PFNGLSHADERSOURCEPROC source = (PFNGLSHADERSOURCEPROC)gl_symbol("glShaderSource");
        const char *broken = "#version 310 es\nthis driver compiles nothing today\n";
        source(name, 1, &broken, NULL);
    }
    real(name);
}

static GLuint create_program(void) {
    GL(PFNGLCREATEPROGRAMPROC, glCreateProgram);
    if (fails(CREATE_PROGRAM)) return 0;
    here()->objects[PROGRAMS]++;
    return real();
}

static void delete_program(GLuint name) {
    GL(PFNGLDELETEPROGRAMPROC, glDeleteProgram);
    here()->objects[PROGRAMS] -= name != 0;
    real(name);
}

static void link_program(GLuint name) {
    GL(PFNGLLINKPROGRAMPROC, glLinkProgram);
    if (!fails(LINK)) real(name);
}

static void program_binary(GLuint name, GLenum format, const void *bytes, GLsizei count) {
    GL(PFNGLPROGRAMBINARYPROC, glProgramBinary);
    if (fails(PROGRAM_BINARY)) {
        here()->error = GL_INVALID_OPERATION;
        return;
    }
    real(name, format, bytes, count);
}

static void get_program_binary(GLuint name, GLsizei room, GLsizei *count, GLenum *format, void *bytes) {
    GL(PFNGLGETPROGRAMBINARYPROC, glGetProgramBinary);
    if (fails(GET_BINARY)) {
        here()->error = GL_INVALID_OPERATION;
        return;
    }
    real(name, room, count, format, bytes);
}

static EGLBoolean query_devices(EGLint most, EGLDeviceEXT *devices, EGLint *count) {
    GL(PFNEGLQUERYDEVICESEXTPROC, eglQueryDevicesEXT);
    if (faults.kind == NO_DEVICES) {
        *count = 0;
        return EGL_TRUE;
    }
    return real(most, devices, count);
}

__eglMustCastToProperFunctionPointerType eglGetProcAddress(const char *name) {
    static const struct {
        const char *name;
        void *function;
    } wrapped[] = {
        {"eglGetPlatformDisplayEXT", get_platform_display},
        {"eglQueryDevicesEXT", query_devices},
        {"glGetError", get_error},
        {"glGetGraphicsResetStatus", get_graphics_reset_status},
        {"glGetGraphicsResetStatusKHR", get_graphics_reset_status},
        {"glGetGraphicsResetStatusEXT", get_graphics_reset_status},
        {"glGenBuffers", gen_buffers},
        {"glDeleteBuffers", delete_buffers},
        {"glBufferData", buffer_data},
        {"glMapBufferRange", map_buffer_range},
        {"glUnmapBuffer", unmap_buffer},
        {"glCopyBufferSubData", copy_buffer_sub_data},
        {"glDispatchCompute", dispatch_compute},
        {"glFenceSync", fence_sync},
        {"glDeleteSync", delete_sync},
        {"glClientWaitSync", client_wait_sync},
        {"glCreateShader", create_shader},
        {"glDeleteShader", delete_shader},
        {"glCompileShader", compile_shader},
        {"glCreateProgram", create_program},
        {"glDeleteProgram", delete_program},
        {"glLinkProgram", link_program},
        {"glProgramBinary", program_binary},
        {"glGetProgramBinary", get_program_binary},
    };
    for (size_t i = 0; i < sizeof wrapped / sizeof wrapped[0]; i++)
        if (!strcmp(name, wrapped[i].name)) return (__eglMustCastToProperFunctionPointerType)wrapped[i].function;
    return gl_symbol(name);
}
