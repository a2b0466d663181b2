import CPenumbraEmbedded

extension CorpusArchive {
    /// The archive built into this program: `Resources/corpus.pack`, which `scripts/release/record-digests` writes.
    public static func embedded() throws(CorpusArchiveError) -> CorpusArchive {
        let pack = penumbra_embedded_corpus()
        return try CorpusArchive(compressed: Array(UnsafeBufferPointer(start: pack.bytes, count: pack.count)))
    }
}
