// UIKit brings Core Graphics and Foundation along on Apple's systems.
@_exported import Foundation
@_exported import PenumbraCoreGraphics
