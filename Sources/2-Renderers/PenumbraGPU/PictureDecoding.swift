/// The source pictures of a group whose pixels are made on the device from their coefficients.
struct PictureDecoding {
    /// The dispatches of each picture.
    let passes: [RecordedPass]
    /// The positions of the pictures' coefficients, and of their samples, in shared buffers.
    let coded: GroupExecution.Parts
    let samples: GroupExecution.Parts
    /// The buffers of the pixels, one for each picture.
    let slabs: [ImageCache.Slab]
    private let offsets: [Int]

    var isEmpty: Bool { passes.isEmpty }

    /// - Parameter fresh: the pictures that are not on the device yet, with the places for their pixels.
    init(_ fresh: [(region: ImageRegion, place: ImageCache.Place)] = []) {
        let pictures = fresh.compactMap { picture in picture.region.coefficients.map { ($0, picture.place) } }
        passes = pictures.map(\.0.pass)
        coded = GroupExecution.Parts(pictures.map(\.0.byteCount))
        samples = GroupExecution.Parts(pictures.map(\.0.sampleBytes))
        slabs = pictures.map(\.1.slab)
        offsets = pictures.map(\.1.offset)
    }

    /// Returns the position of a picture's part of a resource.
    func place(_ picture: Int, _ resource: Resource) -> MergedDispatch.Place {
        switch resource {
        case .coefficients: (.resource(resource), coded.offsets[picture])
        case .samples: (.resource(resource), samples.offsets[picture])
        case .decoded: (.images(ObjectIdentifier(slabs[picture])), offsets[picture])
        case .surface, .temporary, .image, .tables, .finished: (.resource(resource), 0)
        }
    }
}
