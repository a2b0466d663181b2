// Core Graphics brings Foundation's geometry along on Apple's systems: CGFloat, CGPoint, CGSize, CGRect.
@_exported import Foundation
