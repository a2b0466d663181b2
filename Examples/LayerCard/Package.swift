// swift-tools-version: 6.2
import PackageDescription

// In a package of your own, name the repository's address instead of the path.
let package = Package(
    name: "LayerCard",
    dependencies: [.package(name: "Penumbra", path: "../..")],
    targets: [.executableTarget(name: "LayerCard", dependencies: [.product(name: "Penumbra", package: "Penumbra")])]
)
