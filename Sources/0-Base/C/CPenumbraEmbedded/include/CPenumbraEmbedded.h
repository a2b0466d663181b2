#ifndef CPENUMBRA_EMBEDDED_H
#define CPENUMBRA_EMBEDDED_H

// Files inside the program. `#embed` takes a fraction of a second where an array literal of Swift takes half a minute.

/// A text, which ends in a zero, and its name.
typedef struct {
    const char *name;
    const char *text;
} penumbra_text;

/// Some bytes.
typedef struct {
    const unsigned char *bytes;
    long count;
} penumbra_bytes;

/// A file of the folder Shaders; its name is null behind the last one.
penumbra_text penumbra_embedded_shader(int index);

/// A file of the studio's page; its name is null behind the last one.
penumbra_text penumbra_embedded_page(int index);

/// Fonts, photos and scenes of the gallery.
penumbra_bytes penumbra_embedded_inter_regular(void);
penumbra_bytes penumbra_embedded_inter_semi_bold(void);
penumbra_bytes penumbra_embedded_coffee(void);
penumbra_bytes penumbra_embedded_cat(void);
penumbra_bytes penumbra_embedded_rocket(void);
penumbra_bytes penumbra_embedded_controls(void);
penumbra_bytes penumbra_embedded_glass(void);
penumbra_bytes penumbra_embedded_prints(void);
penumbra_bytes penumbra_embedded_product(void);
penumbra_bytes penumbra_embedded_screenshot(void);

/// The corpus that `scripts/release/record-digests` packs.
penumbra_bytes penumbra_embedded_corpus(void);

#endif
