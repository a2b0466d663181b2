import PenumbraCoreGraphics

extension UIImage {
    /// Returns the image in another size. Nil for an image without pixels, or a size without area.
    ///
    /// The proportions are the size's, as on Apple's systems.
    public func preparingThumbnail(of size: CGSize) -> UIImage? {
        guard cgImage != nil, size.width > 0, size.height > 0, size.width.isFinite, size.height.isFinite else { return nil }
        let format = UIGraphicsImageRendererFormat()
        format.scale = 1
        return UIGraphicsImageRenderer(size: size, format: format).image { _ in
            draw(in: CGRect(origin: .zero, size: size))
        }
    }

    public func prepareThumbnail(of size: CGSize, completionHandler: @escaping (UIImage?) -> Void) {
        completionHandler(preparingThumbnail(of: size))
    }

    /// Returns the image: pixels are decoded at once here.
    public func preparingForDisplay() -> UIImage? { cgImage == nil ? nil : self }
}
