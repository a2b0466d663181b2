import CPenumbraEmbedded

/// The photographs and fonts of the gallery, and the scenes written by hand. Resources/README.md lists their licences.
public enum GalleryFiles {
    public static let photo = "coffee.webp"
    static let font = "Inter-SemiBold.otf"

    /// The files that the scenes name, with their bytes.
    public static let all: [(name: String, bytes: [UInt8])] = [
        (photo, bytes(penumbra_embedded_coffee())),
        ("cat.webp", bytes(penumbra_embedded_cat())),
        ("rocket.webp", bytes(penumbra_embedded_rocket())),
        (font, bytes(penumbra_embedded_inter_semi_bold())),
        ("Inter-Regular.otf", bytes(penumbra_embedded_inter_regular())),
    ]

    static func bytes(_ file: penumbra_bytes) -> [UInt8] {
        Array(UnsafeBufferPointer(start: file.bytes, count: file.count))
    }
}
