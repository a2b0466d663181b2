import Penumbra
import PenumbraBitmap
import PenumbraCPU
import PenumbraCodecs
import PenumbraEngine
import PenumbraFiles
import PenumbraGallery
import PenumbraGeometry
import PenumbraPlanning
import PenumbraScene
import TestSupport
import Testing

@Suite(.timed) struct GalleryTests {
    private let folder: TestFolder
    private let pictures: [GalleryPicture]

    init() throws {
        folder = try TestFolder()
        for file in GalleryFiles.all { try folder.file(file.name, file.bytes) }
        pictures = try GalleryPicture.all(photoSize: Size(width: 600, height: 400), folder: folder.path, scale: 1)
    }

    /// The pictures in the README and in docs/gallery are drawn again from their documents, so they show what the program draws.
    @Test func galleryPicturesMatchTheRenderer() throws {
        let shaper = TextShaper()
        let docs = CorpusScene.folder + "/../../docs/gallery"
        for picture in pictures {
            let shown = try ImageDecoder.decode(try FileReader.read("\(docs)/\(picture.name).png"))
            let scene = try Scene(json: Array(picture.json.utf8), baseFolder: folder.path)
            #expect(scene == picture.scene, "\(picture.name)")
            let assets = try Engine().assets(for: scene, shaper: shaper, files: try FileRoots([folder.path]))
            #expect(assets.notices.isEmpty, "\(picture.name): \(assets.notices)")
            let drawn = try CPURenderer().execute(
                try ScenePlanner.plan(assets.resolvedScene ?? scene, images: assets.images, texts: assets.texts))
            #expect(
                BitmapComparison(shown, drawn)?.isEqual == true,
                "\(picture.name): run penumbra gallery --scale 1 and look at the change")
        }
        // scripts/release/render-loops draws the loops.
        let loops = ["cloud", "curl", "focus", "indent", "table"].map { "\($0).webp" }
        let names = pictures.map { "\($0.name).png" } + loops + ["Inter-LICENSE.txt", "README.md"]
        #expect(TestFolder.names(in: docs) == names.sorted())
    }

    @Test func galleryPageShowsEveryPictureAndEscapesItsScene() throws {
        let page = GalleryPage.html(pictures)
        for picture in pictures {
            #expect(page.contains("src=\"\(picture.name).png\"") && page.contains("\(picture.name).json"))
        }
        #expect(page.contains("&quot;canvas&quot;") && !page.contains("\"canvas\""))
    }
}
