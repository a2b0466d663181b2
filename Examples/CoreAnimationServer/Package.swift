// swift-tools-version: 6.2
import PackageDescription

// In a package of your own, name the repository's address instead of the path.
let package = Package(
    name: "CoreAnimationServer",
    dependencies: [
        .package(name: "Penumbra", path: "../.."),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
    ],
    targets: [
        .executableTarget(
            name: "BadgeServer",
            dependencies: [
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "PenumbraQuartzCore", package: "Penumbra"),
            ])
    ],
    swiftLanguageModes: [.v6]
)
