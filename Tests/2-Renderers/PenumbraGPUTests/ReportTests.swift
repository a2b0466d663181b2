import Glibc
import PenumbraGPU
import PenumbraPlan
import TestSupport
import Testing

@Suite(.timed) struct ReportTests {
    @Test func reportWithoutEGLNamesThePackagesToInstall() {
        let report = GPUDevices.report(libraryName: "libEGL-that-does-not-exist.so.1")
        #expect(report.devices.isEmpty)
        #expect(report.firstHardware == nil)
        let text = report.description
        #expect(text.contains("libEGL-that-does-not-exist.so.1 cannot be opened"))
        #expect(text.contains("apt-get install libegl1 libgles2 libegl-mesa0 libgl1-mesa-dri"))
    }

    @Test func rendererWithoutEGLThrowsTheReport() {
        var options = GPUOptions()
        options.libraryName = "libEGL-that-does-not-exist.so.1"
        let error = #expect(throws: GPUError.self) { _ = try GPURenderer(.firstHardware, options: options) }
        guard case .noDevice(let report) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(!report.problems.isEmpty)
    }

    @Test func libraryThatIsNotEGLIsReported() {
        let report = GPUDevices.report(libraryName: "libc.so.6")
        #expect(report.devices.isEmpty)
        #expect(report.description.contains("it has no function eglGetProcAddress"))
    }

    @Test func eglIsNotOpenedWithoutADeviceNode() throws {
        try withTemporaryFolder { folder in
            func report() -> GPUReport {
                GPUDevices.report(libraryName: "libEGL-that-does-not-exist.so.1", hardwareOnly: true, deviceFolder: folder)
            }
            try #require(mkdir(folder + "/dri", 0o755) == 0)
            for name in ["null", "dri/card0"] {
                try makeNode(name, in: folder)
                #expect(report() == GPUReport(devices: [], problems: []))
            }
            try makeNode("dri/renderD128", in: folder)
            #expect(report().description.contains("cannot be opened"))
        }
    }

    @Test(arguments: ["nvidia0", "nvidiactl", "dxg", "mali0", "kgsl-3d0"])
    func eglIsOpenedIfAVendorNodeExists(name: String) throws {
        try withTemporaryFolder { folder in
            try makeNode(name, in: folder)
            let report = GPUDevices.report(libraryName: "libc.so.6", hardwareOnly: true, deviceFolder: folder)
            #expect(report.description.contains("eglGetProcAddress"))
        }
    }

    @Test(.needsSoftwareGL) func softwareDevicesAreOmittedFromHardwareReports() throws {
        try withTemporaryFolder { folder in
            try makeNode("nvidiactl", in: folder)
            let report = GPUDevices.report(hardwareOnly: true, deviceFolder: folder)
            #expect(!report.devices.contains { $0.isSoftware && $0.platform == .device })
        }
    }

    private func makeNode(_ name: String, in folder: String) throws {
        let file = open(folder + "/" + name, O_CREAT | O_WRONLY, 0o600)
        try #require(file >= 0)
        close(file)
    }

    @Test(arguments: [
        ("gpu", GPUDeviceSelector.firstHardware), ("software", .software), ("egl:0", .egl(0)), ("cuda:12", .cuda(12)),
        ("/dev/dri/renderD129", .drmNode("/dev/dri/renderD129")), ("pci:0000:65:00.0", .pci("0000:65:00.0")),
        ("pci:0000:AF:00.0", .pci("0000:af:00.0")),
    ]) func deviceSelectorsAreRead(text: String, expected: GPUDeviceSelector) throws {
        #expect(try GPUDeviceSelector(text) == expected)
        #expect(try GPUDeviceSelector(expected.description) == expected)
    }

    @Test(arguments: [
        "", "egl", "egl:", "egl:-1", "egl:x", "cuda:1.5", "/dev/dri/", "/dev/null", "pci:", "GPU", "egl:99999999999999999999",
    ])
    func malformedDeviceSelectorsAreRefused(text: String) {
        let error = #expect(throws: GPUError.self) { _ = try GPUDeviceSelector(text) }
        #expect(error?.description.contains("cuda:0") == true)
    }

    @Test(.needsSoftwareGL) func softwareDeviceIsUsedOnlyIfNamed() throws {
        let report = GPUDevices.report()
        let software = try #require(report.firstSoftware)
        #expect(software.limits.storageBlockBytes >= 1 << 27)
        #expect(report.device(.egl(software.index)) == software)
        #expect(report.description.contains(software.renderer))
        if report.firstHardware == nil {
            let error = #expect(throws: GPUError.self) { _ = try GPURenderer() }
            guard case .noDevice = error else {
                Issue.record("\(String(describing: error))")
                return
            }
        }
        #expect(throws: GPUError.self) { _ = try GPURenderer(.egl(1000)) }
    }

    @Test func devicesMatchOnlyTheirOwnSelectors() {
        let device = GPUDevice(
            index: 2, platform: .device, vendor: "V", renderer: "R", version: "OpenGL ES 3.2", majorVersion: 3,
            minorVersion: 2, drmNode: "/dev/dri/renderD130", cudaIndex: 0, pciAddress: "0000:65:00.0", isSoftware: false,
            limits: GPULimits(
                storageBlockBytes: 1 << 31, storageAlignment: 16, storageBlocks: 16, groupInvocations: 1024,
                sharedBytes: 49152))
        let right: [GPUDeviceSelector] = [
            .egl(2), .cuda(0), .drmNode("/dev/dri/renderD130"), .pci("0000:65:00.0"), .pci("65:00.0"), .firstHardware,
        ]
        for selector in right {
            #expect(selector.matches(device))
        }
        for selector in [GPUDeviceSelector.egl(0), .cuda(2), .drmNode("/dev/dri/renderD128"), .pci("0000:66:00.0"), .software] {
            #expect(!selector.matches(device))
        }
        var old = device
        old.minorVersion = 0
        #expect(!old.isUsable)
        #expect(old.description.contains("3.1 is needed"))
    }

    @Test(.needsSoftwareGL) func renderersOnOneDeviceWorkConcurrently() throws {
        let renderers = try (0..<2).map { _ in try GPURenderer(.software, options: SoftwareGPU.options()) }
        let plan = ShaderTests.smallPlan
        let held = try (0..<4).map { try renderers[$0 % 2].submit(plan) }
        #expect(renderers.map(\.picturesUnderWay) == [2, 2])
        let expected = try renderers[0].execute(plan)
        for picture in held { #expect(try picture.wait() == expected) }
        #expect(GPUDevices.report().firstSoftware != nil)
    }
}
