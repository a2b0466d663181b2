import Glibc
import Penumbra

extension BundledFonts {
    /// Uses the fonts in the same package as the library, in the folder `fonts` beside it, where the host has none.
    ///
    /// Reading the property does it, once.
    static let ofLibrary: Void = {
        guard let folder = libraryPath?.split(separator: "/", omittingEmptySubsequences: false).dropLast() else { return }
        useWhereTheHostHasNone(configuration: (folder + ["fonts", "fonts.conf"]).joined(separator: "/"))
    }()

    /// The path from which this library was loaded.
    private static var libraryPath: String? {
        // The C library declares `dladdr` for C programs that ask for GNU's functions, and Swift's module of it doesn't.
        typealias Information = (name: UnsafePointer<CChar>?, UnsafeRawPointer?, UnsafePointer<CChar>?, UnsafeRawPointer?)
        typealias Find = @convention(c) (UnsafeRawPointer, UnsafeMutableRawPointer) -> Int32
        guard let symbol = dlsym(nil, "dladdr") else { return nil }
        var information: Information = (nil, nil, nil, nil)
        guard unsafeBitCast(symbol, to: Find.self)(#dsohandle, &information) != 0 else { return nil }
        return information.name.map { String(cString: $0) }
    }
}
