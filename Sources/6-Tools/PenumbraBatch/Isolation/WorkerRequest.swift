import Penumbra
import PenumbraSystem

/// A message from a batch to one of its workers.
package enum WorkerRequest {
    /// The first message, which configures the worker.
    case start(WorkerStart)
    /// A job to run. The worker replies with one `WorkerAnswer` that carries the job's line.
    case job(BatchJob)

    package var message: [UInt8] {
        var body = MessageWriter()
        let kind: UInt32
        switch self {
        case .start(let start):
            kind = 1
            start.write(to: &body)
        case .job(let job):
            kind = 2
            job.write(to: &body)
        }
        return MessageFrame.header(kind: kind, bodyBytes: body.bytes.count) + body.bytes
    }

    /// - Parameters:
    ///   - shared: the scene that all rows of a table share.
    ///   - limits: the limits for scenes.
    package init(_ frame: MessageFrame, shared: SceneTemplate?, limits: SceneLimits = .default) throws(MessageError) {
        var reader = MessageReader(frame.body)
        switch frame.kind {
        case 1: self = .start(try WorkerStart(&reader, limits))
        case 2: self = .job(try BatchJob(&reader, shared: shared, limits))
        default: throw MessageError()
        }
        guard reader.isAtEnd else { throw MessageError() }
    }
}

/// The configuration of a worker.
package struct WorkerStart {
    /// The device that draws: `cpu`, `egl:0`. Nil makes the worker list the devices and end.
    package var device: String?
    package var threads: Int
    /// Memory in bytes that the worker's jobs may use together.
    package var memory: Int
    /// The scene that all rows of a table share.
    package var template: SceneTemplate?
    /// The folder that relative input paths start at.
    var folder: String

    func write(to body: inout MessageWriter) {
        body.add(device) { $0.add($1) }
        body.add(threads)
        body.add(memory)
        body.add(template) { $1.write(to: &$0) }
        body.add(folder)
    }

    package init(device: String?, threads: Int, memory: Int, template: SceneTemplate?, folder: String = "") {
        (self.device, self.threads, self.memory, self.template, self.folder) = (device, threads, memory, template, folder)
    }

    init(_ reader: inout MessageReader, _ limits: SceneLimits) throws(MessageError) {
        device = try reader.optional { reader throws(MessageError) in try reader.text() }
        threads = try reader.count()
        memory = try reader.count()
        template = try reader.optional { reader throws(MessageError) in try SceneTemplate(&reader, limits) }
        folder = try reader.text()
    }
}

extension SceneTemplate {
    func write(to body: inout MessageWriter) {
        switch source {
        case .scene(let document): body.add(document.compact())
        case .page(let template): body.add(template.source)
        }
        body.add(name)
        body.add(baseFolder)
        body.add(digest)
        if case .page = source { body.add([page.text]) } else { body.add([String]()) }
    }

    convenience init(_ reader: inout MessageReader, _ limits: SceneLimits) throws(MessageError) {
        let (contents, name, folder) = (try reader.part(), try reader.text(), try reader.text())
        let digest = try reader.digest()
        // Only pages have options.
        if let text = try reader.texts().first {
            let limitsOfPage = HTMLLimits(documentBytes: limits.documentBytes, memory: limits.documentMemory)
            guard let page = PageOptions(text: text), let template = try? HTMLTemplate(contents, limits: limitsOfPage) else {
                throw MessageError()
            }
            self.init(template, page, name: name, baseFolder: folder, digest: digest, limits: limits)
            return
        }
        guard let document = try? JSONValue(parsing: contents, limit: limits.documentBytes) else {
            throw MessageError()
        }
        self.init(document: document, name: name, baseFolder: folder, digest: digest, limits: limits)
    }
}

extension BatchJob {
    func write(to body: inout MessageWriter) {
        body.add(line)
        switch template {
        case .file(let path):
            body.add(0)
            body.add(path)
        case .template(let template) where template.isShared:
            body.add(1)
        case .template(let template):
            body.add(2)
            template.write(to: &body)
        }
        body.add(JSONValue.object(JSONObject(parameters.map { .init(key: $0.key, value: $0.value) })).compact())
        body.add(output)
        body.add(scale) { $0.add($1) }
        motion.write(to: &body)
        body.add(maxBytes) { $0.add($1) }
        body.add(numbered) { $1.write(to: &$0) }
        body.add(claim) { $0.add($1) }
        body.add(allowance) { $0.add($1) }
    }

    init(_ reader: inout MessageReader, shared: SceneTemplate?, _ limits: SceneLimits) throws(MessageError) {
        let line = try reader.count()
        let template: TemplateReference
        switch try reader.integer() {
        case 0: template = .file(try reader.text())
        case 1:
            guard let shared else { throw MessageError() }
            template = .template(shared)
        case 2: template = .template(try SceneTemplate(&reader, limits))
        default: throw MessageError()
        }
        guard case .object(let object)? = try? JSONValue(parsing: try reader.part(), limit: limits.documentBytes) else {
            throw MessageError()
        }
        self.init(
            line: line, template: template,
            parameters: Dictionary(object.members.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first }),
            output: try reader.text(), scale: try reader.optional { reader throws(MessageError) in try reader.double() },
            motion: try JobMotion(&reader), maxBytes: try reader.optional { reader throws(MessageError) in try reader.count() })
        numbered = try reader.optional { reader throws(MessageError) in try NumberedOutput(&reader) }
        claim = try reader.optional { reader throws(MessageError) in try reader.digest() }
        allowance = try reader.optional { reader throws(MessageError) in try reader.count() }
    }
}
