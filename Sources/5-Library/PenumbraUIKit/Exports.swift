// UIKit brings Core Animation, Core Graphics and Foundation along on Apple's systems.
@_exported import Foundation
@_exported import PenumbraCoreGraphics
@_exported import PenumbraQuartzCore
