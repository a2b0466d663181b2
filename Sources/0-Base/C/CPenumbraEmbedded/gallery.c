// `#embed` is of C23; the compilers of Swift 6.2 and later have it.
#pragma clang diagnostic ignored "-Wc23-extensions"

#include "CPenumbraEmbedded.h"

static const penumbra_text files[] = {
    {"controls.json", (const char[]){
#embed "../../../6-Tools/PenumbraGallery/Resources/controls.json"
    , 0}},
    {"glass.json", (const char[]){
#embed "../../../6-Tools/PenumbraGallery/Resources/glass.json"
    , 0}},
    {"prints.json", (const char[]){
#embed "../../../6-Tools/PenumbraGallery/Resources/prints.json"
    , 0}},
    {"product.json", (const char[]){
#embed "../../../6-Tools/PenumbraGallery/Resources/product.json"
    , 0}},
    {"screenshot.json", (const char[]){
#embed "../../../6-Tools/PenumbraGallery/Resources/screenshot.json"
    , 0}},
};

penumbra_text penumbra_embedded_scene(int index) {
    const int count = sizeof files / sizeof *files;
    return index >= 0 && index < count ? files[index] : (penumbra_text){0, 0};
}

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
