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
import Testing

struct GalleryTests {
    /// The README's pictures are redrawn from the gallery's scenes, so they show only what the program really draws.
    @Test func theReadmesPicturesAreWhatTheProgramDraws() throws {
        let shaper = TextShaper()
        let photo = Landscape(width: 1800, height: 1200).picture()
        let source = ImageSource.file("photo.png")
        let pictures = GalleryPicture.all(photo: source, photoSize: Size(width: 1800, height: 1200), scale: 1)
        #expect(pictures.count == 19)
        let folder = CorpusScene.folder + "/../../docs/gallery"
        for picture in pictures {
            let shown = try ImageDecoder.decode(try FileReader.read("\(folder)/\(picture.name).png"))
            let assets = try Engine().assets(for: picture.scene, images: [source: photo], shaper: shaper)
            #expect(assets.notices.isEmpty)
            let drawn = try CPURenderer().execute(
                try ScenePlanner.plan(picture.scene, images: assets.images, texts: assets.texts))
            #expect(
                BitmapComparison(shown, drawn)?.isEqual == true,
                "\(picture.name): run penumbra gallery --scale 1 and look at what changed")
        }
    }

    @Test func thePageShowsEveryPictureAndEscapesItsText() throws {
        let pictures = GalleryPicture.all(photo: .file("photo.png"), photoSize: Size(width: 3, height: 2), scale: 2)
        let page = GalleryPage.html(pictures, scenes: pictures.map { _ in "<scene & \"quotes\">" })
        for picture in pictures { #expect(page.contains("src=\"\(picture.name).png\"")) }
        #expect(page.contains("&lt;scene &amp; &quot;quotes&quot;&gt;") && !page.contains("<scene"))
    }
}
