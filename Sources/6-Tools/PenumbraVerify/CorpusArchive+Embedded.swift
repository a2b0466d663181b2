extension CorpusArchive {
    /// The archive built into this program: `Resources/corpus.pack`, which `scripts/release/record-digests` writes.
    public static func embedded() throws(CorpusArchiveError) -> CorpusArchive {
        try CorpusArchive(compressed: PackageResources.corpus_pack)
    }
}
