// swift-tools-version: 6.2
import PackageDescription

// Built by scripts/fuzzing/fuzz for libFuzzer, which brings the main function, and the address sanitizer.
let package = Package(
    name: "PenumbraFuzz",
    dependencies: [.package(name: "Penumbra", path: "..")],
    targets: [
        .executableTarget(
            name: "PenumbraFuzz", dependencies: [.product(name: "PenumbraFuzzing", package: "Penumbra")])
    ],
    swiftLanguageModes: [.v6]
)
