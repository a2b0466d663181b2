#pragma once
#include <lcms2.h>

// Little CMS describes pixel layouts with computed macros, which Swift does not import.
static inline cmsUInt32Number penumbra_color_rgba8(void) { return TYPE_RGBA_8; }
static inline cmsUInt32Number penumbra_color_rgba16(void) { return TYPE_RGBA_16; }
static inline cmsUInt32Number penumbra_color_gray8(void) { return TYPE_GRAY_8; }
static inline cmsUInt32Number penumbra_color_gray16(void) { return TYPE_GRAY_16; }
static inline cmsUInt32Number penumbra_color_cmyk8(void) { return TYPE_CMYK_8; }
static inline cmsUInt32Number penumbra_color_cmyk8_inverted(void) { return TYPE_CMYK_8_REV; }
