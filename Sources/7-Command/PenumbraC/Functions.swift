import Glibc
import Penumbra
import PenumbraSystem

// The functions of penumbra.h, which describes them.

/// Runs a call. Its errors become a number for the caller, and a status.
func call(_ error: UnsafeMutablePointer<UInt64>?, _ body: () throws -> Void) -> Int32 {
    error?.pointee = 0
    do {
        try body()
        return 0
    } catch let failure {
        let status = (failure as? any StatusError)?.status ?? .internalError
        let place =
            (failure as? SceneError)?.place ?? (failure as? RenderError)?.place
            ?? (failure as? PageError).map { "\($0.error.place)" } ?? ""
        error?.pointee = hold(.error(message: FixedBytes("\(failure)"), place: FixedBytes(place)))
        return status.rawValue
    }
}

private let version = FixedBytes(penumbraVersion)

@_cdecl("penumbra_version")
public func penumbraVersionText() -> UnsafePointer<CChar> { text(version) }

@_cdecl("penumbra_open")
public func penumbraOpen(
    _ options: UnsafePointer<CChar>?, _ renderer: UnsafeMutablePointer<UInt64>?, _ error: UnsafeMutablePointer<UInt64>?
) -> Int32 {
    call(error) {
        guard let renderer else { throw UsageError("renderer is NULL") }
        BundledFonts.ofLibrary
        var options = try CallOptions(options)
        let backend = try options.word("backend", Backend.allCases.map(\.rawValue), Backend.init(rawValue:))
        let device = try options.string("device")
        let threads = try options.integer("threads", 1...1024)
        let roots = try options.strings("roots")
        let fonts = try options.strings("fonts") ?? []
        let memory = try options.integer("maxMemory", 1...(1 << 50))
        let isStrict = try options.bool("strict")
        try options.checkUsed()
        for path in fonts { try AddedFonts.add(path) }
        let opened = try Renderer(backend: backend ?? (device == nil ? .cpu : .auto), device: device, threads: threads)
        opened.limits.memory = memory
        opened.limits.isStrict = isStrict ?? false
        opened.files = try roots.map { try FileRoots($0) }
        renderer.pointee = hold(.renderer(Monitor(opened)))
    }
}

@_cdecl("penumbra_draw")
public func penumbraDraw(
    _ renderer: UInt64, _ scene: UnsafeRawPointer?, _ length: Int, _ options: UnsafePointer<CChar>?,
    _ picture: UnsafeMutablePointer<UInt64>?, _ error: UnsafeMutablePointer<UInt64>?
) -> Int32 {
    call(error) {
        guard let scene, length >= 0, let picture else { throw UsageError("scene or picture is NULL") }
        var options = try CallOptions(options)
        let parameters = try options.object("parameters")
        let scale = try options.number("scale")
        let time = try options.time("time")
        let folder = try options.string("folder")
        try options.checkUsed()
        let document = UnsafeRawBufferPointer(start: scene, count: length)
        let drawn = try Held.renderer(renderer).update { renderer in
            // A document that is refused takes no memory, whatever length the caller gives.
            try renderer.limits.scene.check(documentBytes: document.count)
            let json = Array(document)
            var scene = try Scene(
                json: json, parameters: parameters ?? [:], baseFolder: folder ?? "", scaleOverride: scale,
                limits: renderer.limits.scene)
            scene.time = time ?? .zero
            let named = renderer.files
            defer { renderer.files = named }
            if named == nil, let folder { renderer.files = try FileRoots([folder]) }
            let assets = try renderer.assets(for: scene)
            let notices = assets.notices.map { "\($0)\n" }.joined()
            let bitmap = try renderer.execute(try renderer.plan(scene, assets: assets))
            return Held.picture(bitmap, scene.canvas, notices: FixedBytes(notices))
        }
        picture.pointee = hold(drawn)
    }
}

@_cdecl("penumbra_encode")
public func penumbraEncode(
    _ picture: UInt64, _ options: UnsafePointer<CChar>?, _ file: UnsafeMutablePointer<UInt64>?,
    _ error: UnsafeMutablePointer<UInt64>?
) -> Int32 {
    call(error) {
        guard let file else { throw UsageError("file is NULL") }
        var options = try CallOptions(options)
        let format = try options.word("format", PictureFormat.written.flatMap(\.endings), PictureFormat.init(ending:)) ?? .png
        var encoding = PictureOptions.default
        encoding.byteBudget = try options.integer("maxBytes", 1...Int(Int32.max))
        // Within a budget, the highest quality is as good as the budget allows.
        let quality = try options.integer("quality", 1...100) ?? (encoding.byteBudget == nil ? nil : 100)
        if let quality { encoding.setQuality(quality) }
        if let effort = try options.word(
            "effort", PNGOptions.Effort.allCases.map(\.rawValue), PNGOptions.Effort.init(rawValue:))
        {
            encoding.png.effort = effort
        }
        encoding.png.threads = try options.integer("threads", 1...1024)
        try options.checkUsed()
        let (bitmap, canvas, _) = try Held.picture(picture)
        encoding.setCanvas(canvas)
        file.pointee = hold(.file(FixedBytes(try PictureEncoder.encode(bitmap, as: format, options: encoding))))
    }
}

@_cdecl("penumbra_size")
public func penumbraSize(
    _ picture: UInt64, _ width: UnsafeMutablePointer<Int>?, _ height: UnsafeMutablePointer<Int>?
) -> Int32 {
    call(nil) {
        let bitmap = try Held.picture(picture).bitmap
        width?.pointee = bitmap.width
        height?.pointee = bitmap.height
    }
}

@_cdecl("penumbra_bytes")
public func penumbraBytes(_ object: UInt64, _ length: UnsafeMutablePointer<Int>?) -> UnsafeRawPointer? {
    switch held(object) {
    case .picture(let bitmap, _, _):
        length?.pointee = bitmap.pixels.count
        return bitmap.pixels.baseAddress.map { UnsafeRawPointer($0) }
    case .file(let bytes):
        length?.pointee = bytes.count
        return UnsafeRawPointer(bytes.address)
    case .renderer, .font, .error, nil:
        length?.pointee = 0
        return nil
    }
}

@_cdecl("penumbra_notices")
public func penumbraNotices(_ picture: UInt64) -> UnsafePointer<CChar>? {
    if case .picture(_, _, let notices)? = held(picture) { text(notices) } else { nil }
}

@_cdecl("penumbra_message")
public func penumbraMessage(_ error: UInt64) -> UnsafePointer<CChar>? {
    if case .error(let message, _)? = held(error) { text(message) } else { nil }
}

@_cdecl("penumbra_place")
public func penumbraPlace(_ error: UInt64) -> UnsafePointer<CChar>? {
    if case .error(_, let place)? = held(error) { text(place) } else { nil }
}

@_cdecl("penumbra_release")
public func penumbraRelease(_ object: UInt64) -> Int32 {
    if object == 0 { return 0 }
    let released = heldObjects.withLock { $0.remove(object) }
    return released == nil ? ExitStatus.usage.rawValue : 0
}

/// The address of a text that is held elsewhere.
private func text(_ bytes: FixedBytes) -> UnsafePointer<CChar> {
    UnsafeRawPointer(bytes.address).assumingMemoryBound(to: CChar.self)
}
