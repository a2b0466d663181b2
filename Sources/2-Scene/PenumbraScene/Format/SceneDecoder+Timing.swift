import PenumbraMotion

extension SceneDecoder {
    /// Reads the keys of Core Animation's `CAMediaTiming`.
    ///
    /// - Parameter standard: the duration in seconds if there is none.
    func timing(_ fields: Fields, standard: Double) throws(SceneError) -> Timing {
        let begin = try fields.number("beginTime", .any, default: 0)
        let duration = try fields.number("duration", .notNegative, default: standard)
        let speed = try fields.number("speed", .any, default: 1)
        let offset = try fields.number("timeOffset", .any, default: 0)
        let count = try fields["repeatCount"].map { (node) throws(SceneError) in try repeatCount(node) }
        let seconds = try fields["repeatDuration"]?.number(.notNegative)
        let autoreverses = try fields["autoreverses"]?.bool() ?? false
        let mode = try fields["fillMode"]?.choice(Timing.FillMode.self) ?? .removed
        return try placed(fields) { () throws(MotionError) in
            try Timing(
                beginTime: begin, duration: duration, speed: speed, timeOffset: offset, repeatCount: count,
                repeatDuration: seconds, autoreverses: autoreverses, fillMode: mode)
        }
    }

    private func repeatCount(_ node: Node) throws(SceneError) -> Double {
        if node.value == "infinite" { return .infinity }
        if case .number = node.value { return try node.number(.notNegative) }
        throw node.mismatch("a number, 0 or more, or \"infinite\"")
    }

    /// Reads a timing function: a name or a function of CSS, `spring`, or an object with the parameters of a spring.
    func timingFunction(_ node: Node?) throws(SceneError) -> TimingFunction {
        guard let node else { return .linear }
        if case .object = node.value {
            let wanted = "a timing function such as \"ease-in\", or an object with \"spring\""
            let spring = try Fields(node, .timingFunction, wanted: wanted).required("spring", "the parameters of a spring")
            let fields = try Fields(spring, .spring, wanted: "an object with \"mass\", \"stiffness\" and \"damping\"")
            let standard = Spring.standard
            let mass = try fields.number("mass", .positive, default: standard.mass)
            let stiffness = try fields.number("stiffness", .positive, default: standard.stiffness)
            let damping = try fields.number("damping", .notNegative, default: standard.damping)
            let velocity = try fields.number("initialVelocity", .any, default: standard.initialVelocity)
            return .spring(
                try placed(fields) { () throws(MotionError) in
                    try Spring(mass: mass, stiffness: stiffness, damping: damping, initialVelocity: velocity)
                })
        }
        let text = try node.string("a timing function such as \"ease-in\" or \"cubic-bezier(0.2, 0, 0, 1)\"")
        if text == "spring" { return .spring(.standard) }
        do throws(MotionError) {
            return try TimingFunction(text)
        } catch {
            let names = TimingFunction.names.map(\.name) + ["spring"]
            let hint = Spelling.nearest(to: text, in: names).map { "; did you mean \"\($0)\"?" } ?? ""
            throw node.place.error("\(error.message)\(hint)")
        }
    }

    /// Gives an error of the time model its place in the document.
    func placed<Value>(_ fields: Fields, _ make: () throws(MotionError) -> Value) throws(SceneError) -> Value {
        do throws(MotionError) {
            return try make()
        } catch {
            var place = Place.key(fields.node.place, error.key.rawValue)
            if let index = error.index { place = .index(place, index) }
            throw place.error("\(error.message)")
        }
    }
}
