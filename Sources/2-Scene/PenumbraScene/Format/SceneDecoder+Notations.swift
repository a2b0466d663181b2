extension SceneDecoder {
    /// The shadows of a CSS string; none where there is no string.
    func boxShadows(_ node: Node?) throws(SceneError) -> [BoxShadow] {
        guard let node else { return [] }
        let text = try node.string("a CSS box-shadow such as \"0 4px 12px rgb(0 0 0 / 20%)\"")
        let shadows: [BoxShadow]
        // One more than there may be is enough to refuse it.
        let most = context.tally.remainingShadows + 1
        do { shadows = try BoxShadow.list(css: text, upTo: most) } catch { throw node.place.error(error.message) }
        try context.tally.addShadows(shadows.count, at: node.place)
        return shadows
    }

    /// The functions of a CSS string; none where there is no string.
    func filter(_ node: Node?) throws(SceneError) -> [FilterFunction] {
        guard let node else { return [] }
        let text = try node.string("a CSS filter such as \"blur(4px)\"")
        let functions: [FilterFunction]
        do { functions = try FilterFunction.list(css: text) } catch { throw node.place.error(error.message) }
        try context.tally.addShadows(functions.count, at: node.place)
        return functions
    }
}
