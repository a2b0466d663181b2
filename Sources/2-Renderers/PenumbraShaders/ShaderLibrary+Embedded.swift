import CPenumbraEmbedded

extension ShaderLibrary {
    /// The files of the top-level folder `Shaders`, which `CPenumbraEmbedded/shaders.c` lists.
    static var embeddedFiles: [String: String] {
        var files: [String: String] = [:]
        var index: Int32 = 0
        while case let file = penumbra_embedded_shader(index), let name = file.name, let text = file.text {
            files[String(cString: name)] = String(cString: text)
            index += 1
        }
        return files
    }
}
