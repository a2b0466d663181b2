import Foundation
import PenumbraCoreGraphics
import PenumbraElementary
import PenumbraGeometry
import PenumbraScene

/// Random numbers that depend on a seed and a place in a sequence alone, by S. Steele's SplitMix64.
private struct RandomNumbers {
    private var state: UInt64

    init(_ parts: [UInt64]) {
        state = 0
        for part in parts { state = Self.mixed(state &+ 0x9E37_79B9_7F4A_7C15 &+ part) }
    }

    private static func mixed(_ value: UInt64) -> UInt64 {
        var z = value
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    /// A number from 0 up to, and without, 1.
    mutating func next() -> Double {
        state &+= 0x9E37_79B9_7F4A_7C15
        return Double(Self.mixed(state) >> 11) * 0x1p-53
    }

    /// A number within half a range around a middle.
    mutating func around(_ middle: Double, _ range: Double) -> Double {
        let share = next()
        return range == 0 ? middle : middle + (share - 0.5) * range
    }
}

/// A particle at a time.
private struct Particle {
    var cell: CAEmitterCell
    var position: Point
    var scale: Double
    var angle: Double
    var color: Color
    var age: Double
}

extension SnapshotBuilder {
    /// The most particles of one emitter layer.
    static let mostParticles = 50_000

    /// The living particles of an emitter, as layers in its bounds.
    func particles(of emitter: CAEmitterLayer, at time: CFTimeInterval, _ space: SuperlayerSpace) -> [Layer] {
        var found: [Particle] = []
        for (index, cell) in (emitter.emitterCells ?? []).enumerated() where cell.isEnabled {
            let source = Source(
                time: time, rate: Double(emitter.birthRate), lifetime: Double(emitter.lifetime),
                velocity: Double(emitter.velocity), scale: Double(emitter.scale), spin: Double(emitter.spin),
                seed: [UInt64(emitter.seed), UInt64(index)], end: .infinity)
            emit(cell, from: source, depth: 0, &found) { Self.birthplace(emitter, isUpsideDown: space.isUpsideDown, &$0) }
        }
        guard count(found.count) else { return [] }
        switch emitter.renderMode {
        case .oldestFirst: found = stable(found) { $0.age > $1.age }
        case .oldestLast: found = stable(found) { $0.age < $1.age }
        default: break
        }
        let layers = found.compactMap { layer(of: $0, space.origin, isSum: emitter.renderMode == .additive) }
        guard space.isUpsideDown else { return layers }
        return layers.map { layer in
            var layer = layer
            layer.transform = PenumbraGeometry.AffineTransform.scale(1, -1).concatenating(layer.transform)
            return layer
        }
    }

    /// Sorts and keeps the order of equal particles.
    private func stable(_ list: [Particle], _ comes: (Particle, Particle) -> Bool) -> [Particle] {
        list.enumerated().sorted { a, b in
            if comes(a.element, b.element) { return true }
            return comes(b.element, a.element) ? false : a.offset < b.offset
        }.map(\.element)
    }

    /// What emits particles: a layer, or a particle.
    private struct Source {
        var time: Double
        var rate: Double
        var lifetime: Double
        var velocity: Double
        var scale: Double
        var spin: Double
        var seed: [UInt64]
        /// When the source stops emitting.
        var end: Double
    }

    private func emit(
        _ cell: CAEmitterCell, from source: Source, depth: Int, _ found: inout [Particle],
        at place: (inout RandomNumbers) -> (Point, Double)
    ) {
        let rate = Double(cell.birthRate) * source.rate
        let lifetime = Double(cell.lifetime) * source.lifetime
        let range = abs(Double(cell.lifetimeRange)) * source.lifetime
        let longest = lifetime + range / 2
        let now = (source.time - cell.beginTime) * Double(cell.speed) + cell.timeOffset
        let last = min(now, source.end, cell.duration)
        guard rate > 0, rate.isFinite, longest > 0, longest.isFinite, now >= 0, last >= 0, depth < 4 else { return }
        // Particle n is born at n/rate seconds.
        let first = max(0, ((now - longest) * rate).rounded(.up))
        let final = (last * rate).rounded(.down)
        guard final >= first else { return }
        guard final - first < Double(Self.mostParticles), final < 0x1p53 else {
            fail(.tooMany(allowed: Self.mostParticles))
            return
        }
        for number in Int(first)...Int(final) {
            let seed = source.seed + [UInt64(number)]
            var random = RandomNumbers(seed)
            let age = now - Double(number) / rate
            let life = random.around(lifetime, range)
            guard age < life, age >= 0 else { continue }
            guard found.count < Self.mostParticles else {
                fail(.tooMany(allowed: Self.mostParticles))
                return
            }
            let (start, outward) = place(&random)
            let particle = Self.particle(cell, source, start, outward, age, &random)
            let children = cell.emitterCells ?? []
            if cell.contents != nil { found.append(particle.at(age)) }
            for (index, child) in children.enumerated() where child.isEnabled {
                let inner = Source(
                    time: age, rate: 1, lifetime: 1, velocity: 1, scale: 1, spin: 1, seed: seed + [UInt64(index)], end: life)
                // A child is born where its parent is then. Births come before the child's other random numbers.
                emitChildren(child, of: particle, from: inner, depth: depth + 1, &found)
            }
        }
    }

    private func emitChildren(
        _ cell: CAEmitterCell, of parent: Motion, from source: Source, depth: Int, _ found: inout [Particle]
    ) {
        let start = found.count
        emit(cell, from: source, depth: depth, &found) { _ in (.zero, parent.direction) }
        for index in start..<found.count {
            let birth = max(0, source.time - found[index].age)
            let place = parent.at(birth)
            found[index].position = found[index].position + place.position
        }
    }

    /// The motion of a particle from its birth on.
    private struct Motion {
        var cell: CAEmitterCell
        var start: Point
        var velocity: Point
        var direction: Double
        var acceleration: Point
        var scale: Double
        var scaleSpeed: Double
        var spin: Double
        var color: SIMD4<Double>
        var colorSpeed: SIMD4<Double>

        func at(_ age: Double) -> Particle {
            let half = age * age / 2
            let sum = color + age * colorSpeed
            func held(_ value: Double) -> Double { max(0, min(1, value)) }
            return Particle(
                cell: cell,
                position: Point(
                    start.x + age * velocity.x + half * acceleration.x, start.y + age * velocity.y + half * acceleration.y),
                scale: scale + age * scaleSpeed, angle: age * spin,
                color: Color(red: held(sum.x), green: held(sum.y), blue: held(sum.z), alpha: held(sum.w)), age: age)
        }
    }

    private static func particle(
        _ cell: CAEmitterCell, _ source: Source, _ start: Point, _ outward: Double, _ age: Double, _ random: inout RandomNumbers
    ) -> Motion {
        let longitude = outward + random.around(Double(cell.emissionLongitude), 2 * Double(cell.emissionRange))
        let speed = random.around(Double(cell.velocity), Double(cell.velocityRange)) * source.velocity
        let flat = speed * Elementary.cos(Double(cell.emissionLatitude))
        let (cosine, sine) = Elementary.cosineAndSine(longitude)
        let color = cell.color?.scene ?? .white
        return Motion(
            cell: cell, start: start, velocity: Point(flat * cosine, flat * sine), direction: longitude,
            acceleration: Point(Double(cell.xAcceleration), Double(cell.yAcceleration)),
            scale: random.around(Double(cell.scale), Double(cell.scaleRange)) * source.scale,
            scaleSpeed: Double(cell.scaleSpeed) * source.scale,
            spin: random.around(Double(cell.spin), Double(cell.spinRange)) * source.spin,
            color: SIMD4(
                random.around(color.red, Double(cell.redRange)), random.around(color.green, Double(cell.greenRange)),
                random.around(color.blue, Double(cell.blueRange)), random.around(color.alpha, Double(cell.alphaRange))),
            colorSpeed: SIMD4(
                Double(cell.redSpeed), Double(cell.greenSpeed), Double(cell.blueSpeed), Double(cell.alphaSpeed)))
    }

    /// The place where a particle is born, and the direction that its angles count from.
    private static func birthplace(
        _ emitter: CAEmitterLayer, isUpsideDown: Bool, _ random: inout RandomNumbers
    ) -> (Point, Double) {
        let middle = emitter.emitterPosition.scene
        let (width, height) = (Double(emitter.emitterSize.width), Double(emitter.emitterSize.height))
        let (u, v) = (random.next(), random.next())
        let isEdge = emitter.emitterMode == .outline || emitter.emitterMode == .surface
        switch emitter.emitterShape {
        case .line:
            // Particles leave a line upwards.
            return (Point(middle.x + (u - 0.5) * width, middle.y), isUpsideDown ? .pi / 2 : -.pi / 2)
        case .rectangle, .cuboid:
            if emitter.emitterMode == .points {
                return (Point(middle.x + (u < 0.5 ? -0.5 : 0.5) * width, middle.y + (v < 0.5 ? -0.5 : 0.5) * height), 0)
            }
            guard emitter.emitterMode == .outline, width + height > 0 else {
                return (Point(middle.x + (u - 0.5) * width, middle.y + (v - 0.5) * height), 0)
            }
            let isOnLongSide = u * (width + height) < width
            let side = v < 0.5 ? -0.5 : 0.5
            let along = (v < 0.5 ? 2 * v : 2 * v - 1) - 0.5
            return isOnLongSide
                ? (Point(middle.x + along * width, middle.y + side * height), 0)
                : (Point(middle.x + side * width, middle.y + along * height), 0)
        case .circle, .sphere:
            let angle = 2 * Double.pi * u
            let radius = width * (isEdge ? 1 : v.squareRoot())
            let (cosine, sine) = Elementary.cosineAndSine(angle)
            // Particles leave a circle's edge outward.
            return (Point(middle.x + radius * cosine, middle.y + radius * sine), isEdge ? angle : 0)
        default: return (middle, 0)
        }
    }

    /// The picture of a particle.
    private func layer(of particle: Particle, _ origin: Point, isSum: Bool) -> Layer? {
        guard let image = particle.cell.contents as? CGImage else {
            fail(.contents(type: "\(type(of: particle.cell.contents ?? 0))", layer: particle.cell.name ?? "CAEmitterCell"))
            return nil
        }
        guard particle.scale > 0, particle.color.alpha > 0, particle.position.isFinite, particle.scale.isFinite else {
            return nil
        }
        let part = particle.cell.contentsRect.scene
        let scale = particle.cell.contentsScale > 0 ? Double(particle.cell.contentsScale) : 1
        let size = Size(width: Double(image.width) * part.width / scale, height: Double(image.height) * part.height / scale)
        var contents = ImageContents(source: source(image))
        if part != Rect(x: 0, y: 0, width: 1, height: 1) { contents.contentsRect = part }
        var layer = Layer(
            kind: .image(contents),
            frame: Rect(
                x: particle.position.x - origin.x - size.width / 2, y: particle.position.y - origin.y - size.height / 2,
                width: size.width, height: size.height),
            transform: PenumbraGeometry.AffineTransform.scale(particle.scale, particle.scale)
                .concatenating(.rotation(degrees: particle.angle * 180 / .pi)),
            opacity: particle.color.alpha)
        let color = particle.color
        if color.red < 1 || color.green < 1 || color.blue < 1 {
            // A replication of one copy multiplies the picture by a colour.
            var opaque = color
            opaque.alpha = 1
            layer.replication = Replication(count: 1, color: opaque)
        }
        if isSum { layer.blendMode = .plusLighter }
        return layer
    }
}
