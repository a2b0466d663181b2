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
        .testTarget(name: "PenumbraGeometryTests", dependencies: ["PenumbraGeometry"]),
        .testTarget(name: "PenumbraSceneTests", dependencies: ["PenumbraScene"]),
    ],
    swiftLanguageModes: [.v6]
)
