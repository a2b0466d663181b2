import Glibc
import Testing

/// What some tests need of the host. In CI these tests always run, and fail where something is missing.
public enum Requirement {
    /// The path of the built command: PENUMBRA_COMMAND, or else the path of a release build.
    public static let command: String = {
        if let named = getenv("PENUMBRA_COMMAND") { return String(cString: named) }
        return Repository.root + "/.build/release/penumbra"
    }()

    /// The first C compiler found on this host; nil if there is none.
    public static let compiler: String? = {
        let folders = (getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin").split(separator: ":")
        for name in ["cc", "clang", "gcc"] {
            for folder in folders where access("\(folder)/\(name)", X_OK) == 0 { return "\(folder)/\(name)" }
        }
        return nil
    }()

    public static let hasCommand = isCI || access(command, X_OK) == 0
    public static let hasCompiler = isCI || compiler != nil
    /// Whether Mesa's EGL is installed, which draws on the processor.
    public static let hasSoftwareGL: Bool = {
        guard let library = dlopen("libEGL_mesa.so.0", RTLD_LAZY | RTLD_LOCAL) else { return isCI }
        dlclose(library)
        return true
    }()

    private static let isCI = getenv("CI") != nil
}

extension Trait where Self == ConditionTrait {
    /// The test runs the built command.
    public static var needsCommand: Self {
        .enabled(if: Requirement.hasCommand, "the command is not built: swift build -c release")
    }

    /// The test draws on a software GL.
    public static var needsSoftwareGL: Self {
        .enabled(
            if: Requirement.hasSoftwareGL, "no software GL: apt-get install libegl1 libgles2 libegl-mesa0 libgl1-mesa-dri")
    }

    /// The test compiles a library in C.
    public static var needsCompiler: Self {
        .enabled(if: Requirement.hasCompiler, "no C compiler: apt-get install gcc")
    }
}
