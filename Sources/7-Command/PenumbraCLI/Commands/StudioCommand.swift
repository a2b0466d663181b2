#if PENUMBRA_SERVICE
    import ArgumentParser
    import Penumbra
    import PenumbraService
    import PenumbraSystem

    struct StudioCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "studio",
            abstract: "Show a scene or page in the browser while you edit it.",
            discussion: """
                Prints the address of a page. The picture follows the file as it is saved.
                Sliders, colour wells and drags change the scene only in the page, and never
                the file. Copy the result as JSON, as CSS or as a command.

                EXAMPLES
                  penumbra studio card.json
                  penumbra studio card.html
                  penumbra studio card.json --set title=Hello --listen 127.0.0.1:0
                """)

        @OptionGroup var input: SceneOptions
        @Option(help: ArgumentHelp("Address; port 0 is any free port.", valueName: "host:port")) var listen = "127.0.0.1:8089"
        @Option(help: ArgumentHelp("CPU threads. Default: all processors.", valueName: "count", visibility: .hidden))
        var threads: Int?
        @Option(help: ArgumentHelp("Folder of the page's files, to work on them.", valueName: "folder", visibility: .hidden))
        var page: String?
        @OptionGroup var limits: LimitOptions

        func validate() throws {
            _ = try ListenAddress(listen)
            try check("--threads", threads, Limits.threads)
            guard input.scene != "-" else {
                throw ValidationError("A studio can't watch standard input; name the scene's file.")
            }
        }

        private func options() throws -> StudioOptions {
            var options = StudioOptions(scene: input.scene)
            options.limits = try limits.resolved()
            options.parameters = try parameters(options.limits.scene)
            options.scale = input.scale.scale
            options.files = try input.files()
            options.threads = threads ?? processorCount()
            options.pageFolder = page
            options.settingName = \.option
            options.command = Self.command
            return options
        }

        /// The values of parameters that were set. The scene must declare them; its other mistakes appear in the page.
        private func parameters(_ limits: SceneLimits) throws -> [String: JSONValue] {
            let (bytes, parameters) = try input.contents(limits)
            // The page shows mistakes in the values of HTML.
            if HTMLDocument.isDocument(bytes, named: input.scene) { return parameters }
            do throws(SceneError) {
                _ = try Scene(json: bytes, parameters: parameters, limits: limits)
            } catch {
                if error.place.hasPrefix("parameters.") { throw CommandFailure.badData(input.name)(error) }
            }
            return parameters
        }

        func run() throws {
            let signals = ServiceSignals()
            let address = try ListenAddress(listen)
            let studio = try Studio(try options())
            let used = try studio.start(host: address.host, port: address.port)
            writeToStandardError("listening on \(address.url(port: used))\(studio.path)\n")
            signals.waitForEnd {}
            studio.end()
        }

        /// The command that draws the picture that a page shows.
        private static func command(_ picture: StudioPicture) -> String {
            var words = ["penumbra", "render", picture.scene]
            for (name, value) in picture.parameters {
                let text: String
                if case .string(let string) = value { text = string } else { text = value.compact() }
                words += ["--set", "\(name)=\(text)"]
            }
            if let time = picture.time { words += ["--at", time] }
            if let scale = picture.scale { words += ["--scale", plain(scale)] }
            let name = picture.scene.split(separator: "/").last ?? "scene.json"
            let isNamed = name.hasSuffix(".json") || name.hasSuffix(".html")
            words += ["-o", (isNamed ? String(name.dropLast(5)) : String(name)) + ".png"]
            return words.map(quoted).joined(separator: " ")
        }

        /// A word as a shell reads it.
        private static func quoted(_ word: String) -> String {
            func isPlain(_ letter: Character) -> Bool {
                letter.isASCII && (letter.isLetter || letter.isNumber || "-_./=:,@%+".contains(letter))
            }
            let needsQuotes = word.isEmpty || !word.allSatisfy(isPlain)
            return needsQuotes ? "'" + word.replacing("'", with: "'\\''") + "'" : word
        }
    }
#else
    import ArgumentParser

    /// Stands for `studio` in builds without a server.
    struct MissingStudioCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "studio", abstract: "Show a scene in the browser while you edit it (not in this build).")

        @Argument(parsing: .captureForPassthrough, help: .hidden) var arguments: [String] = []

        func run() throws {
            throw ValidationError("This build has no server; build with `scripts/run studio` or `swift build -c release`.")
        }
    }
#endif
