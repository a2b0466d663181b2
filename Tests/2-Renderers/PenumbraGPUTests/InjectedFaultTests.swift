import PenumbraBitmap
import PenumbraCodecs
import PenumbraGPU
import PenumbraGeometry
import PenumbraPlan
import PenumbraSystem
import TestPlans
import TestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#endif

/// Makes every driver call that can fail do so once at every occurrence. The picture is right or there is an error, the next
/// picture is right, and nothing is left on the device.
///
/// Each test has a copy of the library with faults of its own, so tests run side by side. The merge tier injects a fault at the
/// first six calls and then at every seventh, the full tier at every call.
@Suite(.timed, .needsSoftwareGL, .needsCompiler)
struct InjectedFaultTests {
    /// The pictures drawn under each fault: a group of three that show a picture, and one that is read back in slices.
    private static let plans = (0..<3).map { plan(side: 30 + 4 * $0, number: $0) } + [plan(side: 96, number: 3)]
    private static let expected = plans.map { ReferenceExecutor.execute($0) }
    private static let encodings: [FileEncoding] = [
        .jpeg(.default), .png(.default), .jpeg(JPEGOptions(quality: 95)), .png(.default),
    ]
    private static let mattes: [FileEncoding] = plans.indices.map {
        .video(VideoForm(matte: SIMD3(repeating: UInt8(40 * $0))))
    }
    private static let expectedFiles = expected(encodings)
    private static let expectedFrames = expected(mattes)

    private static func expected(_ encodings: [FileEncoding]) -> [[UInt8]?] {
        zip(expected, encodings).map { bitmap, encoding in
            switch encoding {
            case .png(let options): try? PNGEncoder.encode(bitmap, options: options)
            case .jpeg(let options): try? JPEGEncoder.encode(bitmap, options: options)
            case .video(let form): (try? form.converted(bitmap)).map(GPUFiles.samples)
            }
        }
    }

    /// The same pictures, which show photos that are decoded on the device.
    private static let photoPlans = plans.map { photo($0) { try? ImageDecoder.decode($0, keepsCoefficients: true) } }
    private static let codePlans = plans.map { photo($0) { try? ImageDecoder.decodeForDevice($0) } }
    private static let expectedPhotos = plans.map { ReferenceExecutor.execute(photo($0) { try? ImageDecoder.decode($0) }) }

    /// A plan that shows a JPEG of its picture.
    private static func photo(_ plan: RenderPlan, decode: ([UInt8]) -> Bitmap?) -> RenderPlan {
        var plan = plan
        plan.images = plan.images.compactMap { bitmap in (try? JPEGEncoder.encode(bitmap)).flatMap(decode) }
        return plan
    }

    /// The pictures that are drawn while calls fail.
    enum Drawn: CaseIterable, Sendable {
        case bitmaps
        /// PNG and JPEG files that are made on the device, except of the picture in slices.
        case files
        /// Frames of a video, one of them in slices.
        case frames
        /// Bitmaps of photos whose pixels are made on the device.
        case photos
        /// Bitmaps of photos whose codes are read on the device.
        case codes
    }

    /// A picture enlarged, and copies of it above.
    private static func plan(side: Int, number: Int) -> RenderPlan {
        var plan = RenderPlan(width: side, height: side)
        let bitmap = Bitmap(width: 20, height: 20) { bytes in
            for i in bytes.indices { bytes[i] = i % 4 == 3 ? 255 : UInt8(truncatingIfNeeded: i &* (number + 3) >> 1) }
        }
        plan.images = [bitmap]
        func table(_ total: UInt32) -> ResamplingTable {
            .stretch(count: side, origin: 0, step: 20 / Double(side), limits: 0..<20, nearest: false, total: total)
        }
        plan.passes = [
            .resample(
                image: ImageID(index: 0), target: plan.canvas, columns: table(ResamplingTable.unitTotal),
                rows: table(Q15.byteScale))
        ]
        drawCopies(in: &plan)
        return plan
    }

    private static func drawCopies(in plan: inout RenderPlan) {
        func whole(_ total: UInt32) -> ResamplingTable {
            .stretch(count: 20, origin: 0, step: 1, limits: 0..<20, nearest: true, total: total)
        }
        func stretch(_ count: Int, _ total: UInt32) -> ResamplingTable.Stretch {
            ResamplingTable.Stretch(count: count, origin: 0.5, step: 1.7, limits: 0..<20, nearest: false, total: total)
        }
        let source = plan.addSurface(Surface(format: .color, width: 20, height: 20, label: "pixels"))
        var list = InstanceList()
        for index in 0..<5 {
            list.add(
                PixelRect(x: 5 * index - 3, y: 4 * index - 2, width: 11, height: 9),
                columns: stretch(11, ResamplingTable.unitTotal), rows: stretch(9, Q15.byteScale), opacity: 20_000)
        }
        let image = ImageID(index: 0)
        plan.passes += [
            .resample(image: image, target: source, columns: whole(ResamplingTable.unitTotal), rows: whole(Q15.byteScale)),
            .drawInstances(
                DrawInstances(image: image, source: source, target: plan.canvas, list: list, operation: .over)),
        ]
    }

    /// The permitted cost of one fault.
    enum Cost {
        /// No cost: every picture is still drawn.
        case nothing
        /// An error for one or several pictures.
        case errors
    }

    struct Injected: CustomTestStringConvertible, Sendable {
        var fault: FaultyEGL.Fault
        var cost: Cost
        var lasting = false
        var variant = 0
        var testDescription: String { "\(fault)\(lasting ? ", lasting" : "")\(variant > 0 ? ", variant \(variant)" : "")" }
    }

    static let injected: [Injected] = [
        Injected(fault: .bufferMemory, cost: .nothing), Injected(fault: .bufferMemory, cost: .errors, lasting: true),
        Injected(fault: .generateBuffer, cost: .nothing), Injected(fault: .generateBuffer, cost: .errors, lasting: true),
        Injected(fault: .dispatchMemory, cost: .nothing), Injected(fault: .dispatchMemory, cost: .errors, lasting: true),
        Injected(fault: .copyMemory, cost: .nothing), Injected(fault: .copyMemory, cost: .errors, lasting: true),
        Injected(fault: .map, cost: .nothing), Injected(fault: .map, cost: .errors, lasting: true),
        Injected(fault: .map, cost: .errors, variant: 1), Injected(fault: .unmap, cost: .nothing),
        Injected(fault: .unmap, cost: .errors, lasting: true), Injected(fault: .fence, cost: .errors),
        Injected(fault: .fence, cost: .errors, lasting: true), Injected(fault: .waitFailed, cost: .errors),
        Injected(fault: .waitFailed, cost: .errors, lasting: true), Injected(fault: .waitTimeout, cost: .nothing),
        Injected(fault: .resetAtDispatch, cost: .nothing, variant: 0),
        Injected(fault: .resetAtDispatch, cost: .nothing, variant: 4),
        Injected(fault: .resetAtDispatch, cost: .errors, lasting: true),
        Injected(fault: .resetAtFence, cost: .nothing, variant: 2),
        Injected(fault: .resetAtFence, cost: .nothing, variant: 3),
        Injected(fault: .resetAtFence, cost: .errors, lasting: true),
        Injected(fault: .resetWhenAsked, cost: .nothing, variant: 1),
        Injected(fault: .resetWhenAsked, cost: .nothing, variant: 5),
        Injected(fault: .resetWhenAsked, cost: .errors, lasting: true),
    ]

    @Test(arguments: injected, Drawn.allCases) func rendererRecoversFromAFaultAtEveryCall(_ injected: Injected, drawn: Drawn)
        throws
    {
        let egl = try FaultyEGL()
        let isPhoto = drawn == .photos || drawn == .codes
        let plans = drawn == .codes ? Self.codePlans : isPhoto ? Self.photoPlans : Self.plans
        let expected = isPhoto ? Self.expectedPhotos : Self.expected
        let encodings = drawn == .files ? Self.encodings : drawn == .frames ? Self.mattes : []
        let expectedFiles = drawn == .frames ? Self.expectedFrames : Self.expectedFiles
        egl.arm(.none)
        let renderer = try egl.renderer()
        try Self.drawAll(renderer, "before any fault")
        var runs = 0
        var failed = 0
        var number = 1
        while true {
            try Self.emptied(renderer)
            egl.arm(injected.fault, at: number, lasting: injected.lasting, variant: injected.variant)
            let pending = renderer.submit(plans, files: encodings)
            for (index, picture) in pending.enumerated() {
                switch Result(catching: { () throws(GPUError) in try picture.picture() }) {
                case .success(.bitmap(let bitmap)):
                    #expect(bitmap == expected[index], "call \(number): wrong pixels of picture \(index)")
                    #expect(encodings.isEmpty || drawn == .files && index == 3, "call \(number): no file of picture \(index)")
                case .success(.file(let file)):
                    #expect(file == expectedFiles[index], "call \(number): wrong bytes of picture \(index)")
                case .success(.video(let video)):
                    #expect(
                        GPUFiles.samples(video) == expectedFiles[index], "call \(number): wrong samples of picture \(index)")
                case .failure(let error):
                    failed += 1
                    #expect(injected.cost == .errors, "call \(number), picture \(index): \(error)")
                }
            }
            let isHit = egl.hits > 0
            egl.arm(.none)
            try Self.drawAll(renderer, "after call \(number)")
            withExtendedLifetime(pending) {}
            if !isHit { break }
            runs += 1
            number += !Tier.isFull && number > 6 ? 7 : 1
            try #require(number < 500, "no run was free of the fault")
        }
        #expect(runs > 0, "the fault was never reached")
        if isPhoto { #expect(try renderer.withState { $0.counts.decodedImages } > 0) }
        if injected.lasting { #expect(failed > 0) }
        try Self.expectNothingLeft(renderer, egl)
    }

    /// Pictures queued before a reset are drawn again on the one new context, which the other pictures keep using.
    @Test func resetCostsOneContextForAllPendingPictures() throws {
        let egl = try FaultyEGL()
        egl.arm(.none)
        let renderer = try egl.renderer()
        try Self.drawAll(renderer, "before the reset")
        for number in [1, 5, 11] {
            let before = egl.contextsMade
            egl.arm(.resetAtFence, at: number)
            // Groups of their own, all in progress together.
            let pending = (0..<12).flatMap { _ in renderer.submit(Self.plans) }
            for (index, picture) in pending.enumerated() {
                guard case .success(let bitmap) = Self.outcome(picture) else {
                    Issue.record("reset \(number): picture \(index) was not made")
                    continue
                }
                #expect(bitmap == Self.expected[index % Self.plans.count])
            }
            #expect(
                egl.hits > 0 && (1...2).contains(egl.contextsMade - before),
                "reset \(number): \(egl.contextsMade - before) contexts")
            egl.arm(.none)
        }
        try Self.expectNothingLeft(renderer, egl)
    }

    /// A lost device isn't waited for. `measure` throws an error, and the renderer continues with a new context.
    @Test(arguments: [
        FaultyEGL.Fault.resetAtDispatch, .resetAtFence, .resetWhenAsked, .bufferMemory, .map, .fence, .waitFailed, .copyMemory,
    ])
    func measuringRecoversFromEveryFault(_ fault: FaultyEGL.Fault) throws {
        let egl = try FaultyEGL()
        egl.arm(.none)
        let renderer = try egl.renderer()
        var runs = 0
        for number in 1..<300 {
            try Self.emptied(renderer)
            egl.arm(fault, at: number, variant: number % 6)
            do throws(GPUError) {
                let picture = try renderer.measure(Self.plans[3], by: .fences).picture
                #expect(picture == Self.expected[3], "call \(number)")
            } catch {}
            let isHit = egl.hits > 0
            egl.arm(.none)
            #expect(try renderer.measure(Self.plans[3], by: .fences).picture == Self.expected[3], "after call \(number)")
            if !isHit { break }
            runs += 1
        }
        #expect(runs > 0)
        try Self.drawAll(renderer, "after measuring")
        try Self.expectNothingLeft(renderer, egl)
    }

    /// A device whose speed can't be measured still draws, and can be measured later.
    @Test(arguments: [FaultyEGL.Fault.resetAtFence, .bufferMemory, .map, .fence, .waitFailed, .copyMemory])
    func speedsAreMeasuredAfterAFault(_ fault: FaultyEGL.Fault) throws {
        let egl = try FaultyEGL()
        egl.arm(.none)
        let renderer = try egl.renderer { $0.programCacheDirectory = nil }
        var failed = 0
        for number in [1, 2, 3, 5, 9, 20] {
            egl.arm(fault, at: number, lasting: number == 3)
            do throws(GPUError) { _ = try renderer.speeds() } catch { failed += 1 }
            #expect(egl.hits > 0 || number > 1)
            egl.arm(.none)
        }
        #expect(failed > 0)
        #expect(try renderer.speeds().memory > 0)
        try Self.drawAll(renderer, "after measuring")
        try Self.expectNothingLeft(renderer, egl)
    }

    /// A compiler failure costs the picture, reports the log, and is retried for the next picture.
    @Test(arguments: [FaultyEGL.Fault.compile, .link, .createProgram, .createShader], [false, true])
    func failedShaderCompilationIsRetried(_ fault: FaultyEGL.Fault, lasting: Bool) throws {
        let egl = try FaultyEGL()
        var runs = 0
        for number in 1..<20 {
            egl.arm(.none)
            let renderer = try egl.renderer()
            egl.arm(fault, at: number, lasting: lasting)
            let result = Result { () throws(GPUError) in try renderer.execute(Self.plans[0]) }
            let isHit = egl.hits > 0
            egl.arm(.none)
            switch result {
            case .success(let bitmap): #expect(bitmap == Self.expected[0] && !isHit)
            case .failure(let error):
                #expect(isHit)
                if fault == .compile {
                    guard case .compileFailed(let shader, let log) = error else {
                        Issue.record("\(error)")
                        break
                    }
                    #expect(!shader.isEmpty && log.contains("error"), "\(log)")
                }
            }
            try Self.drawAll(renderer, "after call \(number)")
            try Self.expectNothingLeft(renderer, egl)
            if !isHit { break }
            runs += 1
        }
        #expect(runs > 1, "both programs of the plan are compiled")
    }

    /// A driver that rejects its own binaries or returns none costs only time.
    @Test(arguments: [FaultyEGL.Fault.programBinary, .getBinary]) func refusedProgramBinariesChangeNoPicture(
        _ fault: FaultyEGL.Fault
    ) throws {
        let egl = try FaultyEGL()
        let temporary = try TestFolder()
        let folder = temporary.path + "/programs"
        var runs = 0
        for number in 1..<20 {
            if fault == .getBinary { for name in (fileNames(in: folder) ?? []) { unlink(folder + "/" + name) } }
            egl.arm(fault, at: number, lasting: number % 2 == 0)
            let renderer = try egl.renderer { $0.programCacheDirectory = folder }
            try Self.drawAll(renderer, "call \(number)")
            let isHit = egl.hits > 0
            egl.arm(.none)
            try Self.expectNothingLeft(renderer, egl)
            if isHit { runs += 1 } else if number > 1 { break }
        }
        #expect(runs > 1)
    }

    /// Opens a device, and reopens it after a reset, while EGL fails at every step.
    @Test(arguments: [FaultyEGL.Fault.createContext, .makeCurrent, .initialize, .display], [false, true])
    func contextThatCannotBeCreatedIsAnError(_ fault: FaultyEGL.Fault, lasting: Bool) throws {
        let egl = try FaultyEGL()
        var failures = 0
        for number in 1..<8 {
            egl.arm(fault, at: number, lasting: lasting)
            do throws(GPUError) {
                let renderer = try GPURenderer(.software, options: SoftwareGPU.options { $0.libraryName = egl.path })
                egl.arm(.none)
                #expect(try renderer.execute(Self.plans[0]) == Self.expected[0])
            } catch {
                failures += 1
                guard case .deviceNotFound(_, let report) = error else {
                    Issue.record("\(error)")
                    continue
                }
                #expect(!report.problems.isEmpty)
            }
            egl.arm(.none)
            #expect(egl.count(.contexts) == 0, "call \(number)")
        }
        if lasting { #expect(failures > 0) }

        // The device is lost and doesn't come back at first.
        let renderer = try egl.renderer()
        try Self.drawAll(renderer, "before the reset")
        egl.arm(.resetWhenAsked)
        #expect(throws: GPUError.self) { try renderer.withState { state throws(GPUError) in try state.checkNotLost() } }
        egl.arm(fault, lasting: true)
        #expect(throws: GPUError.self) { _ = try renderer.execute(Self.plans[0]) }
        egl.arm(.none)
        try Self.drawAll(renderer, "when the device is back")
        try Self.expectNothingLeft(renderer, egl)
    }

    @Test func hostWithoutDevicesReportsTheProblem() throws {
        let egl = try FaultyEGL()
        egl.arm(.noDevices, lasting: true)
        defer { egl.arm(.none) }
        let report = GPUDevices.report(libraryName: egl.path)
        #expect(report.devices.isEmpty && !report.problems.isEmpty, "\(report)")
        let error = #expect(throws: GPUError.self) {
            _ = try GPURenderer(options: SoftwareGPU.options { $0.libraryName = egl.path })
        }
        guard case .noDevice = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    // MARK: -

    private static func outcome(_ picture: PendingBitmap) -> Result<Bitmap, GPUError> {
        Result { () throws(GPUError) in try picture.wait() }
    }

    private static func drawAll(_ renderer: GPURenderer, _ when: String) throws {
        for (index, picture) in renderer.submit(plans).enumerated() {
            switch outcome(picture) {
            case .success(let bitmap): #expect(bitmap == expected[index], "\(when): picture \(index)")
            case .failure(let error): Issue.record("\(when), picture \(index): \(error)")
            }
        }
    }

    /// Makes the renderer release all memory.
    private static func emptied(_ renderer: GPURenderer) throws {
        try renderer.withState { state throws(GPUError) in
            try state.closeStaging()
            try state.waitForDevice()
            state.reclaimStaging()
            state.freeUnused()
        }
    }

    /// With no picture in progress, neither the pool nor the driver holds memory. The context is destroyed with the renderer.
    private static func expectNothingLeft(_ renderer: consuming GPURenderer, _ egl: FaultyEGL) throws {
        try emptied(renderer)
        let taken = try renderer.withState { state throws(GPUError) in state.pool.taken }
        #expect(taken.values.allSatisfy { $0 == 0 }, "\(taken)")
        for object in [FaultyEGL.Object.buffers, .shaders, .fences] { #expect(egl.count(object) == 0, "\(object)") }
        #expect(egl.count(.contexts) == 1)
    }
}
