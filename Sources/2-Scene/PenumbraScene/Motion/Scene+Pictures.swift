import PenumbraMotion

extension Scene {
    /// The pictures that the layers show at any time, also those of hidden layers. A picture may occur more than once.
    package var pictureSources: [ImageSource] { layers.flatMap(\.pictureSources) }
}

extension Layer {
    fileprivate var pictureSources: [ImageSource] {
        var result: [ImageSource] = []
        if case .image(let contents) = kind { result.append(contents.source) }
        if case .text(let text) = kind { result += text.runs.compactMap(\.picture?.source) }
        for animation in animations {
            if case .image(let images) = animation.values { result += images.values.all.map(\.value) }
        }
        return result + (mask?.pictureSources ?? []) + sublayers.flatMap(\.pictureSources)
    }
}

extension Animation.Values {
    /// The values that the animation names.
    fileprivate var all: [Value] {
        switch self {
        case .basic(let values): [values.from, values.to, values.by].compactMap { $0 }
        case .keyframes(let keyframes): keyframes.values
        }
    }
}
