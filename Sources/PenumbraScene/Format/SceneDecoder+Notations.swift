import PenumbraGeometry

extension SceneDecoder {
    /// The shadows of a CSS string; none where there is no string.
    func boxShadows(_ node: Node?) throws(SceneError) -> [BoxShadow] {
        guard let node else { return [] }
        let text = try node.string("a CSS box-shadow such as \"0 4px 12px rgb(0 0 0 / 20%)\"")
        let shadows: [BoxShadow]
        do { shadows = try BoxShadow.list(css: text) } catch { throw node.place.error(error.message) }
        for _ in shadows { try context.countShadow(at: node.place) }
        return shadows
    }

    /// The functions of a CSS string; none where there is no string.
    func filter(_ node: Node?) throws(SceneError) -> [FilterFunction] {
        guard let node else { return [] }
        let text = try node.string("a CSS filter such as \"blur(4px)\"")
        let functions: [FilterFunction]
        do { functions = try FilterFunction.list(css: text) } catch { throw node.place.error(error.message) }
        guard functions.count <= SceneLimits.filterFunctions else {
            throw node.place.error("more than \(SceneLimits.filterFunctions) functions in one filter")
        }
        return functions
    }
}
