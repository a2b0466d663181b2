import Penumbra

/// The files of the page. They are in `Page/`, and inside the binary.
struct StudioPage: Sendable {
    /// A folder whose files replace the built-in ones, for work on the page. They are read at each request.
    var folder: String?

    /// Bytes and media type of a file. Nil if there is none of the name.
    func file(_ name: String) -> (bytes: [UInt8], type: String)? {
        let name = name.isEmpty ? "studio.html" : name
        guard let bytes = Self.embedded(name), let ending = name.split(separator: ".").last else { return nil }
        let type =
            switch ending {
            case "html": "text/html; charset=utf-8"
            case "css": "text/css; charset=utf-8"
            case "svg": "image/svg+xml"
            default: "text/javascript; charset=utf-8"
            }
        // Only names of built-in files are opened.
        guard let folder else { return (bytes, type) }
        return ((try? FileReader.read("\(folder)/\(name)")) ?? bytes, type)
    }

    private static func embedded(_ name: String) -> [UInt8]? {
        switch name {
        case "studio.html": PackageResources.studio_html
        case "studio.css": PackageResources.studio_css
        case "controls.css": PackageResources.controls_css
        case "icon.svg": PackageResources.icon_svg
        case "main.js": PackageResources.main_js
        case "state.js": PackageResources.state_js
        case "server.js": PackageResources.server_js
        case "picture.js": PackageResources.picture_js
        case "dragging.js": PackageResources.dragging_js
        case "handles.js": PackageResources.handles_js
        case "layers.js": PackageResources.layers_js
        case "schema.js": PackageResources.schema_js
        case "controls.js": PackageResources.controls_js
        case "inspector.js": PackageResources.inspector_js
        case "timeline.js": PackageResources.timeline_js
        case "views.js": PackageResources.views_js
        case "copying.js": PackageResources.copying_js
        default: nil
        }
    }
}
