import Penumbra

/// The complete result of a benchmark run.
public struct BenchmarkResult: Sendable {
    /// A renderer: the CPU or a GPU.
    public struct Drawer: Hashable, Sendable {
        /// The device's id: `cpu`, `egl:0`.
        public var id: String
        /// The device's full name: `AMD EPYC …, 2 threads, avx2 kernels`, `llvmpipe (LLVM 15.0.6, 256 bits)`.
        public var name: String
        /// The driver's version; empty for the CPU.
        public var driver: String
        /// Whether the GL runs on the CPU. Its times then reveal nothing about a GPU.
        public var isSoftware: Bool

        package init(id: String, name: String, driver: String, isSoftware: Bool) {
            self.id = id
            self.name = name
            self.driver = driver
            self.isSoftware = isSoftware
        }
    }

    /// The rate of copying memory in gigabytes (10⁹ bytes) per second. Reads and writes both count.
    public struct CopyRate: Hashable, Sendable {
        /// The id of the drawer whose memory was copied.
        public var drawer: String
        public var kind: String
        public var gigabytesPerSecond: Double
        public var clock: String
    }

    /// The stages of drawing one picture, in milliseconds. Nil means that a stage wasn't measured or doesn't exist.
    public struct Stages: Hashable, Sendable {
        public var decode: Double?
        public var text: Double?
        public var plan: Double?
        public var upload: Double?
        public var kernels: Double?
        public var readback: Double?
        /// The remaining time on a GPU: queueing, the driver and waiting.
        public var rest: Double?
        public var encode: Double?
        /// The clock that measured upload, kernels and readback.
        public var clock: String

        /// The time from the input file to the output file.
        public var sum: Double { named.reduce(0) { $0 + ($1.milliseconds ?? 0) } }

        public var named: [(name: String, milliseconds: Double?)] {
            [
                ("decode", decode), ("text", text), ("plan", plan), ("upload", upload), ("kernels", kernels),
                ("readback", readback), ("rest", rest), ("encode", encode),
            ]
        }
    }

    /// One scene at one size, drawn by one drawer.
    public struct Row: Sendable {
        public var scene: String
        public var width: Int
        public var height: Int
        public var sigma: Double?
        public var drawer: String
        /// The time for planning and drawing: from a scene with decoded pictures and shaped texts to the bitmap.
        public var time: Samples
        public var stages: Stages
        /// The CPU's median divided by this row's median; 1 for the CPU itself.
        public var speedUp: Double
        /// The peak memory of this process during the measurement, in bytes. Nil if the system doesn't report it.
        public var peakMemory: Int?
        /// The part of the peak that exceeds the memory held before.
        public var addedMemory: Int?
        /// The bytes that the plan moves; see `RenderPlan.trafficBytes`.
        public var trafficBytes: Int
        /// The time in milliseconds of a copy that moves as many bytes. Nil if copying wasn't measured.
        public var copyFloor: Double?
        /// The comparison with the CPU's picture; nil for the CPU itself.
        public var comparison: BitmapComparison?

        public var megapixelsPerSecond: Double { Double(width * height) / 1000 / time.median }
        /// The row's title: `curl 1200×630`, `shadow σ 8 2048×2048`.
        public var title: String { "\(scene)\(sigma.map { " σ \(plainNumber($0))" } ?? "") \(width)×\(height)" }
        /// A name that identifies the same row in another report.
        public var name: String { "\(title) \(drawer)" }
        /// The copy's time divided by the drawing time (without planning). At 1, drawing is as fast as copying the plan's
        /// bytes; above 1, it is faster.
        public var floorShare: Double? {
            guard let copyFloor, let kernels = stages.kernels, kernels > 0 else { return nil }
            return copyFloor / kernels
        }
    }

    /// The pictures of one scene by the CPU and by the other drawers, for viewing.
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
    /// Notes for the reader, such as omitted texts and failed drawers.
    public var notes: [String]
    /// Failures of drawers, one line each. Like different pixels, they make the run a failure.
    public var failures: [String]

    /// Whether every drawer's pictures equal the CPU's, byte by byte.
    public var isEqual: Bool { failures.isEmpty && rows.allSatisfy { $0.comparison?.isEqual ?? true } }

    public func drawer(_ id: String) -> Drawer? { drawers.first { $0.id == id } }
}

/// Formats a number for people: whole numbers have no decimal point.
func plainNumber(_ value: Double) -> String {
    value.rounded() == value && abs(value) < 1e9 ? "\(Int(value))" : "\(value)"
}
