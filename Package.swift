// swift-tools-version: 6.2
import PackageDescription

// The pixel kernels are built twice from one folder, for any processor and for processors with AVX2; the renderer chooses
// when it starts. Only these kernels use `-Ounchecked`: they work on checked sizes and wrap on purpose.
// PENUMBRA_CHECKED_KERNELS=1 builds them with every check instead, for scripts/fuzzing/sanitize.
let kernelSettings: [SwiftSetting] =
    Context.environment["PENUMBRA_CHECKED_KERNELS"] == "1"
    ? [] : [.unsafeFlags(["-Ounchecked"], .when(configuration: .release))]
#if arch(x86_64)
    let wideKernelSettings = kernelSettings + [.unsafeFlags(["-Xcc", "-mavx2"])]
    let widePackingSettings = kernelSettings + [.unsafeFlags(["-Xcc", "-mavx2", "-Xcc", "-mbmi", "-Xcc", "-mbmi2"])]
#else
    let wideKernelSettings = kernelSettings
    let widePackingSettings = kernelSettings
#endif

// The thread sanitizer does not see the locks of Synchronization. PENUMBRA_WATCHED_LOCKS=1 builds with locks of pthreads.
let lockSettings: [SwiftSetting] =
    Context.environment["PENUMBRA_WATCHED_LOCKS"] == "1" ? [.define("PENUMBRA_WATCHED_LOCKS")] : []

// `serve` needs SwiftNIO, which adds 50 seconds to a build on two cores. scripts/run sets PENUMBRA_SERVICE=0 unless it is asked
// for a service.
let hasService = Context.environment["PENUMBRA_SERVICE"] != "0"

// A warning is an error. Compilers that are newer than the project may have warnings that nobody has seen yet.
#if compiler(<6.4)
    let strictness: [SwiftSetting] = [.treatAllWarnings(as: .error)]
#else
    let strictness: [SwiftSetting] = []
#endif

/// Modules that a module re-exports. A build that doesn't know them keeps stale modules.
let passedOn: [String: [Target.Dependency]] = [
    "Penumbra": [
        "PenumbraBitmap", "PenumbraCodecs", "PenumbraEngine", "PenumbraFiles", "PenumbraGeometry", "PenumbraHTML",
        "PenumbraJSON", "PenumbraRecipes", "PenumbraSVG", "PenumbraScene", "PenumbraSystem", "PenumbraText",
    ],
    "PenumbraQuartzCore": ["PenumbraCoreGraphics"],
    "PenumbraUIKit": ["PenumbraCoreGraphics", "PenumbraQuartzCore"],
    "PenumbraScene": ["PenumbraGeometry", "PenumbraJSON", "PenumbraLayout", "PenumbraMotion"],
]

func complete(_ uses: [Target.Dependency]) -> [Target.Dependency] {
    func name(_ dependency: Target.Dependency) -> String? {
        if case .byNameItem(let name, _) = dependency { name } else { nil }
    }
    var known = Set(uses.compactMap(name))
    return uses + uses.flatMap { passedOn[name($0) ?? ""] ?? [] }.filter { known.insert(name($0) ?? "").inserted }
}

/// A module in Sources/FLOOR/NAME. It may use modules of lower floors, and modules listed before it on its own floor.
func module(
    _ name: String, on floor: String, uses: [Target.Dependency] = [], exclude: [String] = [], settings: [SwiftSetting] = []
) -> Target {
    .target(
        name: name, dependencies: complete(uses), path: "Sources/\(floor)/\(name)", exclude: exclude,
        swiftSettings: settings + strictness)
}

/// A C library of the system, as a module.
func library(_ name: String, pkgConfig: String? = nil, packages: [String]) -> Target {
    .systemLibrary(name: name, path: "Sources/0-Base/C/\(name)", pkgConfig: pkgConfig, providers: [.apt(packages)])
}

/// Code that several tests use, in Tests/TestSupport.
func support(_ name: String, in folder: String? = nil, uses: [Target.Dependency]) -> Target {
    .target(
        name: name, dependencies: complete(uses), path: "Tests/TestSupport/\(folder ?? name)", swiftSettings: strictness)
}

/// Tests of a floor, in Tests/FLOOR/NAME.
///
/// - Parameter isOptimized: whether the tests have loops over pixels of their own. Other tests compile in half to three quarters
///   of the time without the optimizer.
func tests(
    _ name: String, on floor: String, uses: [Target.Dependency], exclude: [String] = [], isOptimized: Bool = false
) -> Target {
    let speed: [SwiftSetting] = isOptimized ? [] : [.unsafeFlags(["-Onone"], .when(configuration: .release))]
    return .testTarget(
        name: name, dependencies: complete(uses), path: "Tests/\(floor)/\(name)", exclude: exclude,
        swiftSettings: strictness + speed)
}

let package = Package(
    name: "Penumbra",
    products: [
        .library(name: "Penumbra", targets: ["Penumbra"]),
        .executable(name: "penumbra", targets: ["PenumbraCLI"]),
        // Core Graphics' API, for code that was written for Apple's systems.
        .library(name: "PenumbraCoreGraphics", targets: ["PenumbraCoreGraphics"]),
        // Core Animation's API, likewise.
        .library(name: "PenumbraQuartzCore", targets: ["PenumbraQuartzCore"]),
        .library(name: "PenumbraUIKit", targets: ["PenumbraUIKit"]),
        // libpenumbra.so, for programs in C and in languages that call C.
        .library(name: "penumbra-c", type: .dynamic, targets: ["PenumbraC"]),
        // For Fuzz/ and scripts/studies/ alone.
        .library(name: "PenumbraFuzzing", targets: ["PenumbraFuzzing"]),
        .library(
            name: "PenumbraModules",
            targets: [
                "PenumbraBitmap", "PenumbraCodecs", "PenumbraEngine", "PenumbraFiles", "PenumbraGeometry", "PenumbraLayout",
                "PenumbraMotion", "PenumbraScene", "PenumbraText", "TestPlans", "TestSupport",
            ]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        // The HTTP/1 parser and event loops of `serve`. It limits headers, applies backpressure and closes gracefully;
        // smaller servers such as FlyingFox read headers and lines of any length.
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    ],
    targets: [
        // Floor 0: foundations: numbers, files, geometry, pixels.
        // Sines, roots, exponentials and decimal numbers with the same bits on every processor.
        module("PenumbraElementary", on: "0-Base"),
        // Locks, caches, digests, threads, the memory of the host, texts safe for a terminal.
        module(
            "PenumbraSystem", on: "0-Base", uses: ["CPenumbraSystem", "CPenumbraNettle", "CPenumbraProcessor"],
            settings: lockSettings),
        // Reading below roots, writing whole or not at all.
        module("PenumbraFiles", on: "0-Base", uses: ["CPenumbraSystem", "PenumbraSystem"]),
        // Points, rectangles, transforms, paths, strokes.
        module("PenumbraGeometry", on: "0-Base", uses: ["PenumbraElementary", "PenumbraSystem"]),
        // Paths to triangle meshes and to exact coverage.
        module("PenumbraTessellation", on: "0-Base", uses: ["PenumbraGeometry", "PenumbraSystem"]),
        // Pixels in memory: straight RGBA bytes, comparison, digests; blend modes.
        module("PenumbraBitmap", on: "0-Base", uses: ["PenumbraSystem"]),
        // A JSON parser that knows the place of every mistake, and a writer.
        module("PenumbraJSON", on: "0-Base", uses: ["PenumbraElementary", "PenumbraSystem"]),

        // C libraries as modules, and shims for calls that Swift can't make.
        library("CPenumbraEGL", packages: ["libegl-dev", "libgles-dev"]),
        library("CPenumbraNettle", pkgConfig: "nettle", packages: ["nettle-dev"]),
        library("CPenumbraLibPNG", pkgConfig: "libpng", packages: ["libpng-dev"]),
        library("CPenumbraJPEG", pkgConfig: "libturbojpeg", packages: ["libturbojpeg0-dev"]),
        library("CPenumbraLibJPEG", pkgConfig: "libjpeg", packages: ["libjpeg-dev"]),
        library("CPenumbraWebP", pkgConfig: "libwebpdemux", packages: ["libwebp-dev"]),
        library("CPenumbraGIF", pkgConfig: "libgif", packages: ["libgif-dev"]),
        library("CPenumbraColor", pkgConfig: "lcms2", packages: ["liblcms2-dev"]),
        library("CPenumbraDeflate", pkgConfig: "libdeflate", packages: ["libdeflate-dev"]),
        library("CPenumbraFreeType", pkgConfig: "freetype2", packages: ["libfreetype-dev"]),
        library("CPenumbraHarfBuzz", pkgConfig: "harfbuzz", packages: ["libharfbuzz-dev"]),
        library("CPenumbraFontconfig", pkgConfig: "fontconfig", packages: ["libfontconfig-dev"]),
        library("CPenumbraBidi", pkgConfig: "fribidi", packages: ["libfribidi-dev"]),
        library("CPenumbraExpat", pkgConfig: "expat", packages: ["libexpat1-dev"]),
        library("CPenumbraGumbo", pkgConfig: "gumbo", packages: ["libgumbo-dev"]),
        library("CPenumbraICU", pkgConfig: "icu-uc", packages: ["libicu-dev"]),
        module("CPenumbraSystem", on: "0-Base/C"),
        // Shaders, corpus, gallery and the studio's page, inside the program.
        module("CPenumbraEmbedded", on: "0-Base/C"),
        module("CPenumbraProcessor", on: "0-Base/C"),
        module("CPenumbraVectors", on: "0-Base/C"),
        module("CPenumbraPacking", on: "0-Base/C"),
        module("CPenumbraPNG", on: "0-Base/C", uses: ["CPenumbraLibPNG"]),
        // libtiff and libheif are loaded when a picture needs them: libheif alone would add its codecs to every start.
        module("CPenumbraTIFF", on: "0-Base/C"),
        module("CPenumbraHEIF", on: "0-Base/C"),
        module("CPenumbraCoefficients", on: "0-Base/C", uses: ["CPenumbraLibJPEG"]),
        module("CPenumbraLineBreak", on: "0-Base/C", uses: ["CPenumbraICU"]),
        module("CPenumbraHTML", on: "0-Base/C", uses: ["CPenumbraGumbo"]),
        // libpng and libdeflate as a program would use them, for benchmarks alone.
        module("CPenumbraComparison", on: "0-Base/C", uses: ["CPenumbraDeflate", "CPenumbraLibPNG"]),

        // Floor 1: plans, the lists of passes that renderers execute; picture files.
        // The vocabulary of drawing: every pass, its integer arithmetic, its memory.
        module(
            "PenumbraPlan", on: "1-Plan",
            uses: [
                "PenumbraBitmap", "PenumbraElementary", "PenumbraGeometry", "PenumbraSystem", "PenumbraTessellation",
            ]),
        // The inner loops of the writers of PNG and video, for any processor.
        module("PenumbraPacking", on: "1-Codecs", uses: ["CPenumbraPacking"], settings: kernelSettings),
        // The same files, for processors with AVX2.
        module("PenumbraPackingAVX2", on: "1-Codecs", uses: ["CPenumbraPacking"], settings: widePackingSettings),
        // Pixels to bytes and back: PNG, JPEG, WebP; AVIF, HEIC, GIF and TIFF to pixels; colour profiles; frames to files.
        module(
            "PenumbraCodecs", on: "1-Codecs",
            uses: [
                "CPenumbraCoefficients", "CPenumbraColor", "CPenumbraDeflate", "CPenumbraGIF", "CPenumbraHEIF",
                "CPenumbraJPEG", "CPenumbraPNG", "CPenumbraTIFF", "CPenumbraWebP", "PenumbraBitmap", "PenumbraPacking",
                "PenumbraPackingAVX2", "PenumbraSystem",
            ]),

        // Floor 2: renderers of plans; scenes, and documents that become scenes.
        // The inner loops of the CPU renderer, for any processor.
        module("PenumbraKernels", on: "2-Renderers", uses: ["CPenumbraVectors"], settings: kernelSettings),
        // The same files, for processors with AVX2.
        module("PenumbraKernelsAVX2", on: "2-Renderers", uses: ["CPenumbraVectors"], settings: wideKernelSettings),
        // Executes plans on the processor.
        module(
            "PenumbraCPU", on: "2-Renderers",
            uses: [
                "CPenumbraVectors", "PenumbraBitmap", "PenumbraGeometry", "PenumbraKernels", "PenumbraKernelsAVX2",
                "PenumbraPlan", "PenumbraSystem",
            ]),
        // The GLSL of Shaders/, inside the binary.
        module("PenumbraShaders", on: "2-Renderers", uses: ["CPenumbraEmbedded", "PenumbraSystem"]),
        // Executes plans on OpenGL ES through EGL, which is opened at run time.
        module(
            "PenumbraGPU", on: "2-Renderers",
            uses: [
                "CPenumbraEGL", "PenumbraBitmap", "PenumbraCodecs", "PenumbraGeometry", "PenumbraPlan", "PenumbraShaders",
                "PenumbraSystem",
            ]),
        // Frames of layers by CSS's flexbox.
        module("PenumbraLayout", on: "2-Scene", uses: ["PenumbraGeometry"]),
        // Animations as functions of time: timings, timing functions, springs, keyframes.
        module("PenumbraMotion", on: "2-Scene", uses: ["PenumbraElementary", "PenumbraGeometry", "PenumbraSystem"]),
        // Layers, the scene format, its notations and its schema.
        module(
            "PenumbraScene", on: "2-Scene",
            uses: [
                "PenumbraBitmap", "PenumbraElementary", "PenumbraGeometry", "PenumbraJSON", "PenumbraLayout",
                "PenumbraMotion", "PenumbraSystem",
            ]),
        // Fonts, shaping, line breaking.
        module(
            "PenumbraText", on: "2-Scene",
            uses: [
                "CPenumbraBidi", "CPenumbraFontconfig", "CPenumbraFreeType", "CPenumbraHarfBuzz", "CPenumbraLineBreak",
                "PenumbraBitmap", "PenumbraCodecs", "PenumbraElementary", "PenumbraGeometry", "PenumbraScene",
                "PenumbraSystem",
            ]),

        // CSS for all documents, and the declarations of one box to scenes.
        module(
            "PenumbraCSS", on: "2-Scene",
            uses: [
                "PenumbraElementary", "PenumbraGeometry", "PenumbraJSON", "PenumbraMotion", "PenumbraScene", "PenumbraSystem",
            ]),
        // SVG documents to layers.
        module(
            "PenumbraSVG", on: "2-Scene",
            uses: [
                "CPenumbraExpat", "PenumbraBitmap", "PenumbraCSS", "PenumbraCodecs", "PenumbraElementary", "PenumbraGeometry",
                "PenumbraScene", "PenumbraSystem",
            ]),

        // HTML documents to layers.
        module(
            "PenumbraHTML", on: "2-Scene",
            uses: [
                "CPenumbraGumbo", "CPenumbraHTML", "PenumbraBitmap", "PenumbraCSS", "PenumbraCodecs", "PenumbraElementary",
                "PenumbraGeometry",
                "PenumbraLayout", "PenumbraMotion", "PenumbraSVG", "PenumbraScene", "PenumbraSystem", "PenumbraText",
            ]),

        // Documents of Figma's API to scenes.
        module(
            "PenumbraFigma", on: "2-Scene",
            uses: ["PenumbraElementary", "PenumbraGeometry", "PenumbraJSON", "PenumbraScene", "PenumbraSystem"]),

        // Floor 3: scene to plan.
        // Layer tree to plan: layers, effects, pictures, blurs.
        module(
            "PenumbraPlanning", on: "3-Planning",
            uses: [
                "PenumbraBitmap", "PenumbraElementary", "PenumbraGeometry", "PenumbraPlan", "PenumbraScene", "PenumbraSystem",
                "PenumbraTessellation",
            ]),

        // Floor 4: the one place that draws.
        // Scene to rows of pixels: assets, memory, tiles, devices, limits.
        module(
            "PenumbraEngine", on: "4-Engine",
            uses: [
                "PenumbraBitmap", "PenumbraCPU", "PenumbraCodecs", "PenumbraElementary", "PenumbraFiles", "PenumbraGPU",
                "PenumbraGeometry", "PenumbraHTML", "PenumbraLayout", "PenumbraPlan", "PenumbraPlanning", "PenumbraSVG",
                "PenumbraScene", "PenumbraShaders", "PenumbraSystem", "PenumbraText",
            ]),

        // Floor 5: the library.
        // Functions that make scenes: curl, indent, cloud, table, focus.
        module("PenumbraRecipes", on: "5-Library", uses: ["PenumbraElementary", "PenumbraGeometry", "PenumbraScene"]),
        // The public library: a renderer, and everything a scene is made of.
        module(
            "Penumbra", on: "5-Library",
            uses: [
                "PenumbraBitmap", "PenumbraCodecs", "PenumbraEngine", "PenumbraFiles", "PenumbraGeometry", "PenumbraHTML",
                "PenumbraJSON", "PenumbraPlan", "PenumbraRecipes", "PenumbraSVG", "PenumbraScene", "PenumbraSystem",
                "PenumbraText",
            ]),

        // Core Graphics' API: paths, colours, images, contexts that record layers.
        module(
            "PenumbraCoreGraphics", on: "5-Library",
            uses: [
                "Penumbra", "PenumbraBitmap", "PenumbraCodecs", "PenumbraElementary", "PenumbraEngine", "PenumbraGeometry",
                "PenumbraScene", "PenumbraSystem", "PenumbraTessellation", "PenumbraText",
            ]),

        // Core Animation's API: layers, animations, frames.
        module(
            "PenumbraQuartzCore", on: "5-Library",
            uses: [
                "Penumbra", "PenumbraBitmap", "PenumbraCodecs", "PenumbraCoreGraphics", "PenumbraElementary",
                "PenumbraEngine", "PenumbraGeometry", "PenumbraMotion", "PenumbraPlan", "PenumbraScene",
            ]),
        // What drawing code borrows from UIKit: Bézier paths, colours, images, fonts, image renderers, views as layers.
        module(
            "PenumbraUIKit", on: "5-Library",
            uses: ["PenumbraBitmap", "PenumbraCoreGraphics", "PenumbraGeometry", "PenumbraQuartzCore", "PenumbraScene"]),

        // Floor 6: tools that draw many pictures, or look at how they are drawn.
        // Manifests, journals, order and isolation of many jobs.
        module(
            "PenumbraBatch", on: "6-Tools",
            uses: ["CPenumbraSystem", "Penumbra", "PenumbraElementary", "PenumbraSystem"]),
        // The pictures of the documentation as scenes.
        module("PenumbraGallery", on: "6-Tools", uses: ["CPenumbraEmbedded", "Penumbra"], exclude: ["Resources"]),
        // Measurements as ratios within one run.
        module(
            "PenumbraBench", on: "6-Tools",
            uses: [
                "CPenumbraComparison", "Penumbra", "PenumbraBatch", "PenumbraElementary",
                "PenumbraGallery", "PenumbraPlan", "PenumbraSystem",
            ]),
        // The corpus inside the binary, and the check that a host draws it right.
        module(
            "PenumbraVerify", on: "6-Tools",
            uses: ["CPenumbraDeflate", "CPenumbraEmbedded", "Penumbra", "PenumbraPlan", "PenumbraSystem", "PenumbraText"],
            exclude: ["Resources"]),
        // Pictures over HTTP: templates, signatures, queue, cache, metrics; the page of studio.
        .target(
            name: "PenumbraService",
            dependencies: complete([
                "CPenumbraEmbedded", "Penumbra", "PenumbraBatch", "PenumbraCSS", "PenumbraElementary", "PenumbraEngine",
                "PenumbraJSON", "PenumbraSystem",
                .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ]),
            path: "Sources/6-Tools/PenumbraService", exclude: ["Studio/Page"], swiftSettings: strictness),

        // Floor 7: the command.
        // The command: subcommands, options, wording, manual pages.
        .executableTarget(
            name: "PenumbraCLI",
            dependencies: complete(
                [
                    "CPenumbraSystem", "Penumbra", "PenumbraBatch", "PenumbraBench", "PenumbraCSS",
                    "PenumbraFigma", "PenumbraGallery", "PenumbraPlan", "PenumbraSystem", "PenumbraTessellation",
                    "PenumbraVerify",
                    .product(name: "ArgumentParser", package: "swift-argument-parser"),
                ] + (hasService ? ["PenumbraService"] : [])),
            path: "Sources/7-Command/PenumbraCLI",
            swiftSettings: strictness + (hasService ? [.define("PENUMBRA_SERVICE")] : [])),

        // The library's functions for C. The library contains the Swift runtime and exports only these functions.
        .target(
            name: "PenumbraC",
            dependencies: complete(["Penumbra", "PenumbraSystem"]),
            path: "Sources/7-Command/PenumbraC", exclude: ["penumbra.h", "exports.map"],
            swiftSettings: strictness,
            linkerSettings: [
                .unsafeFlags([
                    "-static-stdlib", "-Xlinker",
                    "--version-script=\(Context.packageDirectory)/Sources/7-Command/PenumbraC/exports.map",
                ])
            ]),

        // What tests are made with.
        // JPEGs that TurboJPEG doesn't write.
        support("CPenumbraJPEGFiles", uses: ["CPenumbraLibJPEG"]),
        // Seeds, requirements, processor times, folders, processes and a client of HTTP; mathematics in double precision.
        support(
            "TestSupport", in: "Support",
            uses: ["CPenumbraJPEGFiles", "PenumbraFiles", "PenumbraGeometry", "PenumbraSystem"]),
        // A slow renderer of plans, random plans, random trees of boxes, checks of meshes, a validator of JSON Schema.
        support(
            "TestPlans", in: "Plans",
            uses: [
                "PenumbraBitmap", "PenumbraGeometry", "PenumbraJSON", "PenumbraLayout", "PenumbraPlan", "PenumbraTessellation",
                "TestSupport",
            ]),
        // Random scenes, and the checks of the fuzz targets.
        support(
            "PenumbraFuzzing", in: "Fuzzing",
            uses: [
                "Penumbra", "PenumbraBatch", "PenumbraBitmap", "PenumbraCSS", "PenumbraCodecs", "PenumbraEngine",
                "PenumbraFigma", "PenumbraFiles", "PenumbraGeometry", "PenumbraHTML", "PenumbraJSON", "PenumbraPlan",
                "PenumbraSVG", "PenumbraScene",
                "PenumbraService", "PenumbraSystem", "PenumbraTessellation", "PenumbraText", "TestPlans", "TestSupport",
                .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOEmbedded", package: "swift-nio"),
            ]),

        // Tests, in the order of the floors.
        tests(
            "PenumbraBaseTests", on: "0-Base",
            uses: [
                "PenumbraBitmap", "PenumbraCodecs", "PenumbraElementary", "PenumbraFiles", "PenumbraJSON", "PenumbraSystem",
                "TestSupport",
            ], exclude: ["Elementary/expected.tsv"]),
        tests(
            "PenumbraGeometryTests", on: "0-Base",
            uses: ["PenumbraGeometry", "PenumbraTessellation", "TestPlans", "TestSupport"], isOptimized: true),
        tests(
            "PenumbraPlanTests", on: "1-Plan",
            uses: [
                "PenumbraBitmap", "PenumbraFiles", "PenumbraGeometry", "PenumbraPlan", "PenumbraPlanning",
                "PenumbraRecipes", "PenumbraScene", "PenumbraTessellation", "TestPlans", "TestSupport",
            ], exclude: ["Plans"]),
        tests(
            "PenumbraCodecsTests", on: "1-Codecs",
            uses: [
                "CPenumbraDeflate", "CPenumbraHEIF", "CPenumbraJPEG", "PenumbraBitmap", "PenumbraCodecs", "PenumbraFiles",
                "TestPlans", "TestSupport",
            ], exclude: ["Fixtures"], isOptimized: true),
        tests(
            "PenumbraCPUTests", on: "2-Renderers",
            uses: [
                "PenumbraBitmap", "PenumbraCPU", "PenumbraGeometry", "PenumbraPlan", "PenumbraPlanning", "PenumbraRecipes",
                "PenumbraScene", "PenumbraSystem", "PenumbraTessellation", "TestPlans", "TestSupport",
            ], isOptimized: true),
        tests(
            "PenumbraGPUTests", on: "2-Renderers",
            uses: [
                "PenumbraBitmap", "PenumbraCodecs", "PenumbraGPU", "PenumbraGeometry", "PenumbraPlan", "PenumbraShaders",
                "PenumbraSystem", "PenumbraTessellation", "TestPlans", "TestSupport",
            ], isOptimized: true),
        tests(
            "PenumbraEqualityTests", on: "2-Renderers",
            uses: [
                "Penumbra", "PenumbraBitmap", "PenumbraCPU", "PenumbraCodecs", "PenumbraElementary",
                "PenumbraEngine", "PenumbraFiles", "PenumbraFuzzing", "PenumbraGPU", "PenumbraGallery", "PenumbraGeometry",
                "PenumbraJSON", "PenumbraPlan", "PenumbraPlanning", "PenumbraRecipes", "PenumbraScene", "PenumbraShaders",
                "TestPlans", "TestSupport",
            ], isOptimized: true),
        tests(
            "PenumbraSceneTests", on: "2-Scene",
            uses: [
                "PenumbraBitmap", "PenumbraElementary", "PenumbraFuzzing", "PenumbraGeometry", "PenumbraJSON", "PenumbraLayout",
                "PenumbraMotion", "PenumbraScene", "PenumbraSystem", "TestPlans", "TestSupport",
            ]),
        tests(
            "PenumbraLayoutTests", on: "2-Scene",
            uses: ["PenumbraGeometry", "PenumbraLayout", "TestPlans", "TestSupport"],
            exclude: ["blocks.json", "chromium.json", "grids.json"]),
        tests("PenumbraMotionTests", on: "2-Scene", uses: ["PenumbraGeometry", "PenumbraMotion", "TestSupport"]),
        tests(
            "PenumbraTextTests", on: "2-Scene",
            uses: [
                "CPenumbraHarfBuzz", "PenumbraBitmap", "PenumbraGeometry", "PenumbraScene", "PenumbraSystem", "PenumbraText",
                "TestSupport",
            ]),
        tests(
            "PenumbraSVGTests", on: "2-Scene",
            uses: ["PenumbraCSS", "PenumbraGeometry", "PenumbraSVG", "PenumbraScene", "TestSupport"]),
        tests(
            "PenumbraCSSTests", on: "2-Scene",
            uses: [
                "PenumbraCSS", "PenumbraGeometry", "PenumbraJSON", "PenumbraSVG", "PenumbraScene", "TestSupport",
            ], exclude: ["Snippets", "Computed"]),
        tests(
            "PenumbraHTMLTests", on: "2-Scene",
            uses: ["PenumbraCSS", "PenumbraGeometry", "PenumbraHTML", "PenumbraScene", "PenumbraText", "TestSupport"],
            exclude: ["Boxes", "Forms/states.tsv"]),
        tests(
            "PenumbraFigmaTests", on: "2-Scene",
            uses: ["PenumbraFigma", "PenumbraGeometry", "PenumbraJSON", "PenumbraScene", "TestSupport"],
            exclude: ["Documents"]),
        tests(
            "PenumbraPlanningTests", on: "3-Planning",
            uses: [
                "PenumbraBitmap", "PenumbraCPU", "PenumbraFuzzing", "PenumbraGeometry", "PenumbraPlan", "PenumbraPlanning",
                "PenumbraScene", "PenumbraTessellation", "TestSupport",
            ], isOptimized: true),
        tests(
            "PenumbraEngineTests", on: "4-Engine",
            uses: [
                "PenumbraBitmap", "PenumbraCPU", "PenumbraCodecs", "PenumbraEngine", "PenumbraFiles", "PenumbraGeometry",
                "PenumbraPlan", "PenumbraPlanning", "PenumbraSVG", "PenumbraScene", "PenumbraSystem", "PenumbraText",
                "TestSupport",
            ]),
        tests(
            "PenumbraTests", on: "5-Library",
            uses: [
                "Penumbra", "PenumbraEngine", "PenumbraFiles", "PenumbraGeometry", "PenumbraRecipes", "PenumbraScene",
                "PenumbraSystem", "TestSupport",
            ]),
        tests(
            "PenumbraQuartzCoreTests", on: "5-Library",
            uses: [
                "Penumbra", "PenumbraBitmap", "PenumbraGeometry", "PenumbraQuartzCore", "TestSupport",
            ]),
        tests(
            "PenumbraCoreGraphicsTests", on: "5-Library",
            uses: ["Penumbra", "PenumbraCoreGraphics", "PenumbraElementary", "TestSupport"]),
        tests(
            "PenumbraUIKitTests", on: "5-Library",
            uses: ["PenumbraBitmap", "PenumbraUIKit", "TestSupport"]),
        tests(
            "PenumbraBatchTests", on: "6-Tools",
            uses: [
                "Penumbra", "PenumbraBatch", "PenumbraCodecs", "PenumbraEngine", "PenumbraFiles",
                "PenumbraGeometry", "PenumbraJSON", "PenumbraPlan", "PenumbraScene", "PenumbraSystem", "TestSupport",
            ]),
        tests(
            "PenumbraBenchTests", on: "6-Tools",
            uses: [
                "PenumbraBench", "PenumbraBitmap", "PenumbraCodecs", "PenumbraEngine", "PenumbraFiles", "PenumbraGeometry",
                "PenumbraJSON", "PenumbraPlan", "PenumbraScene", "PenumbraSystem", "PenumbraVerify", "TestSupport",
            ]),
        tests(
            "PenumbraServiceTests", on: "6-Tools",
            uses: [
                "Penumbra", "PenumbraBatch", "PenumbraCSS", "PenumbraEngine", "PenumbraFiles", "PenumbraService",
                "PenumbraSystem", "TestSupport",
            ]),
        tests("PenumbraFuzzingTests", on: "6-Tools", uses: ["PenumbraFuzzing", "PenumbraSystem", "TestSupport"]),
        tests("PenumbraCommandTests", on: "7-Command", uses: ["PenumbraBitmap", "PenumbraCodecs", "TestSupport"]),
    ],
    swiftLanguageModes: [.v6]
)
