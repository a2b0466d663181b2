// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Penumbra",
    products: [],
    targets: [
        .target(name: "PenumbraGeometry"),
        .target(name: "PenumbraBitmap"),
        .target(name: "PenumbraTessellation", dependencies: ["PenumbraGeometry"]),
        .target(name: "PenumbraScene", dependencies: ["PenumbraGeometry"]),
        .target(
            name: "PenumbraCodecs",
            dependencies: ["PenumbraBitmap", "CPenumbraPNG", "CPenumbraJPEG", "CPenumbraColor", "CPenumbraDeflate"]),
        .testTarget(
            name: "PenumbraCodecsTests",
            dependencies: ["PenumbraCodecs", "PenumbraBitmap", "CPenumbraJPEG"], exclude: ["Fixtures"]),
        .target(name: "CPenumbraPNG", dependencies: ["CPenumbraLibPNG"]),
        .systemLibrary(name: "CPenumbraLibPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"])]),
        .systemLibrary(name: "CPenumbraJPEG", pkgConfig: "libturbojpeg", providers: [.apt(["libturbojpeg0-dev"])]),
        .systemLibrary(name: "CPenumbraColor", pkgConfig: "lcms2", providers: [.apt(["liblcms2-dev"])]),
        .systemLibrary(name: "CPenumbraDeflate", pkgConfig: "libdeflate", providers: [.apt(["libdeflate-dev"])]),
    ],
    swiftLanguageModes: [.v6]
)
