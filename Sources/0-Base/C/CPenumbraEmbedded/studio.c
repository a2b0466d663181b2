// `#embed` is of C23; the compilers of Swift 6.2 and later have it.
#pragma clang diagnostic ignored "-Wc23-extensions"

#include "CPenumbraEmbedded.h"

static const penumbra_text files[] = {
    {"controls.css", (const char[]){
#embed "../../../6-Tools/PenumbraService/Studio/Page/controls.css"
    , 0}},
    {"controls.js", (const char[]){
#embed "../../../6-Tools/PenumbraService/Studio/Page/controls.js"
    , 0}},
    {"copying.js", (const char[]){
#embed "../../../6-Tools/PenumbraService/Studio/Page/copying.js"
    , 0}},
    {"dragging.js", (const char[]){
#embed "../../../6-Tools/PenumbraService/Studio/Page/dragging.js"
    , 0}},
    {"handles.js", (const char[]){
#embed "../../../6-Tools/PenumbraService/Studio/Page/handles.js"
    , 0}},
    {"icon.svg", (const char[]){
#embed "../../../6-Tools/PenumbraService/Studio/Page/icon.svg"
    , 0}},
    {"inspector.js", (const char[]){
#embed "../../../6-Tools/PenumbraService/Studio/Page/inspector.js"
    , 0}},
    {"layers.js", (const char[]){
#embed "../../../6-Tools/PenumbraService/Studio/Page/layers.js"
    , 0}},
    {"main.js", (const char[]){
#embed "../../../6-Tools/PenumbraService/Studio/Page/main.js"
    , 0}},
    {"picture.js", (const char[]){
#embed "../../../6-Tools/PenumbraService/Studio/Page/picture.js"
    , 0}},
    {"schema.js", (const char[]){
#embed "../../../6-Tools/PenumbraService/Studio/Page/schema.js"
    , 0}},
    {"server.js", (const char[]){
#embed "../../../6-Tools/PenumbraService/Studio/Page/server.js"
    , 0}},
    {"state.js", (const char[]){
#embed "../../../6-Tools/PenumbraService/Studio/Page/state.js"
    , 0}},
    {"studio.css", (const char[]){
#embed "../../../6-Tools/PenumbraService/Studio/Page/studio.css"
    , 0}},
    {"studio.html", (const char[]){
#embed "../../../6-Tools/PenumbraService/Studio/Page/studio.html"
    , 0}},
    {"timeline.js", (const char[]){
#embed "../../../6-Tools/PenumbraService/Studio/Page/timeline.js"
    , 0}},
    {"views.js", (const char[]){
#embed "../../../6-Tools/PenumbraService/Studio/Page/views.js"
    , 0}},
};

penumbra_text penumbra_embedded_page(int index) {
    const int count = sizeof files / sizeof *files;
    return index >= 0 && index < count ? files[index] : (penumbra_text){0, 0};
}
