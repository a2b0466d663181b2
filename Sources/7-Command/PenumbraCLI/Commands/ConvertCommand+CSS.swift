import Penumbra
import PenumbraCSS
import PenumbraSystem

/// CSS declarations to a scene.
extension ConvertCommand {
    /// Prints the scene of declarations. Every declaration without an equal is an error, or with `--lenient` a warning.
    func convertDeclarations(_ text: String, from place: String) throws {
        for (notation, color) in Color.clipped(in: text) {
            writeToStandardError("\(oneLine(notation)) lies outside sRGB; a canvas of sRGB clips it to \(color.rounded.css)\n")
        }
        var options = try style.options(isLenient: vector.lenient)
        options.isDark = vector.isDark
        let conversion: CSSConversion
        do throws(CSSError) {
            conversion = try CSSConversion(text, options: options)
        } catch {
            throw failure(error.issues.map(\.words), from: place)
        }
        for issue in conversion.issues { Notices.write("\(place): \(issue); left out") }
        for note in conversion.notes { Notices.write("\(place): \(oneLine(note))") }
        print(try checked(conversion.scene, from: place), terminator: "")
    }

    /// The failure of a document that isn't converted. Each reason is a line on standard error.
    func failure(_ messages: [Message], from place: String) -> CommandFailure {
        if messages.count == 1 { return CommandFailure(.badData, "\(place): \(messages[0]); --lenient leaves it out") }
        for message in messages { writeToStandardError("penumbra: \(place): \(message)\n") }
        return CommandFailure(.badData, "\(place): \(messages.count) properties have no equal; --lenient leaves them out")
    }

    /// The text of a scene, after it was read back.
    func checked(_ scene: JSONValue, from place: String) throws -> String {
        let text = scene.prettyPrinted()
        do throws(SceneError) {
            _ = try Scene(json: Array(text.utf8))
        } catch {
            throw CommandFailure(.badData, "\(place): the converted scene isn't valid: \(error)")
        }
        return text
    }
}
