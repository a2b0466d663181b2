// swift-tools-version: 6.2
import PackageDescription

func example(_ name: String) -> Target {
    .executableTarget(
        name: name,
        dependencies: [
            "Comparison", .product(name: "Penumbra", package: "Penumbra"),
            .product(name: "PenumbraQuartzCore", package: "Penumbra"),
        ])
}

// In a package of your own, name the repository's address instead of the path.
let package = Package(
    name: "CoreAnimation",
    dependencies: [.package(name: "Penumbra", path: "../..")],
    targets: [
        .target(
            name: "Comparison",
            dependencies: [
                .product(name: "Penumbra", package: "Penumbra"), .product(name: "PenumbraQuartzCore", package: "Penumbra"),
            ]),
        example("CurlShadow"), example("CloudShadow"), example("InnerShadow"), example("TableShadows"), example("BlurMask"),
        example("Stages"),
    ],
    swiftLanguageModes: [.v6]
)
