/// Characters in the order of their first use.
struct DistinctCharacters {
    private(set) var string = ""
    private var known: Set<Character> = []

    mutating func insert(_ character: Character) {
        if known.insert(character).inserted { string.append(character) }
    }
}
