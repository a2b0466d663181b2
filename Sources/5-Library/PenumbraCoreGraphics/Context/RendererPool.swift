import Foundation
import Penumbra
import PenumbraBitmap
import PenumbraEngine
import PenumbraScene
import PenumbraSystem

/// Renderers that contexts share, one at a time: each keeps its working memory and its fonts.
package enum RendererPool {
    private struct Idle: @unchecked Sendable {
        var renderers: [Renderer] = []
        var backend = Backend.cpu
    }

    private static let idle = Mutex(Idle())

    /// The most renderers that wait for work.
    private static let mostIdle = 4
    /// The bytes of texts, outlines and blurred outlines that each renderer keeps for later pictures.
    private static let cacheMemory = 32 << 20

    /// The device that draws from now on. Every device gives the same bytes.
    package static var backend: Backend {
        get { idle.withLock { $0.backend } }
        set {
            idle.withLock { idle in
                idle.backend = newValue
                idle.renderers = []
            }
        }
    }

    /// Draws a scene.
    package static func render(
        _ scene: Scene, images: [ImageSource: Bitmap] = [:]
    ) throws(RenderError) -> Bitmap {
        try with { renderer throws(RenderError) in try renderer.render(scene, images: images) }
    }

    /// Lends a renderer.
    package static func with<Result>(_ work: (Renderer) throws(RenderError) -> Result) throws(RenderError) -> Result {
        let (waiting, backend) = idle.withLock { ($0.renderers.popLast().map(Lent.init), $0.backend) }
        let renderer: Renderer
        if let waiting {
            renderer = waiting.renderer
        } else {
            renderer = try Renderer(backend: backend, cacheMemory: cacheMemory)
        }
        let returned = Lent(renderer: renderer)
        defer {
            idle.withLock { idle in
                if idle.backend == backend, idle.renderers.count < mostIdle { idle.renderers.append(returned.renderer) }
            }
        }
        return try work(renderer)
    }

    private struct Lent: @unchecked Sendable {
        var renderer: Renderer
    }
}
