import Penumbra
import PenumbraSystem

/// Bytes at a fixed address, with a zero behind them.
final class FixedBytes: @unchecked Sendable {
    let address: UnsafeMutablePointer<UInt8>
    let count: Int

    init(_ bytes: some Collection<UInt8>) {
        count = bytes.count
        address = .allocate(capacity: count + 1)
        _ = UnsafeMutableBufferPointer(start: address, count: count).initialize(fromContentsOf: bytes)
        (address + count).initialize(to: 0)
    }

    /// A text for C, which ends at a zero. Zeros inside are left out.
    convenience init(_ text: String) { self.init(text.utf8.filter { $0 != 0 }) }

    deinit { address.deallocate() }
}

/// An object that callers hold by number.
enum Held: Sendable {
    case renderer(Monitor<Renderer>)
    case picture(Bitmap, Canvas, notices: FixedBytes)
    case file(FixedBytes)
    case font(PageFont)
    case error(message: FixedBytes, place: FixedBytes)
}

/// The objects that callers hold. Numbers aren't used twice, so that a wrong number is an error and no crash.
struct HeldObjects {
    private var objects: [UInt64: Held] = [:]
    private var last: UInt64 = 0

    subscript(number: UInt64) -> Held? { objects[number] }

    mutating func add(_ object: Held) -> UInt64 {
        last += 1
        objects[last] = object
        return last
    }

    mutating func remove(_ number: UInt64) -> Held? { objects.removeValue(forKey: number) }
}

let heldObjects = Mutex(HeldObjects())

/// An error of a caller: a wrong argument.
struct UsageError: StatusError, CustomStringConvertible {
    var description: String
    var status: ExitStatus { .usage }

    init(_ description: String) { self.description = description }
}

func held(_ number: UInt64) -> Held? { heldObjects.withLock { $0[number] } }

func hold(_ object: Held) -> UInt64 { heldObjects.withLock { $0.add(object) } }

extension Held {
    static func renderer(_ number: UInt64) throws -> Monitor<Renderer> {
        guard case .renderer(let renderer)? = held(number) else { throw UsageError("\(number) is no renderer") }
        return renderer
    }

    static func picture(_ number: UInt64) throws -> (bitmap: Bitmap, canvas: Canvas, notices: FixedBytes) {
        guard case .picture(let bitmap, let canvas, let notices)? = held(number) else {
            throw UsageError("\(number) is no picture")
        }
        return (bitmap, canvas, notices)
    }

    static func font(_ number: UInt64) throws -> PageFont {
        guard case .font(let font)? = held(number) else { throw UsageError("\(number) is no font") }
        return font
    }
}
