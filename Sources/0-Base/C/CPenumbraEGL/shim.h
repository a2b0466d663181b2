#ifndef PENUMBRA_EGL_SHIM_H
#define PENUMBRA_EGL_SHIM_H

/* Types and constants only. Every function is looked up at run time, so none is declared here. */
#define EGL_EGL_PROTOTYPES 0
#define GL_GLES_PROTOTYPES 0
/* No window system is ever used; this keeps X11's headers out. */
#define EGL_NO_X11 1

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GLES3/gl31.h>

#endif
