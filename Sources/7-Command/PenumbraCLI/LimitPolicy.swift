import Penumbra
import PenumbraSystem

/// The administrator's policy: limits that users can't exceed.
enum LimitPolicy {
    static let variable = "PENUMBRA_LIMITS"

    /// The policy's file; nil without a policy.
    static var file: String? { environmentValue(variable).flatMap { $0.isEmpty ? nil : $0 } }

    /// The policy's limits, each with its value and whether users have reached it.
    private static let noted = Mutex<[Limit: (most: Double, isReached: Bool)]>([:])

    static func note(_ policy: [Limit: Double], inForce limits: RenderLimits) {
        noted.withLock { noted in
            for (limit, most) in policy { noted[limit] = (most, (limits[limit] ?? most) >= most) }
        }
    }

    /// The names of the policy's limits, in the order of the table of limits.
    static var names: [String] { noted.withLock { noted in Limit.allCases.filter { noted[$0] != nil }.map(\.rawValue) } }

    /// The setting to change where a message advises to raise a limit. Only the administrator can raise a policy's limit.
    ///
    /// - Parameter namesFile: whether the reader may learn where the policy's file lies.
    static func words(for limit: Limit, most: Int?, namesFile: Bool = true) -> String {
        guard let policy = noted.withLock({ $0[limit] }) else {
            return limit.option + (most.map { " (at most \($0))" } ?? "")
        }
        if policy.isReached {
            return "\(limit.rawValue) in the \(namesFile ? "policy \"\(oneLine(file ?? ""))\"" : "server's policy")"
        }
        return "\(limit.option) (at most \(limit.words(policy.most)))"
    }
}
