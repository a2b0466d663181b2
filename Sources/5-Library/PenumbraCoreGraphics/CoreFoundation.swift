import Foundation

// Casts such as `colors as CFArray` and `url as CFURL` appear in code for Apple's systems.
public typealias CFArray = [Any]
public typealias CFString = String
public typealias CFData = Data
public typealias CFURL = URL
public typealias CFDictionary = [AnyHashable: Any]
public typealias CFIndex = Int
public typealias CFTimeInterval = Double
public typealias CFTypeRef = Any
public typealias CFBoolean = Bool
public typealias CFNumber = NSNumber
public typealias CFAttributedString = NSAttributedString
public typealias CFMutableAttributedString = NSMutableAttributedString
public let kCFBooleanTrue: CFBoolean! = true
public let kCFBooleanFalse: CFBoolean! = false
public let kCFNull: NSNull! = NSNull()

/// Calls a function. Swift frees its objects at once, so there is no pool.
public func autoreleasepool<Result>(invoking body: () throws -> Result) rethrows -> Result { try body() }

// swift-format-ignore: AlwaysUseLowerCamelCase
public func CFArrayGetCount(_ array: CFArray) -> CFIndex { array.count }

/// Returns the address of an object of an array, for `unsafeBitCast`. Nil for values that aren't objects of a class.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func CFArrayGetValueAtIndex(_ array: CFArray, _ index: CFIndex) -> UnsafeRawPointer? {
    let value = array[index]
    guard type(of: value) is AnyClass else { return nil }
    return UnsafeRawPointer(Unmanaged.passUnretained(value as AnyObject).toOpaque())
}

// swift-format-ignore: AlwaysUseLowerCamelCase
public func CFDataGetLength(_ data: CFData) -> CFIndex { data.count }

/// Returns the address of the bytes of data, which is valid as long as the data.
///
/// Up to 14 bytes have no address of their own in Swift's data. They are copied, and the copy is valid until the thread asks
/// for such bytes again.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func CFDataGetBytePtr(_ data: CFData) -> UnsafePointer<UInt8>! {
    guard data.count > 14 else {
        let copy = ShortBytes(data)
        Thread.current.threadDictionary[ShortBytes.key] = copy
        return UnsafePointer(copy.bytes)
    }
    return data.withUnsafeBytes { $0.bindMemory(to: UInt8.self).baseAddress }
}

/// A few bytes at an address that doesn't change.
private final class ShortBytes {
    static let key = "PenumbraCoreGraphics.bytes"
    let bytes: UnsafeMutablePointer<UInt8>

    init(_ data: Data) {
        bytes = .allocate(capacity: max(1, data.count))
        data.copyBytes(to: bytes, count: data.count)
    }

    deinit { bytes.deallocate() }
}

/// The first property of classes whose objects are values of attributes.
///
/// Where Foundation on Linux compares such values, it takes the first word of an object for a type of Core Foundation. A word
/// that names no type stops the process. This word names one that isn't taken, and then `isEqual(_:)` is called.
package struct ComparedByFoundation: Sendable {
    private let type: UInt64 = 0x3FF00

    package init() {}
}
