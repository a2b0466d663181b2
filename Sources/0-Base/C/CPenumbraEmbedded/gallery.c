// `#embed` is of C23; the compilers of Swift 6.2 and later have it.
#pragma clang diagnostic ignored "-Wc23-extensions"

#include "CPenumbraEmbedded.h"

static const unsigned char inter_regular[] = {
#embed "../../../6-Tools/PenumbraGallery/Resources/Inter-Regular.otf"
};

penumbra_bytes penumbra_embedded_inter_regular(void) { return (penumbra_bytes){inter_regular, sizeof inter_regular}; }

static const unsigned char inter_semi_bold[] = {
#embed "../../../6-Tools/PenumbraGallery/Resources/Inter-SemiBold.otf"
};

penumbra_bytes penumbra_embedded_inter_semi_bold(void) { return (penumbra_bytes){inter_semi_bold, sizeof inter_semi_bold}; }

static const unsigned char coffee[] = {
#embed "../../../6-Tools/PenumbraGallery/Resources/coffee.webp"
};

penumbra_bytes penumbra_embedded_coffee(void) { return (penumbra_bytes){coffee, sizeof coffee}; }

static const unsigned char cat[] = {
#embed "../../../6-Tools/PenumbraGallery/Resources/cat.webp"
};

penumbra_bytes penumbra_embedded_cat(void) { return (penumbra_bytes){cat, sizeof cat}; }

static const unsigned char rocket[] = {
#embed "../../../6-Tools/PenumbraGallery/Resources/rocket.webp"
};

penumbra_bytes penumbra_embedded_rocket(void) { return (penumbra_bytes){rocket, sizeof rocket}; }

static const unsigned char controls[] = {
#embed "../../../6-Tools/PenumbraGallery/Resources/controls.json"
};

penumbra_bytes penumbra_embedded_controls(void) { return (penumbra_bytes){controls, sizeof controls}; }

static const unsigned char glass[] = {
#embed "../../../6-Tools/PenumbraGallery/Resources/glass.json"
};

penumbra_bytes penumbra_embedded_glass(void) { return (penumbra_bytes){glass, sizeof glass}; }

static const unsigned char prints[] = {
#embed "../../../6-Tools/PenumbraGallery/Resources/prints.json"
};

penumbra_bytes penumbra_embedded_prints(void) { return (penumbra_bytes){prints, sizeof prints}; }

static const unsigned char product[] = {
#embed "../../../6-Tools/PenumbraGallery/Resources/product.json"
};

penumbra_bytes penumbra_embedded_product(void) { return (penumbra_bytes){product, sizeof product}; }

static const unsigned char screenshot[] = {
#embed "../../../6-Tools/PenumbraGallery/Resources/screenshot.json"
};

penumbra_bytes penumbra_embedded_screenshot(void) { return (penumbra_bytes){screenshot, sizeof screenshot}; }
