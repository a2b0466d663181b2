import Penumbra

/// Everything a run of the benchmark found.
public struct BenchmarkResult: Sendable {
    /// What draws.
    public struct Drawer: Hashable, Sendable {
        /// `cpu`, `egl:0`.
        public var id: String
        /// `AMD EPYC …, 2 threads, avx2 kernels`, `llvmpipe (LLVM 15.0.6, 256 bits)`.
        public var name: String
        /// The driver's version; empty for the CPU.
        public var driver: String
        /// A GL that computes on the CPU: it is no GPU, and its times say nothing of one.
        public var isSoftware: Bool
    }

    /// How fast memory is copied, in gigabytes (10⁹ bytes) a second, reads and writes counted.
    public struct CopyRate: Hashable, Sendable {
        /// Whose memory: the id of a drawer.
        public var drawer: String
        public var kind: String
        public var gigabytesPerSecond: Double
        public var clock: String
    }

    /// Milliseconds of the parts of one picture's way; nil is not measured, or not there.
    public struct Stages: Hashable, Sendable {
        public var decode: Double?
        public var text: Double?
        public var plan: Double?
        public var upload: Double?
        public var kernels: Double?
        public var readback: Double?
        /// On a GPU: queueing, the driver, waiting.
        public var rest: Double?
        public var encode: Double?
        /// How upload, kernels and readback were measured.
        public var clock: String

        /// From the file to the picture's file.
        public var sum: Double { named.reduce(0) { $0 + ($1.milliseconds ?? 0) } }

        public var named: [(name: String, milliseconds: Double?)] {
            [
                ("decode", decode), ("text", text), ("plan", plan), ("upload", upload), ("kernels", kernels),
                ("readback", readback), ("rest", rest), ("encode", encode),
            ]
        }
    }

    /// One scene at one size by one drawer.
    public struct Row: Sendable {
        public var scene: String
        public var width: Int
        public var height: Int
        public var sigma: Double?
        public var drawer: String
        /// From a scene whose pictures are decoded and whose texts are set to the bitmap: planning and drawing.
        public var time: Samples
        public var stages: Stages
        /// The CPU's median over this one's; 1 for the CPU itself.
        public var speedUp: Double
        /// The most memory this process held meanwhile, in bytes; nil where the system does not tell.
        public var peakMemory: Int?
        /// How much of that came on top of what it held before.
        public var addedMemory: Int?
        /// See `RenderPlan.trafficBytes`.
        public var trafficBytes: Int
        /// How long a copy that moves those bytes takes, in milliseconds; nil where copying was not measured.
        public var copyFloor: Double?
        /// With the CPU's picture; nil for the CPU itself.
        public var comparison: BitmapComparison?

        public var megapixelsPerSecond: Double { Double(width * height) / 1000 / time.median }
        /// `curl 1200×630`, `shadow σ 8 2048×2048`.
        public var title: String { "\(scene)\(sigma.map { " σ \(plainNumber($0))" } ?? "") \(width)×\(height)" }
        /// What the same row is called in another report.
        public var name: String { "\(title) \(drawer)" }
        /// The copy's time as a share of drawing's (without planning): 1 is as fast as copying the plan's bytes, more is
        /// faster.
        public var floorShare: Double? {
            guard let copyFloor, let kernels = stages.kernels, kernels > 0 else { return nil }
            return copyFloor / kernels
        }
    }

    /// The pictures of one scene by the CPU and by the others, for looking at.
    public struct Gallery: Sendable {
        public var scene: String
        public var reference: Bitmap
        public var others: [(drawer: String, picture: Bitmap)]
    }

    public var program: String
    public var date: String
    public var machine: Machine
    public var photo: String
    public var repeats: Int
    public var drawers: [Drawer]
    public var copies: [CopyRate]
    public var rows: [Row]
    public var galleries: [Gallery]
    /// What a reader should know: texts left out, drawers that failed.
    public var notes: [String]
    /// Failures of a drawer, a line each: they make the run a failure, as different pixels do.
    public var failures: [String]

    /// Every picture by every drawer is that of the CPU, byte by byte.
    public var isEqual: Bool { failures.isEmpty && rows.allSatisfy { $0.comparison?.isEqual ?? true } }

    public func drawer(_ id: String) -> Drawer? { drawers.first { $0.id == id } }
}

/// A number as a person writes it: whole ones without a point.
func plainNumber(_ value: Double) -> String {
    value.rounded() == value && abs(value) < 1e9 ? "\(Int(value))" : "\(value)"
}
