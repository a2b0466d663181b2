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
        .target(name: "PenumbraPlan", dependencies: ["PenumbraGeometry", "PenumbraTessellation", "PenumbraBitmap"]),
        .systemLibrary(name: "CPenumbraEGL", providers: [.apt(["libegl-dev", "libgles-dev"])]),
        .target(name: "PenumbraShaders", resources: [.embedInCode("Shaders")]),
        .target(
            name: "PenumbraGPU",
            dependencies: ["PenumbraGeometry", "PenumbraBitmap", "PenumbraPlan", "PenumbraShaders", "CPenumbraEGL"]),
        .target(
            name: "PenumbraReference", dependencies: ["PenumbraGeometry", "PenumbraTessellation", "PenumbraBitmap", "PenumbraPlan"],
            path: "Tests/PenumbraReference"),
        .testTarget(
            name: "PenumbraReferenceTests",
            dependencies: ["PenumbraReference", "PenumbraGeometry", "PenumbraTessellation", "PenumbraBitmap", "PenumbraPlan"]),
        .testTarget(
            name: "PenumbraGPUTests",
            dependencies: [
                "PenumbraGPU", "PenumbraShaders", "PenumbraReference", "PenumbraGeometry", "PenumbraTessellation", "PenumbraBitmap",
                "PenumbraPlan",
            ]),
    ],
    swiftLanguageModes: [.v6]
)
