// swift-tools-version: 6.2
import PackageDescription

// The pixel kernels are built twice from one folder, for any processor and for those with AVX2; the renderer chooses
// when it starts. `-Ounchecked` is for these kernels alone: they work on checked sizes and wrap on purpose.
// PENUMBRA_CHECKED_KERNELS=1 builds them with every check instead: scripts/sanitize does.
let kernelSettings: [SwiftSetting] =
    Context.environment["PENUMBRA_CHECKED_KERNELS"] == "1" ? [] : [.unsafeFlags(["-Ounchecked"], .when(configuration: .release))]
#if arch(x86_64)
    let wideKernelSettings = kernelSettings + [.unsafeFlags(["-Xcc", "-mavx2"])]
    let widePackingSettings = kernelSettings + [.unsafeFlags(["-Xcc", "-mavx2", "-Xcc", "-mbmi", "-Xcc", "-mbmi2"])]
#else
    let wideKernelSettings = kernelSettings
    let widePackingSettings = kernelSettings
#endif

// The thread sanitizer does not see the locks of Synchronization: PENUMBRA_WATCHED_LOCKS=1 builds with locks of pthreads.
let lockSettings: [SwiftSetting] =
    Context.environment["PENUMBRA_WATCHED_LOCKS"] == "1" ? [.define("PENUMBRA_WATCHED_LOCKS")] : []

let package = Package(
    name: "Penumbra",
    products: [
        .library(name: "Penumbra", targets: ["Penumbra"]),
        .executable(name: "penumbra", targets: ["PenumbraCLI"]),
        // For Fuzz/ alone.
        .library(name: "PenumbraFuzzing", targets: ["PenumbraFuzzing"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")
    ],
    targets: [
        .target(name: "PenumbraElementary"),
        .testTarget(
            name: "PenumbraElementaryTests", dependencies: ["PenumbraElementary", "PenumbraMathematics"],
            resources: [.embedInCode("expected.tsv")]),
        .target(name: "PenumbraGeometry", dependencies: ["PenumbraElementary", "PenumbraMessages"]),
        .target(name: "PenumbraMessages"),
        .target(name: "PenumbraBitmap"),
        .target(name: "PenumbraLocks", swiftSettings: lockSettings),
        .target(name: "PenumbraCache", dependencies: ["PenumbraLocks"]),
        .systemLibrary(name: "CPenumbraNettle", pkgConfig: "nettle", providers: [.apt(["nettle-dev"])]),
        .target(name: "PenumbraDigest", dependencies: ["PenumbraBitmap", "CPenumbraNettle"]),
        .testTarget(name: "PenumbraDigestTests", dependencies: ["PenumbraDigest", "PenumbraBitmap"]),
        .target(name: "PenumbraTessellation", dependencies: ["PenumbraGeometry"]),
        .testTarget(
            name: "PenumbraTessellationTests",
            dependencies: ["PenumbraTessellation", "PenumbraTessellationChecks", "PenumbraGeometry", "PenumbraMathematics"]),
        .target(
            name: "PenumbraTessellationChecks",
            dependencies: ["PenumbraTessellation", "PenumbraGeometry", "PenumbraMathematics"],
            path: "Tests/PenumbraTessellationChecks"),
        .target(name: "PenumbraScene", dependencies: ["PenumbraElementary", "PenumbraGeometry", "PenumbraMessages"]),
        .systemLibrary(
            name: "CPenumbraFreeType", pkgConfig: "freetype2", providers: [.apt(["libfreetype-dev"])]),
        .systemLibrary(name: "CPenumbraHarfBuzz", pkgConfig: "harfbuzz", providers: [.apt(["libharfbuzz-dev"])]),
        .systemLibrary(
            name: "CPenumbraFontconfig", pkgConfig: "fontconfig", providers: [.apt(["libfontconfig-dev"])]),
        .systemLibrary(name: "CPenumbraBidi", pkgConfig: "fribidi", providers: [.apt(["libfribidi-dev"])]),
        .systemLibrary(
            name: "CPenumbraLineBreak", pkgConfig: "libunibreak", providers: [.apt(["libunibreak-dev"])]),
        .target(
            name: "PenumbraText",
            dependencies: [
                "PenumbraLocks",
                "PenumbraGeometry", "PenumbraMessages", "CPenumbraFreeType", "CPenumbraHarfBuzz", "CPenumbraFontconfig", "CPenumbraBidi",
                "CPenumbraLineBreak",
            ]),
        .testTarget(name: "PenumbraTextTests", dependencies: ["PenumbraText", "PenumbraGeometry"]),
        .target(name: "PenumbraPlan", dependencies: ["PenumbraElementary", "PenumbraGeometry", "PenumbraTessellation", "PenumbraBitmap"]),
        .target(name: "CPenumbraVectors"),
        .target(name: "PenumbraKernels", dependencies: ["CPenumbraVectors"], swiftSettings: kernelSettings),
        .target(name: "PenumbraKernelsAVX2", dependencies: ["CPenumbraVectors"], swiftSettings: wideKernelSettings),
        .target(
            name: "PenumbraEffects",
            dependencies: [
                "PenumbraLocks",
                "PenumbraScene", "PenumbraPlan", "PenumbraGeometry", "PenumbraTessellation", "PenumbraBitmap", "PenumbraCache",
                "PenumbraMessages",
            ]),
        .target(name: "PenumbraRecipes", dependencies: ["PenumbraElementary", "PenumbraScene", "PenumbraGeometry"]),
        .target(
            name: "PenumbraBench",
            dependencies: [
                "Penumbra", "PenumbraBatch", "PenumbraBitmap", "PenumbraCPU", "PenumbraCodecs", "PenumbraEffects", "PenumbraGPU",
                "PenumbraGallery", "PenumbraGeometry", "PenumbraPlan", "PenumbraRecipes", "PenumbraScene", "PenumbraText",
                "CPenumbraPNG", "CPenumbraProcessor",
            ]),
        .target(
            name: "PenumbraVerify",
            dependencies: [
                "PenumbraBitmap", "PenumbraCPU", "PenumbraCodecs", "PenumbraDigest", "PenumbraEffects", "PenumbraGPU", "PenumbraGeometry",
                "PenumbraPlan", "PenumbraScene", "CPenumbraDeflate",
            ],
            resources: [.embedInCode("Resources/corpus.pack")]),
        .target(name: "CPenumbraProcessor"),
        .target(
            name: "PenumbraCPU",
            dependencies: [
                "PenumbraLocks",
                "PenumbraPlan", "PenumbraGeometry", "PenumbraBitmap", "PenumbraCache", "PenumbraKernels", "PenumbraKernelsAVX2",
                "CPenumbraProcessor", "CPenumbraVectors",
            ]),
        .target(
            name: "Penumbra",
            dependencies: [
                "PenumbraLocks", "PenumbraBitmap", "PenumbraCPU", "PenumbraCodecs", "PenumbraEffects", "PenumbraGPU", "PenumbraGeometry",
                "PenumbraPlan", "PenumbraRecipes", "PenumbraScene", "PenumbraShaders", "PenumbraText", "PenumbraMessages",
            ]),
        .target(
            name: "PenumbraBatch",
            dependencies: [
                "PenumbraLocks",
                "Penumbra", "PenumbraMessages", "PenumbraBitmap", "PenumbraCache", "CPenumbraSystem", "PenumbraCPU", "PenumbraCodecs",
                "PenumbraDigest", "PenumbraEffects",
                "PenumbraGPU", "PenumbraGeometry", "PenumbraPlan", "PenumbraScene", "PenumbraText",
            ]),
        .testTarget(
            name: "PenumbraBatchTests",
            dependencies: [
                "PenumbraLocks",
                "PenumbraBatch", "PenumbraCache", "PenumbraCodecs", "PenumbraScene", "PenumbraDigest", "PenumbraMathematics", "Penumbra", "PenumbraCPU",
            ]),
        .target(
            name: "PenumbraGallery",
            dependencies: ["PenumbraBitmap", "PenumbraElementary", "PenumbraGeometry", "PenumbraRecipes", "PenumbraScene"]),
        .executableTarget(
            name: "PenumbraCLI",
            dependencies: [
                "PenumbraLocks",
                "Penumbra", "PenumbraBatch", "PenumbraBench", "PenumbraGallery", "PenumbraBitmap", "PenumbraCPU", "PenumbraCodecs",
                "PenumbraGPU", "PenumbraShaders", "PenumbraVerify", "CPenumbraSystem",
                "PenumbraGeometry",
                "PenumbraRecipes", "PenumbraScene", "PenumbraTessellation", "PenumbraText",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),
        .target(name: "PenumbraMathematics", dependencies: ["PenumbraGeometry"], path: "Tests/PenumbraMathematics"),
        .testTarget(
            name: "PenumbraCPUTests",
            dependencies: [
                "PenumbraCPU", "PenumbraEffects", "PenumbraMathematics", "PenumbraRecipes", "PenumbraReference", "PenumbraPlan", "PenumbraScene",
                "PenumbraGeometry",
                "PenumbraTessellation", "PenumbraBitmap",
            ]),
        .testTarget(
            name: "PenumbraEffectsTests",
            dependencies: [
                "PenumbraEffects", "PenumbraCPU", "PenumbraScene", "PenumbraGeometry", "PenumbraBitmap", "PenumbraMathematics",
            ]),
        .testTarget(
            name: "PenumbraEqualityTests",
            dependencies: [
                "Penumbra", "PenumbraBitmap", "PenumbraCPU", "PenumbraCodecs", "PenumbraEffects", "PenumbraGPU", "PenumbraGallery",
                "PenumbraGeometry", "PenumbraMathematics", "PenumbraPlan", "PenumbraRecipes",
                "PenumbraReference", "PenumbraScene", "PenumbraShaders", "PenumbraFuzzing",
            ]),
        .target(
            name: "PenumbraFuzzing",
            dependencies: [
                "Penumbra", "PenumbraBatch", "PenumbraBitmap", "PenumbraCPU", "PenumbraCodecs", "PenumbraDigest",
                "PenumbraEffects", "PenumbraGPU", "PenumbraGeometry", "PenumbraMathematics", "PenumbraPlan", "PenumbraReference",
                "PenumbraMessages", "PenumbraScene", "PenumbraTessellation", "PenumbraTessellationChecks", "PenumbraText",
            ],
            path: "Tests/PenumbraFuzzing"),
        .testTarget(name: "PenumbraFuzzingTests", dependencies: ["PenumbraFuzzing", "PenumbraMathematics", "PenumbraMessages"]),
        .target(name: "CPenumbraPacking"),
        .target(name: "PenumbraPacking", dependencies: ["CPenumbraPacking"], swiftSettings: kernelSettings),
        .target(name: "PenumbraPackingAVX2", dependencies: ["CPenumbraPacking"], swiftSettings: widePackingSettings),
        .target(
            name: "PenumbraCodecs",
            dependencies: [
                "PenumbraLocks",
                "PenumbraBitmap", "PenumbraPacking", "PenumbraPackingAVX2", "CPenumbraProcessor", "CPenumbraPNG", "CPenumbraJPEG",
                "CPenumbraWebP", "CPenumbraColor", "CPenumbraDeflate", "CPenumbraSystem", "PenumbraMessages",
            ]),
        .target(name: "CPenumbraSystem"),
        .testTarget(
            name: "PenumbraCodecsTests",
            dependencies: ["PenumbraCodecs", "PenumbraBitmap", "PenumbraMathematics", "CPenumbraJPEG", "CPenumbraWebP"], exclude: ["Fixtures"]),
        .target(name: "CPenumbraPNG", dependencies: ["CPenumbraLibPNG"]),
        .systemLibrary(name: "CPenumbraLibPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"])]),
        .systemLibrary(name: "CPenumbraJPEG", pkgConfig: "libturbojpeg", providers: [.apt(["libturbojpeg0-dev"])]),
        .systemLibrary(name: "CPenumbraWebP", pkgConfig: "libwebpdemux", providers: [.apt(["libwebp-dev"])]),
        .systemLibrary(name: "CPenumbraColor", pkgConfig: "lcms2", providers: [.apt(["liblcms2-dev"])]),
        .systemLibrary(name: "CPenumbraDeflate", pkgConfig: "libdeflate", providers: [.apt(["libdeflate-dev"])]),
        .testTarget(name: "PenumbraCommandTests"),
        .testTarget(
            name: "PenumbraBenchTests",
            dependencies: [
                "PenumbraBench", "PenumbraBitmap", "PenumbraCPU", "PenumbraEffects", "PenumbraGPU", "PenumbraGeometry",
                "PenumbraMathematics", "PenumbraPlan", "PenumbraScene",
            ]),
        .testTarget(name: "PenumbraVerifyTests", dependencies: ["PenumbraVerify", "PenumbraCodecs", "PenumbraDigest"]),
        .testTarget(
            name: "PenumbraRecipesTests",
            dependencies: ["PenumbraRecipes", "PenumbraScene", "PenumbraGeometry", "PenumbraMathematics"]),
        .testTarget(name: "PenumbraGeometryTests", dependencies: ["PenumbraGeometry", "PenumbraMathematics"]),
        .testTarget(name: "PenumbraSceneTests", dependencies: ["PenumbraScene", "PenumbraMathematics"]),
        .systemLibrary(name: "CPenumbraEGL", providers: [.apt(["libegl-dev", "libgles-dev"])]),
        .target(name: "PenumbraShaders", resources: [.embedInCode("Shaders")]),
        .target(
            name: "PenumbraGPU",
            dependencies: [
                "PenumbraLocks",
                "PenumbraGeometry", "PenumbraBitmap", "PenumbraMessages", "PenumbraPlan", "PenumbraShaders", "CPenumbraEGL",
            ]),
        .target(
            name: "PenumbraReference",
            dependencies: [
                "PenumbraGeometry", "PenumbraMathematics", "PenumbraTessellation", "PenumbraBitmap", "PenumbraPlan",
            ],
            path: "Tests/PenumbraReference"),
        .testTarget(
            name: "PenumbraReferenceTests",
            dependencies: [
                "PenumbraReference", "PenumbraGeometry", "PenumbraMathematics", "PenumbraTessellation", "PenumbraBitmap",
                "PenumbraPlan",
            ]),
        .testTarget(
            name: "PenumbraGPUTests",
            dependencies: [
                "PenumbraLocks", "PenumbraGPU", "PenumbraShaders", "PenumbraReference", "PenumbraGeometry", "PenumbraMathematics",
                "PenumbraTessellation", "PenumbraBitmap",
                "PenumbraPlan",
            ]),
    ],
    swiftLanguageModes: [.v6]
)
