import CPenumbraSystem

/// The arguments that the process was started with.
package enum ProcessArguments {
    /// All arguments, beginning with the process's name. `CommandLine` has none where /proc is not mounted.
    package static let all: [String] = (0..<penumbra_argument_count()).map { index in
        penumbra_argument(index).map { String(cString: $0) } ?? ""
    }
}
