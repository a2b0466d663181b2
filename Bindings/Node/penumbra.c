// The functions of libpenumbra for JavaScript. index.js makes classes of them, and nothing else calls them.
//
// Renderers and pictures are externals, which release their object when JavaScript forgets them. Drawing and encoding run on Node's
// threads for such work and settle a promise.
#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NAPI_VERSION 8
#include <node_api.h>

#include "penumbra.h"

// MARK: The library

static struct {
    __typeof__(&penumbra_version) version;
    __typeof__(&penumbra_open) open;
    __typeof__(&penumbra_draw) draw;
    __typeof__(&penumbra_html) html;
    __typeof__(&penumbra_font) font;
    __typeof__(&penumbra_encode) encode;
    __typeof__(&penumbra_size) size;
    __typeof__(&penumbra_bytes) bytes;
    __typeof__(&penumbra_notices) notices;
    __typeof__(&penumbra_message) message;
    __typeof__(&penumbra_place) place;
    __typeof__(&penumbra_release) release;
} library;

static bool is_loaded = false;
// Worker threads load the addon again, but share its variables.
static pthread_mutex_t loading = PTHREAD_MUTEX_INITIALIZER;

static bool found(void *handle, const char *name, void *function) {
    void *symbol = dlsym(handle, name);
    memcpy(function, &symbol, sizeof symbol);
    return symbol != NULL;
}

// Returns NULL, or why the library can't be used. It stays open until the process ends.
static const char *load_library(const char *path) {
    const char *problem = NULL;
    pthread_mutex_lock(&loading);
    if (!is_loaded) {
        void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
        if (handle == NULL) {
            problem = dlerror();
        } else if (!found(handle, "penumbra_version", &library.version) || !found(handle, "penumbra_open", &library.open) ||
                   !found(handle, "penumbra_draw", &library.draw) || !found(handle, "penumbra_html", &library.html) ||
                   !found(handle, "penumbra_font", &library.font) || !found(handle, "penumbra_encode", &library.encode) ||
                   !found(handle, "penumbra_size", &library.size) || !found(handle, "penumbra_bytes", &library.bytes) ||
                   !found(handle, "penumbra_notices", &library.notices) || !found(handle, "penumbra_message", &library.message) ||
                   !found(handle, "penumbra_place", &library.place) || !found(handle, "penumbra_release", &library.release)) {
            problem = dlerror();
        } else {
            is_loaded = true;
        }
    }
    pthread_mutex_unlock(&loading);
    return problem;
}

// MARK: Values

// The object that an external holds, and the bytes that JavaScript's collector is told about.
struct box {
    penumbra_object object;
    int64_t bytes;
};

// A renderer keeps fonts and working memory, of which the collector of JavaScript knows nothing.
static const int64_t bytes_of_renderer = 8 << 20;

static void release_box(napi_env env, void *data, void *hint) {
    (void)hint;
    struct box *box = data;
    int64_t total;
    napi_adjust_external_memory(env, -box->bytes, &total);
    library.release(box->object);
    free(box);
}

static napi_value external_of(napi_env env, penumbra_object object, int64_t bytes) {
    struct box *box = malloc(sizeof *box);
    napi_value result = NULL;
    if (box == NULL) return NULL;
    *box = (struct box){object, bytes};
    if (napi_create_external(env, box, release_box, NULL, &result) != napi_ok) {
        free(box);
        return NULL;
    }
    int64_t total;
    napi_adjust_external_memory(env, bytes, &total);
    return result;
}

static bool object_of(napi_env env, napi_value value, penumbra_object *object) {
    napi_valuetype type;
    void *data = NULL;
    if (napi_typeof(env, value, &type) != napi_ok || type != napi_external) return false;
    if (napi_get_value_external(env, value, &data) != napi_ok || data == NULL) return false;
    *object = ((struct box *)data)->object;
    return true;
}

// A copy of a JavaScript text, which the caller frees; NULL for other values.
static char *text_of(napi_env env, napi_value value) {
    size_t length = 0;
    if (napi_get_value_string_utf8(env, value, NULL, 0, &length) != napi_ok) return NULL;
    char *text = malloc(length + 1);
    if (text != NULL && napi_get_value_string_utf8(env, value, text, length + 1, &length) != napi_ok) {
        free(text);
        return NULL;
    }
    return text;
}

static napi_value text_value(napi_env env, const char *text) {
    napi_value value = NULL;
    napi_create_string_utf8(env, text == NULL ? "" : text, NAPI_AUTO_LENGTH, &value);
    return value;
}

static void set(napi_env env, napi_value object, const char *name, napi_value value) {
    if (value != NULL) napi_set_named_property(env, object, name, value);
}

static napi_value number_value(napi_env env, double number) {
    napi_value value = NULL;
    napi_create_double(env, number, &value);
    return value;
}

// An Error with the library's status and place. index.js makes a PenumbraError of it.
static napi_value failure(napi_env env, int status, const char *message, const char *place) {
    napi_value error = NULL;
    napi_create_error(env, NULL, text_value(env, message), &error);
    if (error == NULL) return NULL;
    set(env, error, "status", number_value(env, status));
    set(env, error, "place", text_value(env, place));
    return error;
}

static napi_value refuse(napi_env env, const char *message) {
    napi_throw(env, failure(env, PENUMBRA_USAGE, message, ""));
    return NULL;
}

static napi_value failure_of(napi_env env, int status, penumbra_object error) {
    napi_value value = failure(env, status, library.message(error), library.place(error));
    library.release(error);
    return value;
}

// MARK: Work on other threads

struct work {
    napi_async_work work;
    napi_deferred deferred;
    // Keeps the renderer, the picture and the scene's bytes until the work is done.
    napi_ref kept[2];
    penumbra_object subject;
    bool draws, encodes;
    // Whether the document is HTML.
    bool is_page;
    const void *scene;
    size_t length;
    char *draw_options, *encode_options;
    // Results.
    int status;
    penumbra_object picture, file, error;
};

static void execute(napi_env env, void *data) {
    (void)env;
    struct work *work = data;
    penumbra_object picture = work->subject;
    if (work->draws) {
        work->status = (work->is_page ? library.html : library.draw)(
            work->subject, work->scene, work->length, work->draw_options, &work->picture, &work->error);
        if (work->status != PENUMBRA_OK) return;
        picture = work->picture;
    }
    if (work->encodes) work->status = library.encode(picture, work->encode_options, &work->file, &work->error);
}

static void forget(napi_env env, struct work *work) {
    for (int i = 0; i < 2; i++) {
        if (work->kept[i] != NULL) napi_delete_reference(env, work->kept[i]);
    }
    if (work->work != NULL) napi_delete_async_work(env, work->work);
    if (is_loaded) {
        library.release(work->picture);
        library.release(work->file);
    }
    free(work->draw_options);
    free(work->encode_options);
    free(work);
}

// The result of a work: {width, height, notices, picture?, data?}.
static napi_value result_of(napi_env env, struct work *work) {
    napi_value result = NULL;
    if (napi_create_object(env, &result) != napi_ok) return NULL;
    if (work->draws) {
        size_t width = 0, height = 0;
        library.size(work->picture, &width, &height);
        set(env, result, "width", number_value(env, (double)width));
        set(env, result, "height", number_value(env, (double)height));
        set(env, result, "notices", text_value(env, library.notices(work->picture)));
        if (!work->encodes) {
            napi_value picture = external_of(env, work->picture, (int64_t)(width * height * 4));
            if (picture == NULL) return NULL;
            work->picture = 0;
            set(env, result, "picture", picture);
        }
    }
    if (work->encodes) {
        size_t length = 0;
        const void *bytes = library.bytes(work->file, &length);
        napi_value data = NULL;
        void *copy;
        if (napi_create_buffer_copy(env, length, bytes, &copy, &data) != napi_ok) return NULL;
        set(env, result, "data", data);
    }
    return result;
}

static void complete(napi_env env, napi_status status, void *data) {
    struct work *work = data;
    napi_value result = NULL;
    if (status != napi_ok) {
        napi_reject_deferred(env, work->deferred, failure(env, PENUMBRA_TEMPORARY, "the work was cancelled", ""));
    } else if (work->status != PENUMBRA_OK) {
        napi_reject_deferred(env, work->deferred, failure_of(env, work->status, work->error));
    } else if ((result = result_of(env, work)) != NULL) {
        napi_resolve_deferred(env, work->deferred, result);
    } else {
        bool is_pending = false;
        if (napi_is_exception_pending(env, &is_pending) == napi_ok && is_pending) napi_get_and_clear_last_exception(env, &result);
        napi_reject_deferred(env, work->deferred, failure(env, PENUMBRA_TEMPORARY, "too little memory for the result", ""));
    }
    forget(env, work);
}

static napi_value start(napi_env env, struct work *work) {
    napi_value promise = NULL;
    if (napi_create_promise(env, &work->deferred, &promise) != napi_ok) {
        forget(env, work);
        return refuse(env, "no promise could be made");
    }
    if (napi_create_async_work(env, NULL, text_value(env, "penumbra"), execute, complete, work, &work->work) != napi_ok ||
        napi_queue_async_work(env, work->work) != napi_ok) {
        napi_reject_deferred(env, work->deferred, failure(env, PENUMBRA_TEMPORARY, "no work could be started", ""));
        forget(env, work);
    }
    return promise;
}

// MARK: Functions

static bool arguments(napi_env env, napi_callback_info info, size_t expected, napi_value *values) {
    size_t count = expected;
    return napi_get_cb_info(env, info, &count, values, NULL, NULL) == napi_ok && count >= expected;
}

// load(path)
static napi_value js_load(napi_env env, napi_callback_info info) {
    napi_value values[1];
    char *path = arguments(env, info, 1, values) ? text_of(env, values[0]) : NULL;
    if (path == NULL) return refuse(env, "load: a path was expected");
    const char *problem = load_library(path);
    free(path);
    return problem == NULL ? NULL : refuse(env, problem);
}

static napi_value js_version(napi_env env, napi_callback_info info) {
    (void)info;
    return is_loaded ? text_value(env, library.version()) : refuse(env, "the library isn't loaded");
}

// open(options) → renderer
static napi_value js_open(napi_env env, napi_callback_info info) {
    napi_value values[1];
    if (!is_loaded) return refuse(env, "the library isn't loaded");
    char *options = arguments(env, info, 1, values) ? text_of(env, values[0]) : NULL;
    if (options == NULL) return refuse(env, "open: a text was expected");
    penumbra_object renderer = 0, error = 0;
    int status = library.open(options, &renderer, &error);
    free(options);
    if (status != PENUMBRA_OK) {
        napi_throw(env, failure_of(env, status, error));
        return NULL;
    }
    napi_value result = external_of(env, renderer, bytes_of_renderer);
    if (result == NULL) library.release(renderer);
    return result;
}

// draw(renderer, scene, options[, encoding]) → promise of {width, height, notices, picture | data}
static napi_value draw(napi_env env, napi_callback_info info, bool is_page) {
    size_t count = 4;
    napi_value values[4];
    if (!is_loaded) return refuse(env, "the library isn't loaded");
    if (napi_get_cb_info(env, info, &count, values, NULL, NULL) != napi_ok || count < 3) {
        return refuse(env, "draw: a renderer, a scene and options were expected");
    }
    struct work *work = calloc(1, sizeof *work);
    void *scene = NULL;
    bool is_buffer = false;
    if (work == NULL) return refuse(env, "too little memory");
    work->draws = true;
    work->is_page = is_page;
    work->encodes = count > 3;
    if (!object_of(env, values[0], &work->subject) || napi_is_buffer(env, values[1], &is_buffer) != napi_ok || !is_buffer ||
        napi_get_buffer_info(env, values[1], &scene, &work->length) != napi_ok ||
        (work->draw_options = text_of(env, values[2])) == NULL ||
        (work->encodes && (work->encode_options = text_of(env, values[3])) == NULL)) {
        forget(env, work);
        return refuse(env, "draw: a renderer, a Buffer and texts were expected");
    }
    // An empty buffer has no address.
    work->scene = scene == NULL ? "" : scene;
    if (napi_create_reference(env, values[0], 1, &work->kept[0]) != napi_ok ||
        napi_create_reference(env, values[1], 1, &work->kept[1]) != napi_ok) {
        forget(env, work);
        return refuse(env, "draw: too little memory");
    }
    return start(env, work);
}

static napi_value js_draw(napi_env env, napi_callback_info info) { return draw(env, info, false); }

static napi_value js_html(napi_env env, napi_callback_info info) { return draw(env, info, true); }

// font(file, options) → {font, number}. Documents name the font by the number as long as JavaScript keeps the external.
static napi_value js_font(napi_env env, napi_callback_info info) {
    napi_value values[2], result = NULL;
    void *file = NULL;
    size_t length = 0;
    bool is_buffer = false;
    if (!is_loaded) return refuse(env, "the library isn't loaded");
    char *options = NULL;
    if (!arguments(env, info, 2, values) || napi_is_buffer(env, values[0], &is_buffer) != napi_ok || !is_buffer ||
        napi_get_buffer_info(env, values[0], &file, &length) != napi_ok || (options = text_of(env, values[1])) == NULL) {
        return refuse(env, "font: a Buffer and a text were expected");
    }
    penumbra_object font = 0, error = 0;
    int status = library.font(file == NULL ? "" : file, length, options, &font, &error);
    free(options);
    if (status != PENUMBRA_OK) {
        napi_throw(env, failure_of(env, status, error));
        return NULL;
    }
    napi_value external = external_of(env, font, (int64_t)length);
    if (external == NULL || napi_create_object(env, &result) != napi_ok) {
        if (external == NULL) library.release(font);
        return NULL;
    }
    set(env, result, "font", external);
    set(env, result, "number", number_value(env, (double)font));
    return result;
}

// encode(picture, options) → promise of {data}
static napi_value js_encode(napi_env env, napi_callback_info info) {
    napi_value values[2];
    if (!is_loaded) return refuse(env, "the library isn't loaded");
    struct work *work = calloc(1, sizeof *work);
    if (work == NULL) return refuse(env, "too little memory");
    work->encodes = true;
    if (!arguments(env, info, 2, values) || !object_of(env, values[0], &work->subject) ||
        (work->encode_options = text_of(env, values[1])) == NULL ||
        napi_create_reference(env, values[0], 1, &work->kept[0]) != napi_ok) {
        forget(env, work);
        return refuse(env, "encode: a picture and a text were expected");
    }
    return start(env, work);
}

// pixels(picture) → Buffer. A copy, since JavaScript could change the pixels while another thread encodes them.
static napi_value js_pixels(napi_env env, napi_callback_info info) {
    napi_value values[1], data = NULL;
    penumbra_object picture = 0;
    if (!is_loaded) return refuse(env, "the library isn't loaded");
    if (!arguments(env, info, 1, values) || !object_of(env, values[0], &picture)) return refuse(env, "pixels: a picture was expected");
    size_t length = 0;
    void *copy;
    const void *bytes = library.bytes(picture, &length);
    if (napi_create_buffer_copy(env, length, bytes, &copy, &data) != napi_ok) return refuse(env, "too little memory");
    return data;
}

NAPI_MODULE_INIT() {
    const struct {
        const char *name;
        napi_callback callback;
    } functions[] = {{"load", js_load}, {"version", js_version}, {"open", js_open},   {"draw", js_draw},
                     {"html", js_html}, {"font", js_font},       {"encode", js_encode}, {"pixels", js_pixels}};
    for (size_t i = 0; i < sizeof functions / sizeof functions[0]; i++) {
        napi_value function;
        if (napi_create_function(env, functions[i].name, NAPI_AUTO_LENGTH, functions[i].callback, NULL, &function) != napi_ok ||
            napi_set_named_property(env, exports, functions[i].name, function) != napi_ok) {
            return NULL;
        }
    }
    return exports;
}
