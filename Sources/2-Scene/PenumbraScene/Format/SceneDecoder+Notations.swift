extension SceneDecoder {
    /// Reads the shadows of a CSS string. A missing string gives no shadows.
    func boxShadows(_ node: Node?) throws(SceneError) -> [BoxShadow] {
        guard let node else { return [] }
        let text = try node.string("a CSS box-shadow such as \"0 4px 12px rgb(0 0 0 / 20%)\"")
        let shadows: [BoxShadow]
        // Reading one shadow more than allowed is enough to refuse the list.
        let most = context.tally.remainingShadows + 1
        do { shadows = try BoxShadow.list(css: text, upTo: most) } catch { throw node.place.error(error.message) }
        try context.tally.addShadows(shadows.count, at: node.place)
        return shadows
    }

    /// Reads the functions of a CSS string. A missing string gives no functions.
    func filter(_ node: Node?) throws(SceneError) -> [FilterFunction] {
        guard let node else { return [] }
        let text = try node.string("a CSS filter such as \"blur(4px)\"")
        let functions: [FilterFunction]
        do { functions = try FilterFunction.list(css: text) } catch { throw node.place.error(error.message) }
        try context.tally.addShadows(functions.count, at: node.place)
        return functions
    }
}
