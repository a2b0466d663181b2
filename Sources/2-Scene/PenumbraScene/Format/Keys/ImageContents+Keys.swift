import PenumbraSystem

extension ImageContents {
    static let keys = Keys(ImageContents(source: .data([])), moving: .beforeLayout) {
        Key("contents", \.source, .picture.required).help(
            "A picture's file, starting at the scene's folder, or a data: URL; null and \"\" draw nothing.")
        Key("contentsGravity", \.gravity, .choice).help("How the picture is fitted to the frame.")
        Key("contentsRect", \.contentsRect, .unitRect).help(
            "The part of the picture that is used, [x, y, width, height] in unit coordinates.")
        Key("contentsCenter", \.contentsCenter, .none(or: .centerRect)).help(
            "The part that is stretched where the picture is resized, [x, y, width, height] in unit coordinates; what lies around it keeps its size."
        )
        Key("contentsScale", \.contentsScale, .number(.positive)).help("Image pixels a point.")
        Key("interpolation", \.interpolation, .choice).help("How the picture's pixels become the canvas's.")
        Key("tint", \.tint, .none(or: .color, moving: .transparent)).help(
            "A colour painted through the picture's alpha, instead of the picture's own.")
    }
}

extension Form where Value == ImageSource {
    /// A file or a data: URL.
    static var file: Form {
        Form(
            .definition("imageSource"), read: { node throws(SceneError) in try node.decoder.imageSource(node) },
            write: { source, members in
                switch source {
                case .file(let path): .string(FilePath.relative(path, to: members.baseFolder))
                case .data(let bytes): .string(DataURL.url(of: bytes))
                }
            })
    }

    /// A file or a data: URL. Null and the empty string give no bytes.
    static var picture: Form {
        Form(
            .any(of: file.schema, .noPicture), wanted: "a file path or a data: URL",
            read: { node throws(SceneError) in node.isEmpty ? .data([]) : try file.read(node) }, write: file.write,
            motion: { [AnimatableKey($0, .image($1))] })
    }
}

extension Form where Value == Rect {
    fileprivate static var unitRect: Form {
        var form = rect(.numbers([.any, .any, .positive, .positive])) { node throws(SceneError) in
            try node.rect(sides: .positive)
        }
        form.motion = { path, lens in
            [
                AnimatableKey(
                    path,
                    .rect(
                        lens.part(
                            { $0 },
                            { $0 = Rect(x: $1.minX, y: $1.minY, width: max(1e-9, $1.width), height: max(1e-9, $1.height)) })))
            ]
        }
        return form
    }

    fileprivate static var centerRect: Form {
        rect(.numbers([.unit, .unit, .unit, .unit])) { node throws(SceneError) in
            let center = try node.rect(sides: .notNegative)
            guard center.minX >= 0, center.minY >= 0, center.maxX <= 1 + 1e-9, center.maxY <= 1 + 1e-9 else {
                throw node.mismatch("a rectangle [x, y, width, height] inside [0, 0, 1, 1]")
            }
            return center
        }
    }
}

extension SceneDecoder {
    /// Reads the picture of an image layer. Nil if `contents` is null or empty, for a photo that some scenes don't have.
    func image(_ fields: Fields) throws(SceneError) -> ImageContents? {
        let image = try ImageContents.keys.read(fields)
        return try fields["contents"]?.isEmpty == true ? nil : image
    }

    func imageSource(_ node: Node) throws(SceneError) -> ImageSource {
        let text = try node.text("a file path or a data: URL")
        if DataURL.isDataURL(text) {
            do { return .data(try DataURL.bytes(of: text)) } catch { throw node.place.error(error.message) }
        }
        if text.prefix(1000).drop(while: \.isWhitespace).hasPrefix("<") {
            throw node.place.error(
                "found \(quoted(text)), which looks like SVG; write \"data:image/svg+xml,<svg …\", or name a file"
            )
        }
        if let scheme = FilePath.urlScheme(of: text) {
            throw node.place.error(
                "found \(quoted(text)); nothing is fetched from a network, expected a file path or a data: URL"
                    + (scheme == "file" ? " (leave out file://)" : ""))
        }
        guard !text.isEmpty, !text.utf8.contains(0) else {
            throw node.mismatch("a file path or a data: URL")
        }
        return .file(FilePath.join(context.baseFolder, text))
    }
}
