import JSON

/// A defect between accepting pushes and delivering them.
///
/// Notifications and pushes are counted from one in the order of sending, so that the number affected by a defect
/// does not depend on time.
package enum DeliveryDefect: String, Hashable, Sendable, CaseIterable {
    case drops, twice, reorders
    case ignoresUnregistered = "ignores-unregistered"
    case forgets, stalls, misdirects, truncates

    /// Description of the fault, for the user.
    package var summary: String {
        switch self {
        case .drops: "one notification in 1,000 is never sent"
        case .twice: "one notification in 1,000 is sent again after it was answered with 200"
        case .reorders:
            "one notification in 1,000 leaves after the next one for the same recipient, if there "
                + "is one within 5 s"
        case .ignoresUnregistered:
            "devices are sent to again after the push service said that they are gone"
        case .forgets: "one push in 100 is answered and never queued"
        case .stalls: "nothing leaves for the last second of every 5 s"
        case .misdirects: "every second notification goes to the recipient before it"
        case .truncates: "the text of one notification in 1,000 is cut to half its length"
        }
    }

    /// Whether it hits a notification, or for `forgets` a push, by its number.
    func hits(_ number: Int) -> Bool {
        switch self {
        case .drops, .twice, .reorders, .truncates: number.isMultiple(of: 1_000)
        case .forgets: number.isMultiple(of: 100)
        case .misdirects: number.isMultiple(of: 2)
        case .ignoresUnregistered, .stalls: false
        }
    }
}

extension DeliveryDefect {
    private static let cycle: Int64 = 5_000_000_000
    private static let pause: Int64 = 1_000_000_000

    /// The moment itself, or the end of the pause that contains it.
    ///
    /// - Parameters:
    ///   - moment: On CLOCK_MONOTONIC, in nanoseconds.
    ///   - start: When the first notification was due.
    /// - Returns: When it is sent.
    func departure(_ moment: Int64, since start: Int64) -> Int64 {
        let phase = (moment - start) % Self.cycle
        guard self == .stalls, phase >= Self.cycle - Self.pause else { return moment }
        return moment + Self.cycle - phase
    }

    /// Longest time that a notification waits for a newer one, in nanoseconds.
    static let longestHold: Int64 = 5_000_000_000
}

extension JSONObject {
    /// Names of the displayed text in messages of APNs, FCM and the services.
    private static let textNames: Set = ["alert", "body", "message", "text"]

    /// The object with its first displayed text cut to half of its characters, rounded down.
    ///
    /// `nil` without such a text.
    var truncated: JSONObject? {
        var copy = self
        for (name, value) in members.map({ ($0.name, $0.value) }) {
            if let text = value.stringValue, Self.textNames.contains(name) {
                copy[name] = .string(String(text.prefix(text.count / 2)))
                return copy
            }
            if let inner = value.objectValue?.truncated {
                copy[name] = .object(inner)
                return copy
            }
        }
        return nil
    }
}
