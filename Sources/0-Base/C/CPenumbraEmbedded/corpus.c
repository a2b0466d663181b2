// `#embed` is of C23; the compilers of Swift 6.2 and later have it.
#pragma clang diagnostic ignored "-Wc23-extensions"

#include "CPenumbraEmbedded.h"

static const unsigned char corpus[] = {
#embed "../../../6-Tools/PenumbraVerify/Resources/corpus.pack"
};

penumbra_bytes penumbra_embedded_corpus(void) { return (penumbra_bytes){corpus, sizeof corpus}; }
