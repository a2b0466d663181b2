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
        .target(
            name: "PenumbraReference", dependencies: ["PenumbraGeometry", "PenumbraTessellation", "PenumbraBitmap", "PenumbraPlan"],
            path: "Tests/PenumbraReference"),
        .testTarget(
            name: "PenumbraReferenceTests",
            dependencies: ["PenumbraReference", "PenumbraGeometry", "PenumbraTessellation", "PenumbraBitmap", "PenumbraPlan"]),
    ],
    swiftLanguageModes: [.v6]
)
