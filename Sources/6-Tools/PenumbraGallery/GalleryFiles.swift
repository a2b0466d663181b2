/// The photographs and fonts of the gallery, and the scenes written by hand. Resources/README.md lists their licences.
public enum GalleryFiles {
    public static let photo = "coffee.webp"
    static let font = "Inter-SemiBold.otf"

    /// The files that the scenes name, with their bytes.
    public static let all: [(name: String, bytes: [UInt8])] = [
        (photo, PackageResources.coffee_webp),
        ("cat.webp", PackageResources.cat_webp),
        ("rocket.webp", PackageResources.rocket_webp),
        (font, PackageResources.Inter_SemiBold_otf),
        ("Inter-Regular.otf", PackageResources.Inter_Regular_otf),
    ]
}
