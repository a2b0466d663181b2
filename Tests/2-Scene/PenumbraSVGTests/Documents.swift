import PenumbraSVG
import PenumbraScene

/// A document with these elements, 100 points wide and high.
func document(
    _ elements: String, attributes: String = #"viewBox="0 0 100 100""#, allowsMissing: Bool = false
) throws(SVGError) -> SVGDocument {
    var options = SVGOptions()
    options.allowsMissing = allowsMissing
    let text = #"<svg xmlns="http://www.w3.org/2000/svg" \#(attributes)>\#(elements)</svg>"#
    return try SVGDocument(Array(text.utf8), options: options)
}

/// The shapes of all layers, with their transforms to the document.
func shapes(_ layers: [Layer], _ map: AffineTransform = .identity) -> [(shape: Shape, map: AffineTransform)] {
    layers.flatMap { layer -> [(shape: Shape, map: AffineTransform)] in
        let origin = layer.frame?.origin ?? .zero
        let inner = layer.transform.concatenating(.translation(origin.x, origin.y)).concatenating(map)
        guard case .shape(let shape) = layer.kind else { return shapes(layer.sublayers, inner) }
        return [(shape, inner)] + shapes(layer.sublayers, inner)
    }
}

func shapes(in elements: String, attributes: String = #"viewBox="0 0 100 100""#) throws -> [(
    shape: Shape, map: AffineTransform
)] {
    shapes(try document(elements, attributes: attributes).layers)
}

/// The one-line error for a document; "accepted" without one.
func refusal(_ text: String, allowsMissing: Bool = false) -> String {
    do throws(SVGError) {
        var options = SVGOptions()
        options.allowsMissing = allowsMissing
        _ = try SVGDocument(Array(text.utf8), options: options)
        return "accepted"
    } catch {
        return error.description
    }
}

func fill(of elements: String) throws -> Paint? { try shapes(in: elements).first?.shape.fillColor }
