extension GroupExecution {
    /// The positions of the plans' parts in a shared buffer.
    struct Parts {
        private(set) var offsets: [Int] = []
        private(set) var byteCount = 0

        init(_ sizes: [Int], alignment: Int = 256) {
            for size in sizes {
                offsets.append(byteCount)
                byteCount += (size + alignment - 1) / alignment * alignment
            }
        }
    }
}
