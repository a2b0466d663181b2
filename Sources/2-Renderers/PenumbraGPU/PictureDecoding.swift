/// The source pictures of a group whose pixels are made on the device, from their coefficients or from their codes.
struct PictureDecoding {
    /// The dispatches of each picture.
    let passes: [RecordedPass]
    /// The positions of the pictures' codes, of the states of the codes' readers, of the coefficients, and of the samples, in
    /// shared buffers.
    let codes: GroupExecution.Parts
    let states: GroupExecution.Parts
    let coded: GroupExecution.Parts
    let samples: GroupExecution.Parts
    /// The buffers of the pixels, one for each picture.
    let slabs: [ImageCache.Slab]
    private let offsets: [Int]
    /// The positions of the words that tell whether the device could make the pixels.
    private let statusOffsets: [Int]

    var isEmpty: Bool { passes.isEmpty }

    /// - Parameter fresh: the pictures that are not on the device yet, with the places for their pixels.
    init(_ fresh: [(region: ImageRegion, place: ImageCache.Place)] = []) {
        let pictures = fresh.compactMap { picture in picture.region.coefficients.map { ($0, picture.place) } }
        // All pictures end with the same steps.
        let most = pictures.map(\.0.pass.dispatches.count).max() ?? 0
        passes = pictures.map { region, _ in
            RecordedPass(first: most - region.pass.dispatches.count, dispatches: region.pass.dispatches)
        }
        codes = GroupExecution.Parts(pictures.map(\.0.codeBytes))
        states = GroupExecution.Parts(pictures.map(\.0.stateBytes))
        coded = GroupExecution.Parts(pictures.map(\.0.coefficientBytes))
        samples = GroupExecution.Parts(pictures.map(\.0.sampleBytes))
        slabs = pictures.map(\.1.slab)
        offsets = pictures.map(\.1.offset)
        statusOffsets = fresh.compactMap { $0.region.coefficients == nil ? nil : $0.place.offset + $0.region.layout.byteCount }
    }

    /// Returns the position of a picture's part of a resource.
    func place(_ picture: Int, _ resource: Resource) -> MergedDispatch.Place {
        switch resource {
        case .codes: (.resource(resource), codes.offsets[picture])
        case .states: (.resource(resource), states.offsets[picture])
        case .coefficients: (.resource(resource), coded.offsets[picture])
        case .samples: (.resource(resource), samples.offsets[picture])
        case .decoded: (.images(ObjectIdentifier(slabs[picture])), offsets[picture])
        case .status: (.images(ObjectIdentifier(slabs[picture])), statusOffsets[picture])
        case .surface, .temporary, .image, .tables, .table, .finished: (.resource(resource), 0)
        }
    }
}
