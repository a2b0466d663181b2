/// The tables of animations. They move to KeyTable.swift, and into the schema, with the layers' key `animations`.
extension KeyTable {
    static let animation = KeyTable(
        "an animation", KeyMeaning.animation + KeyMeaning.timing, elsewhere: ["animations": "a group of animations"])
    static let animationGroup = KeyTable(
        "a group of animations", KeyMeaning.animationGroup + KeyMeaning.timing,
        elsewhere: Dictionary(uniqueKeysWithValues: KeyMeaning.animation.map { ($0.key, "the animations in a group") }))
    static let timingFunction = KeyTable("a timing function", KeyMeaning.timingFunction)
    static let spring = KeyTable("a spring", KeyMeaning.spring)
}
