// swift-tools-version: 6.2
import PackageDescription

// Built by scripts/fuzz with --sanitize=fuzzer --sanitize=address. libFuzzer brings the main function.
let package = Package(
    name: "PenumbraFuzz",
    dependencies: [.package(name: "Penumbra", path: "..")],
    targets: [
        .executableTarget(
            name: "PenumbraFuzz", dependencies: [.product(name: "PenumbraFuzzing", package: "Penumbra")])
    ],
    swiftLanguageModes: [.v6]
)
