import PenumbraGPU
import TestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#endif

/// An EGL library whose calls fail when a test requests it. The library is built on first use, from
/// `Tests/TestSupport/FaultLibrary/egl_faults.c`.
///
/// Faults and counts belong to the library, so only one test at a time may use an instance.
final class FaultyEGL: Sendable {
    /// The faults, numbered as in the library.
    enum Fault: Int32, CaseIterable {
        case none, bufferMemory, compile, link, programBinary, resetAtDispatch, resetAtFence, resetWhenAsked, waitFailed,
            waitTimeout
        case map, unmap, fence, createContext, makeCurrent, dispatchMemory, copyMemory, createProgram, createShader,
            generateBuffer
        case initialize, getBinary, display, noDevices
    }

    enum Object: Int32, CaseIterable {
        case buffers, shaders, programs, fences, contexts
    }

    let path: String
    private let arming: @convention(c) (Int32, Int32, Int32, Int32) -> Void
    private let hitting: @convention(c) () -> Int32
    private let counting: @convention(c) (Int32) -> Int32
    private let countingContexts: @convention(c) () -> Int32

    /// The library's file. Each copy of it that is loaded has faults and counts of its own.
    private static let library = Result<[UInt8], any Error> {
        let folder = try TestFolder()
        try #require(buildFaultyEGL("\(folder.path)/egl.so"), "no C compiler: apt-get install gcc")
        return try #require(folder.bytes("egl.so"))
    }

    /// Loads a separate copy of the library.
    init() throws {
        let folder = try TestFolder()
        path = try folder.file("libegl_faults.so", try Self.library.get())
        // The library stays loaded under its name, although its file is removed with the folder.
        let library = try #require(dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE))
        arming = unsafeBitCast(
            try #require(dlsym(library, "faults_arm")), to: (@convention(c) (Int32, Int32, Int32, Int32) -> Void).self)
        hitting = unsafeBitCast(try #require(dlsym(library, "faults_hits")), to: (@convention(c) () -> Int32).self)
        counting = unsafeBitCast(try #require(dlsym(library, "faults_objects")), to: (@convention(c) (Int32) -> Int32).self)
        countingContexts = unsafeBitCast(
            try #require(dlsym(library, "faults_contexts_made")), to: (@convention(c) () -> Int32).self)
    }

    /// Makes the `number`-th call of a kind fail from now on, and later calls too if the fault is `lasting`. Resets the counts.
    ///
    /// - Parameter variant: how the fault appears. For a reset, it's the party at fault (0, 1, 2), plus 3 if nothing can be
    ///   mapped afterwards.
    func arm(_ fault: Fault, at number: Int = 1, lasting: Bool = false, variant: Int = 0) {
        arming(fault.rawValue, Int32(number), lasting ? 1 : 0, Int32(variant))
    }

    /// The number of times that the armed fault has occurred.
    var hits: Int { Int(hitting()) }

    /// The number of existing objects in all contexts.
    func count(_ object: Object) -> Int { Int(counting(object.rawValue)) }

    /// The total number of contexts created.
    var contextsMade: Int { Int(countingContexts()) }

    /// Creates a renderer on the software device behind the library.
    func renderer(_ change: (inout GPUOptions) -> Void = { _ in }) throws -> GPURenderer {
        try GPURenderer(
            .software,
            options: SoftwareGPU.options { options in
                options.libraryName = path
                options.readbackBytes = 16 << 10
                // Compiling is one of the calls that fail.
                options.programCacheDirectory = nil
                change(&options)
            })
    }
}
