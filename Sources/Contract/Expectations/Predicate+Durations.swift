import JSON

extension Predicate {
    /// The same predicate with durations such as `250ms` or `1.5s` as numbers of milliseconds.
    ///
    /// A text that is no duration stays, and is then found to be no number.
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
        let units = [("ms", 1.0), ("s", 1_000), ("m", 60_000), ("h", 3_600_000), ("d", 86_400_000)]
        guard let text = value.stringValue else { return value }
        for (unit, factor) in units where text.hasSuffix(unit) {
            guard let number = Double(text.dropLast(unit.utf8.count)), number >= 0,
                number.isFinite
            else { continue }
            return .number(.real(number * factor))
        }
        return value
    }
}
