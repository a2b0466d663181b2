// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Penumbra",
    products: [],
    targets: [
        .target(name: "PenumbraGeometry"),
        .target(name: "PenumbraBitmap"),
        .target(name: "PenumbraTessellation", dependencies: ["PenumbraGeometry"]),
        .testTarget(
            name: "PenumbraTessellationTests", dependencies: ["PenumbraTessellation", "PenumbraGeometry"]),
        .target(name: "PenumbraScene", dependencies: ["PenumbraGeometry"]),
    ],
    swiftLanguageModes: [.v6]
)
