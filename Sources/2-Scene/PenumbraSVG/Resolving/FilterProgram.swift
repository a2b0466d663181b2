import PenumbraBitmap
import PenumbraGeometry
import PenumbraScene

/// A filter as a program on layers. Each step makes layers from the results of earlier steps.
struct FilterProgram {
    enum Input: Hashable {
        case source, sourceAlpha
        /// The result of an earlier step.
        case step(Int)
    }

    enum Operation {
        case flood(Color, Rect)
        case blur(Input, Double)
        case offset(Input, Point)
        case colors(Input, [FilterFunction])
        case shadow(Input, FilterFunction)
        case merge([Input])
        case blend(BlendMode, Input, over: Input)
        /// The part of a picture where another is opaque.
        case inside(Input, Input)
        /// The part of a picture where another is transparent.
        case outside(Input, Input)
        /// A picture on the parts of another, or both without the parts that they share.
        case atop(Input, Input)
        case exclusive(Input, Input)
    }

    struct Step {
        var operation: Operation
        /// The part of the plane that the step draws. Nil is all of it.
        var region: Rect?
    }

    var steps: [Step] = []

    var paintsAlone: Bool { steps.contains { if case .flood = $0.operation { true } else { false } } }

    /// How often the element's layers are drawn.
    var copies: Int { layers(ofStep: 0) }

    /// The layers of the last step, if the element is one layer.
    var layerCount: Int { layers(ofStep: 1) }

    private func layers(ofStep own: Int) -> Int {
        var counts: [Int] = []
        func count(_ input: Input) -> Int { if case .step(let index) = input { counts[index] } else { 1 } }
        for step in steps {
            let sum: Int
            switch step.operation {
            case .flood: sum = 0
            case .blur(let input, _), .offset(let input, _), .colors(let input, _), .shadow(let input, _): sum = count(input)
            case .merge(let inputs): sum = inputs.reduce(0) { min(1 << 30, $0 + count($1)) }
            case .atop(let top, let bottom), .exclusive(let top, let bottom): sum = 2 * (count(top) + count(bottom))
            case .blend(_, let top, let bottom), .inside(let top, let bottom), .outside(let top, let bottom):
                sum = count(top) + count(bottom)
            }
            counts.append(min(1 << 30, sum + own))
        }
        return counts.last ?? 1
    }

    /// The layers of the last step.
    ///
    /// - Parameter area: the region of the filter, which cuts the source too.
    func run(_ source: [Layer], in area: Rect?) -> [Layer] {
        var results: [[Layer]] = []
        let source = area.map { Self.cut(source, to: $0) } ?? source
        func black(_ layers: [Layer]) -> Layer {
            var black = Layer.group(layers)
            black.filter = [.color(.brightness, amount: 0)]
            return black
        }
        func inside(_ picture: [Layer], _ shape: [Layer]) -> Layer {
            var group = Layer.group(picture)
            group.mask = .group(shape)
            return group
        }
        /// The mask is white, and black where the shape is opaque.
        func outside(_ picture: [Layer], _ shape: [Layer]) -> Layer {
            let white = Layer(frame: area ?? .zero, backgroundColor: .white)
            var group = Layer.group(picture)
            var mask = Layer.group([white, black(shape)])
            mask.maskType = .luminance
            group.mask = mask
            return group
        }
        /// The parts don't overlap where pixels are wholly inside or outside. Elsewhere their shares add up.
        func sum(_ a: Layer, _ b: Layer) -> Layer {
            var b = Layer.group([b])
            b.blendMode = .plusLighter
            var group = Layer.group([a, b])
            // A filter that changes nothing makes a group.
            group.filter = [.color(.opacity, amount: 1)]
            return group
        }
        func layers(_ input: Input) -> [Layer] {
            switch input {
            case .source: return source
            case .sourceAlpha:
                return [black(source)]
            case .step(let index): return results[index]
            }
        }
        func filtered(_ input: Input, _ functions: [FilterFunction]) -> [Layer] {
            var group = Layer.group(layers(input))
            group.filter = functions
            return [group]
        }
        for step in steps {
            var result: [Layer]
            switch step.operation {
            case .flood(let color, let rect):
                result = [Layer(frame: rect, backgroundColor: .color(color))]
            case .blur(let input, let sigma): result = filtered(input, [.blur(Sigma(sigma))])
            case .offset(let input, let offset): result = [.group(layers(input), .translation(offset.x, offset.y))]
            case .colors(let input, let functions): result = filtered(input, functions)
            case .shadow(let input, let shadow): result = filtered(input, [shadow])
            case .merge(let inputs): result = inputs.flatMap(layers)
            case .blend(let mode, let top, let bottom):
                var above = Layer.group(layers(top))
                above.blendMode = mode
                var group = Layer.group(layers(bottom) + [above])
                // A filter that changes nothing makes a group.
                group.filter = [.color(.opacity, amount: 1)]
                result = [group]
            case .inside(let picture, let shape):
                result = [inside(layers(picture), layers(shape))]
            case .outside(let picture, let shape): result = [outside(layers(picture), layers(shape))]
            case .atop(let top, let bottom):
                result = [sum(inside(layers(top), layers(bottom)), outside(layers(bottom), layers(top)))]
            case .exclusive(let a, let b):
                result = [sum(outside(layers(a), layers(b)), outside(layers(b), layers(a)))]
            }
            if let region = step.region, !result.isEmpty { result = Self.cut(result, to: region) }
            results.append(result)
        }
        return results.last ?? source
    }

    private static func cut(_ layers: [Layer], to region: Rect) -> [Layer] {
        guard !layers.isEmpty else { return [] }
        let inner = Layer.group(layers, .translation(-region.minX, -region.minY))
        return [Layer(frame: region, masksToBounds: true, sublayers: [inner])]
    }
}
