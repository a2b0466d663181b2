extension CorpusArchive {
    /// What this program was built with: `Resources/corpus.pack`, which `scripts/release/record-digests` writes.
    public static func embedded() throws(CorpusArchiveError) -> CorpusArchive {
        try CorpusArchive(compressed: PackageResources.corpus_pack)
    }
}
