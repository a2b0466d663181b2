import Penumbra
import PenumbraSystem

/// The plainest forms of `penumbra render`, read without the argument parser.
///
/// The parser finds the options of a command by reflection, which takes longer than drawing a small scene. Arguments that are
/// less plain, mistakes included, are left to the parser.
struct PlainRender {
    private var scene: String?
    private var output: String?
    private var settings: [String] = []
    private var folders: [String] = []
    private var scale: Double?
    private var width: Int?
    private var height: PageHeightArgument?
    private var backend: Backend?
    private var isQuiet = false

    /// The command of these arguments, validated. Nil for arguments that the parser must read.
    static func command(_ arguments: [String]) -> RenderCommand? {
        guard arguments.first == RenderCommand.configuration.commandName else { return nil }
        var plain = PlainRender()
        return plain.read(arguments.dropFirst()) ? plain.command : nil
    }

    /// Reads arguments. False if one of them isn't plain.
    private mutating func read(_ arguments: ArraySlice<String>) -> Bool {
        var rest = arguments
        while let argument = rest.popFirst() {
            guard argument.hasPrefix("-"), argument != "-" else {
                guard scene == nil else { return false }
                scene = argument
                continue
            }
            if argument == "-q" || argument == "--quiet" {
                isQuiet = true
                continue
            }
            guard let value = rest.popFirst(), !value.hasPrefix("-") || value == "-", set(argument, value) else { return false }
        }
        return scene != nil && output != nil
    }

    /// Sets the value of an option. False for an option that isn't plain, that has a value already, or whose value is wrong.
    private mutating func set(_ option: String, _ value: String) -> Bool {
        func set<Value>(_ property: inout Value?, _ value: Value?) -> Bool {
            guard property == nil, let value else { return false }
            property = value
            return true
        }
        switch option {
        case "-o", "--output": return set(&output, value)
        case "--scale": return set(&scale, Double(argument: value))
        case "--width": return set(&width, Int(argument: value))
        case "--height": return set(&height, PageHeightArgument(argument: value))
        case "--backend": return set(&backend, Backend(argument: value))
        case "--set":
            settings.append(value)
            return true
        case "--root":
            folders.append(value)
            return true
        default: return false
        }
    }

    /// The command, with the defaults of all other options.
    private var command: RenderCommand? {
        guard let scene, let output else { return nil }
        var command = RenderCommand()
        command.input = .plain(scene: scene, settings: settings, scale: .plain(scale), roots: .plain(folders: folders))
        command.time = .plain
        command.vector = .plain(width: width, height: height)
        command.output = .plain(file: output)
        command.renderer = .plain(drawing: .plain(backend: backend, isQuiet: isQuiet))
        do {
            try command.input.scale.validate()
            try command.vector.validate()
            try command.output.validate()
            try command.renderer.drawing.limits.validate()
            try command.renderer.drawing.validate()
            try command.renderer.validate()
        } catch {
            return nil
        }
        return command
    }
}

// MARK: Options with their defaults

extension SceneOptions {
    fileprivate static func plain(
        scene: String, settings: [String], scale: ScaleOption, roots: RootOptions
    ) -> SceneOptions {
        var options = SceneOptions()
        (options.scene, options.settings, options.scale, options.roots) = (scene, settings, scale, roots)
        return options
    }
}

extension ScaleOption {
    fileprivate static func plain(_ scale: Double?) -> ScaleOption {
        var options = ScaleOption()
        options.scale = scale
        return options
    }
}

extension RootOptions {
    fileprivate static func plain(folders: [String]) -> RootOptions {
        var options = RootOptions()
        (options.folders, options.fonts) = (folders, [])
        return options
    }
}

extension TimeOption {
    fileprivate static var plain: TimeOption {
        var options = TimeOption()
        options.at = nil
        return options
    }
}

extension VectorOptions {
    fileprivate static func plain(width: Int?, height: PageHeightArgument?) -> VectorOptions {
        var options = VectorOptions()
        (options.width, options.height, options.colorScheme) = (width, height, nil)
        (options.allowMissing, options.lenient) = (false, false)
        return options
    }
}

extension SceneOutputOptions {
    fileprivate static func plain(file: String) -> SceneOutputOptions {
        var format = PictureFormatOptions()
        (format.format, format.quality, format.maxBytes, format.matte) = (nil, nil, nil, nil)
        (format.lossless, format.overwrite) = (false, false)
        var picture = ScenePictureOptions()
        (picture.format, picture.trim, picture.strict) = (format, false, false)
        var options = SceneOutputOptions()
        (options.file, options.picture) = (file, picture)
        return options
    }
}

extension DrawingOptions {
    fileprivate static func plain(backend: Backend?, isQuiet: Bool) -> DrawingOptions {
        var limits = LimitOptions()
        limits.limits = nil
        var options = DrawingOptions()
        (options.backend, options.effort) = (backend ?? standardBackend, standardEffort)
        (options.threads, options.quiet, options.limits) = (nil, isQuiet, limits)
        return options
    }
}

extension RendererOptions {
    fileprivate static func plain(drawing: DrawingOptions) -> RendererOptions {
        var options = RendererOptions()
        (options.drawing, options.device, options.shaders, options.tileSize) = (drawing, nil, nil, nil)
        options.verbose = false
        return options
    }
}
