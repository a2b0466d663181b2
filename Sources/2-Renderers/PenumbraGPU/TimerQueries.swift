import CPenumbraEGL

/// Uses the device's own clock through EXT_disjoint_timer_query
/// (https://registry.khronos.org/OpenGL/extensions/EXT/EXT_disjoint_timer_query.txt).
final class TimerQueries {
    private typealias Gen = @convention(c) (Int32, UnsafeMutablePointer<UInt32>?) -> Void
    private typealias Delete = @convention(c) (Int32, UnsafePointer<UInt32>?) -> Void
    private typealias Counter = @convention(c) (UInt32, UInt32) -> Void
    private typealias Parameter = @convention(c) (UInt32, UInt32, UnsafeMutablePointer<Int32>?) -> Void
    private typealias Result = @convention(c) (UInt32, UInt32, UnsafeMutablePointer<UInt64>?) -> Void

    // The values come from the specification; CPenumbraEGL has only the core's values.
    private static let timestamp: UInt32 = 0x8E28
    private static let counterBits: UInt32 = 0x8864
    private static let result: UInt32 = 0x8866
    private static let disjoint: UInt32 = 0x8FBB
    private static let extensionCount: UInt32 = 0x821D
    private static let extensions: UInt32 = 0x1F03

    private let gl: GLFunctions
    private let gen: Gen
    private let delete: Delete
    private let counter: Counter
    private let get: Result
    private var queries: [UInt32] = []

    /// Nil if the driver has no timer queries, or none for points in time.
    init?(_ context: GPUContext) {
        let (gl, egl) = (context.gl, context.egl)
        let names = (0..<max(0, gl.integer(Self.extensionCount))).compactMap { index -> String? in
            gl.getStringi(Self.extensions, UInt32(index)).map {
                String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
            }
        }
        guard names.contains("GL_EXT_disjoint_timer_query"),
            let gen = egl.function("glGenQueriesEXT", as: Gen.self),
            let delete = egl.function("glDeleteQueriesEXT", as: Delete.self),
            let counter = egl.function("glQueryCounterEXT", as: Counter.self),
            let parameter = egl.function("glGetQueryivEXT", as: Parameter.self),
            let get = egl.function("glGetQueryObjectui64vEXT", as: Result.self)
        else { return nil }
        var bits: Int32 = 0
        parameter(Self.timestamp, Self.counterBits, &bits)
        guard bits >= 30, gl.getError() == GL.noError else { return nil }
        (self.gl, self.gen, self.delete, self.counter, self.get) = (gl, gen, delete, counter, get)
        // Reading the flag clears it, as earlier disturbances do not matter.
        _ = gl.integer(Self.disjoint)
    }

    deinit {
        if !gl.life.isEnded { delete(Int32(queries.count), queries) }
    }

    /// Records, on the device, the time when all commands queued so far are finished.
    func stamp() {
        var name: UInt32 = 0
        gen(1, &name)
        counter(name, Self.timestamp)
        queries.append(name)
    }

    /// Waits for the recorded times and returns them in milliseconds. Nil if the clock was disturbed meanwhile, for example
    /// by a change of its frequency.
    func milliseconds() -> [Double]? {
        let times = queries.map { query -> Double in
            var time: UInt64 = 0
            get(query, Self.result, &time)
            return Double(time) / 1e6
        }
        guard gl.integer(Self.disjoint) == 0, gl.getError() == GL.noError else { return nil }
        return times
    }
}
