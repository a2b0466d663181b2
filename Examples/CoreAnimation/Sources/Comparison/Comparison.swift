import Foundation
import Penumbra
import PenumbraQuartzCore

/// Writes a layer's picture, and compares it with the picture of a recipe.
///
/// - Parameters:
///   - name: the name of the file, without its ending.
///   - layer: the root of the tree.
///   - recipe: the scene that a recipe makes of the same effect.
public func compare(_ name: String, _ layer: CALayer, with recipe: Scene) throws {
    let renderer = try Renderer()
    let scale = CGFloat(recipe.canvas.scale)
    let scene = try layer.scene(size: CGSize(width: recipe.canvas.size.width, height: recipe.canvas.size.height), scale: scale)
    let (own, theirs) = (try renderer.render(scene), try renderer.render(recipe))
    try layer.makeImage(size: CGSize(width: recipe.canvas.size.width, height: recipe.canvas.size.height), scale: scale)
        .pngData().write(to: URL(fileURLWithPath: name + ".png"))
    try compareDevices(name, scene)
    guard let comparison = BitmapComparison(own, theirs) else {
        print("\(name): \(own.width)×\(own.height) and \(theirs.width)×\(theirs.height) pixels")
        return
    }
    if comparison.isEqual {
        print("\(name): the same bytes as the recipe")
    } else {
        print(
            "\(name): \(comparison.differentPixels) of \(comparison.pixels) pixels differ from the recipe, "
                + "by at most \(comparison.maximumDifference) of 255")
    }
}

/// With the argument `gl`, draws a scene on a software GL too, and reports whether the bytes are those of the processor.
func compareDevices(_ name: String, _ scene: Scene) throws {
    guard CommandLine.arguments.contains("gl") else { return }
    let processor = try Renderer(backend: .cpu).render(scene)
    let device = try Renderer(backend: .gpu, device: "software").render(scene)
    print("\(name): \(processor == device ? "the same bytes" : "other bytes") on a software GL")
}

/// A picture for examples: a sky over hills.
public func photo(width: Int, height: Int) -> CGImage? {
    guard
        let context = CGContext(
            data: nil, width: width, height: height, bitsPerComponent: 8, bytesPerRow: 0, space: CGColorSpaceCreateDeviceRGB(),
            bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue)
    else { return nil }
    let (w, h) = (CGFloat(width), CGFloat(height))
    context.setFillColor(CGColor(red: 0.45, green: 0.7, blue: 0.95, alpha: 1))
    context.fill(CGRect(x: 0, y: 0, width: w, height: h))
    context.setFillColor(CGColor(red: 1, green: 0.9, blue: 0.5, alpha: 1))
    context.fillEllipse(in: CGRect(x: 0.65 * w, y: 0.6 * h, width: 0.2 * w, height: 0.2 * w))
    context.setFillColor(CGColor(red: 0.25, green: 0.5, blue: 0.3, alpha: 1))
    context.fillEllipse(in: CGRect(x: -0.3 * w, y: -0.5 * h, width: 1.1 * w, height: 0.9 * h))
    context.setFillColor(CGColor(red: 0.35, green: 0.6, blue: 0.35, alpha: 1))
    context.fillEllipse(in: CGRect(x: 0.35 * w, y: -0.6 * h, width: 1.1 * w, height: 0.9 * h))
    return context.makeImage()
}
