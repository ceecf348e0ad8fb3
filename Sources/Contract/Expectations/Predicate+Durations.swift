import Base
import JSON

extension Predicate {
    /// The predicate with durations such as `250ms` or `1.5s` as numbers of milliseconds.
    ///
    /// A text that is not a duration is kept, and later reported as not a number.
    var inMilliseconds: Predicate {
        switch self {
        case .equals(let value): .equals(Self.milliseconds(value))
        case .compares(let comparison, let value): .compares(comparison, Self.milliseconds(value))
        case .not(let predicate): .not(predicate.inMilliseconds)
        case .anyOf(let predicates): .anyOf(predicates.map(\.inMilliseconds))
        default: self
        }
    }

    private static func milliseconds(_ value: JSONValue) -> JSONValue {
        guard let text = value.stringValue, let duration = TimeSpan.duration(text) else {
            return value
        }
        return .number(.real(duration / .milliseconds(1)))
    }
}
