// swift-tools-version: 6.2
import PackageDescription

// The programs behind studies. They use declarations that only Penumbra's own package may see, so they are compiled as parts of
// that package, whose name must be the only one that the compiler gets.
let penumbra = String(Context.packageDirectory.split(separator: "/").dropLast(2).last ?? "")
let settings: [SwiftSetting] = [.unsafeFlags(["-package-name", penumbra.lowercased()])]

func program(_ name: String) -> Target {
    .executableTarget(
        name: name, dependencies: [.product(name: "PenumbraModules", package: penumbra)], packageAccess: false,
        swiftSettings: settings)
}

let package = Package(
    name: "PenumbraStudies",
    dependencies: [.package(path: "../..")],
    targets: [
        // For animated-files.
        program("animated-samples"),
        // For blocks-vs-chromium.
        program("block-boxes"),
        // For grid-vs-chromium.
        program("grid-boxes"),
        // For inline-vs-chromium.
        program("inline-lines"),
        // For layout-vs-chromium.
        program("layout-trees"),
        // For motion-vs-chromium.
        program("motion-values"),
        // For text-vs-chromium.
        program("text-lines"),
    ],
    swiftLanguageModes: [.v6]
)
