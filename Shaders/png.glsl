// What the passes that write a PNG share. A picture becomes strips of rows, each one Deflate block; see
// Sources/1-Codecs/PenumbraCodecs/PNG/PNGStrip.swift. A row is a byte with its filter's number and then width × channels bytes.
// Each strip has a part of `slotWords` words of its own.

// The rows of strip `strip`: the first, and their number; none if the picture has fewer strips.
ivec2 rows_of(int strip, int channels) {
    int rows = channels == 3 ? opaqueRows : alphaRows;
    return ivec2(strip * rows, clamp(height - strip * rows, 0, rows));
}
