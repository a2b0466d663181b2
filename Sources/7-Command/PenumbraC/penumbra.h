/* libpenumbra: draws Penumbra's scenes and HTML, with the same bytes as the command.
 *
 * Objects are numbers: renderers, pictures, files, fonts and errors. 0 is no object. A number that was released, was never given out, or belongs
 * to another kind of object is refused with PENUMBRA_USAGE. Numbers are not used twice. Release every object that a function gives you.
 *
 * Functions return PENUMBRA_OK or the kind of an error. If `error` isn't NULL, it receives an object with the error's text. Outputs are
 * written only on success, except `error`, which is set to 0 then.
 *
 * Texts are UTF-8. Options are the text of a JSON object; NULL means all defaults, and unknown names are errors. Pointers must be valid:
 * the library can't check them.
 *
 * Any thread may call any function. Calls that draw with one renderer wait for each other; use one renderer per thread. The library
 * doesn't end the process, installs no signal handlers and prints nothing. Don't use it in the child of a fork() without exec().
 */
#ifndef PENUMBRA_H
#define PENUMBRA_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef uint64_t penumbra_object;

enum penumbra_status {
    PENUMBRA_OK = 0,
    /* An argument is wrong: an object, an option, a device's name. */
    PENUMBRA_USAGE = 64,
    /* The scene, or a picture or font that it shows, is wrong or beyond a limit. */
    PENUMBRA_BAD_DATA = 65,
    /* A file is missing or unreadable. */
    PENUMBRA_INPUT_MISSING = 66,
    /* The backend can't be used on this host. */
    PENUMBRA_BACKEND_UNAVAILABLE = 69,
    /* A bug in the library or in a driver. */
    PENUMBRA_INTERNAL_ERROR = 70,
    /* The host lacks memory or files; the same call may work later. */
    PENUMBRA_TEMPORARY = 75
};

/* The version: "0.2.0". Valid forever. */
const char *penumbra_version(void);

/* Opens a renderer, which keeps fonts and working memory from picture to picture.
 *
 * Options: "backend" is "cpu" (the default here), "gpu" or "auto". "device" names a GPU: "egl:0", "cuda:1". "threads" is the number of
 * threads that draw one picture, by default one per processor. "roots" is a list of folders whose files scenes may show; by default it is
 * the scene's folder. "fonts" is a list of files and folders whose fonts the process has from then on. "strict": true makes missing fonts
 * and glyphs errors. "maxMemory" bounds the bytes of a picture in progress.
 */
int penumbra_open(const char *options, penumbra_object *renderer, penumbra_object *error);

/* Draws a scene: a JSON document of `length` bytes.
 *
 * Options: "parameters" is an object of values for the scene's parameters. "scale" replaces the canvas's pixels per point. "time" is the
 * time in an animated scene, in seconds. "folder" is where relative paths start, by default the working directory.
 */
int penumbra_draw(penumbra_object renderer, const void *scene, size_t length, const char *options, penumbra_object *picture,
                  penumbra_object *error);

/* Draws an HTML document of `length` bytes.
 *
 * Options: "width" and "height" are the size of the page in points; the height may be "auto", the height of the content. Without them, the
 * document's <meta name="viewport"> counts, or else 1200 by 630. "scale" is the number of pixels per point, by default 1. "parameters" is an
 * object of values for a template's parameters. A document is a template if values are given or if it declares parameters. "time" is the
 * time in seconds at which animations are shown; without it, they are left out. "folder" is where relative paths start, by default the
 * working directory. "colorScheme" is "light" (the default) or "dark". "allowMissing": true draws empty boxes for pictures that can't be
 * read. "fonts" is a list of fonts: the numbers that penumbra_font gave. Warnings about parts of the document without effect are notices of
 * the picture, and errors with a "strict" renderer. The place of an error is its line and column: "line 12, column 5".
 */
int penumbra_html(penumbra_object renderer, const void *html, size_t length, const char *options, penumbra_object *picture,
                  penumbra_object *error);

/* Makes a font of HTML documents from the bytes of a file: TTF, OTF, TTC, WOFF or WOFF2. Documents have the font if their call names it.
 *
 * Options: "family" is the family's name and must be given. "weight" is 1 to 1000, by default 400. "style" is "normal" (the default) or
 * "italic". A copy of the bytes is kept until the font is released.
 */
int penumbra_font(const void *file, size_t length, const char *options, penumbra_object *font, penumbra_object *error);

/* Writes a picture as a file in memory.
 *
 * Options: "format" is "png" (the default), "jpg", "webp" or "avif". "quality" is 1 to 100, for all but PNG. "effort" is "fast" (the
 * default), "balanced" or "small", for PNG. "maxBytes" asks for the best file within a number of bytes. "threads" is the number of threads that write a PNG.
 */
int penumbra_encode(penumbra_object picture, const char *options, penumbra_object *file, penumbra_object *error);

/* The width and height of a picture in pixels. */
int penumbra_size(penumbra_object picture, size_t *width, size_t *height);

/* The bytes of a file, or the pixels of a picture: straight (not premultiplied) RGBA in the canvas's colour space, rows from the top
 * without gaps. A channel is one byte. If the scene's canvas has "depth" 16, a channel is two bytes, the high byte first.
 *
 * Valid until the object is released. The bytes must not be changed. NULL for other objects. */
const void *penumbra_bytes(penumbra_object object, size_t *length);

/* The warnings about a picture, one line each, with a line feed at the end of every line: replaced fonts and glyphs, missing axes of fonts,
 * overlapping lines of text, and clipped colours. Empty if there are none. Valid until the picture is released. NULL for other objects. */
const char *penumbra_notices(penumbra_object picture);

/* The one line of an error: its place, what is wrong, what to do. Valid until the error is released. NULL for other objects. */
const char *penumbra_message(penumbra_object error);

/* The place of an error in the scene or document: "layers[2].shadows[0].radius", "line 12, column 5". Empty if there is none. NULL for other objects. */
const char *penumbra_place(penumbra_object error);

/* Releases an object. 0 is ignored; other wrong numbers give PENUMBRA_USAGE. A call in progress
   keeps its object until it ends. */
int penumbra_release(penumbra_object object);

#ifdef __cplusplus
}
#endif

#endif
