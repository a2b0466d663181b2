// Core Graphics brings Foundation's geometry along on Apple's systems: CGFloat, CGPoint, CGSize, CGRect.
@_exported import Foundation

// Casts such as `colors as CFArray` and `url as CFURL` appear in code for Apple's systems.
public typealias CFArray = [Any]
public typealias CFString = String
public typealias CFData = Data
public typealias CFURL = URL
public typealias CFDictionary = [AnyHashable: Any]
public typealias CFTimeInterval = Double
public typealias CFTypeRef = Any
public typealias CFBoolean = Bool
public typealias CFNumber = NSNumber
public typealias CFAttributedString = NSAttributedString
public typealias CFMutableAttributedString = NSMutableAttributedString
public let kCFBooleanTrue: CFBoolean! = true
public let kCFBooleanFalse: CFBoolean! = false
