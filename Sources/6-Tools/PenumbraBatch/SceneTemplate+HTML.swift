import Penumbra
import PenumbraSystem

/// The scene of a job, and what else its document had.
package struct BoundScene: Sendable {
    package var scene: Scene
    /// The parts of an HTML document without effect.
    package var warnings: [String] = []
    /// The digests of the style sheets and fonts that an HTML document names. Pictures are in the scene.
    package var digests: [Digest] = []
}

/// The files, the fonts and the limits that HTML documents are read with.
package struct PageResources {
    var shaper: TextShaper
    var limits: RenderLimits
    var open: FileOpener

    package init(_ shaper: TextShaper, _ limits: RenderLimits, open: @escaping FileOpener) {
        (self.shaper, self.limits, self.open) = (shaper, limits, open)
    }
}

extension SceneTemplate {
    /// Whether the document is HTML.
    public var isPage: Bool { if case .page = source { true } else { false } }

    /// The scene of a row: that of the document with the row's values.
    package func bound(
        _ parameters: [String: JSONValue], scale: Double?, with resources: PageResources
    ) throws(JobError) -> BoundScene {
        switch source {
        case .scene: BoundScene(scene: try scene(parameters, scale: scale))
        case .page(let template): try page(template, parameters, scale, resources)
        }
    }

    private func page(
        _ template: HTMLTemplate, _ parameters: [String: JSONValue], _ scale: Double?, _ resources: PageResources
    ) throws(JobError) -> BoundScene {
        var options = HTMLOptions(
            baseFolder: baseFolder, shaper: resources.shaper, limits: resources.limits, open: resources.open)
        options.width = page.width
        options.height = page.height
        options.fitsHeight = page.fitsHeight
        options.isDark = page.isDark
        options.allowsMissingFiles = page.allowsMissingFiles
        if let scale { options.resolution = scale }
        let read = options.readFile
        let collected = Mutex<[Digest]>([])
        options.readFile = { path in
            guard let bytes = read?(path) else { return nil }
            if PictureFormat(sniffing: bytes) == nil { collected.withLock { $0.append(SHA256.digest(of: bytes)) } }
            return bytes
        }
        let document: HTMLDocument
        do throws(HTMLError) {
            document = try HTMLDocument(template, values: parameters, options: options)
        } catch {
            throw .page(name: name, error)
        }
        return BoundScene(
            scene: document.scene(scale: scale ?? 1), warnings: document.warnings.map(\.description),
            digests: collected.withLock { $0 })
    }
}
