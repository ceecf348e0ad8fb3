// The compiler rounds with functions of the mathematics library; this import links it.
import Glibc

/// A JSON number, exact as it was written.
///
/// The first three cases are what almost every number is. A double stands for the shortest decimal
/// that reads back as the same double, which is what was written, so no digit is lost by it.
package enum JSONNumber: Sendable {
    case integer(Int64)
    /// Only for values above `Int64.max`.
    case unsigned(UInt64)
    case real(Double)
    /// What none of the others holds exactly.
    case decimal(WrittenDecimal)
}

/// A number as it was written, and what it comes to.
package final class WrittenDecimal: Sendable {
    /// A JSON number: `12345678901234567.89`, `1e400`.
    package let text: String
    package let value: ExactDecimal

    init(text: String, value: ExactDecimal) {
        self.text = text
        self.value = value
    }
}

extension JSONNumber {
    /// The sum; `nil` for values that are not numbers, and if it has more than 100,000 digits.
    package func adding(_ other: JSONNumber) -> JSONNumber? {
        guard let left = ExactDecimal(self), let right = ExactDecimal(other),
            let sum = left.adding(right),
            case .number(let number)? = try? JSONValue(parsing: sum.text)
        else { return nil }
        return number
    }

    /// The nearest double; infinite beyond its range.
    package var doubleValue: Double {
        switch self {
        case .integer(let value): Double(value)
        case .unsigned(let value): Double(value)
        case .real(let value): value
        case .decimal(let decimal): Double(decimal.text) ?? .infinity
        }
    }

    /// The value as a signed integer; `nil` with a fraction or outside the range.
    package var exactInt64: Int64? {
        switch self {
        case .integer(let value): return value
        case .unsigned(let value): return Int64(exactly: value)
        case .real(let value):
            guard value.magnitude > Self.consecutive else { return Int64(exactly: value) }
            // Above it a double is not the integer that was written.
            guard value.magnitude < 0x1p64 else { return nil }
            return ExactDecimal(self)?.int64
        case .decimal(let decimal): return decimal.value.int64
        }
    }

    /// Whether the fraction is empty.
    package var isIntegral: Bool {
        switch self {
        case .integer, .unsigned: true
        case .real(let value): value.rounded(.towardZero) == value
        case .decimal(let decimal): decimal.value.isIntegral
        }
    }

    /// Up to it a double holds every integer.
    private static let consecutive = 0x1p53
}

extension JSONNumber: Hashable, Comparable {
    package static func == (left: JSONNumber, right: JSONNumber) -> Bool {
        switch (left, right) {
        case (.integer(let a), .integer(let b)): return a == b
        case (.real(let a), .real(let b)): return a == b
        default:
            if let (a, b) = smallDoubles(left, right) { return a == b }
            guard let a = ExactDecimal(left), let b = ExactDecimal(right) else { return false }
            return a == b
        }
    }

    package static func < (left: JSONNumber, right: JSONNumber) -> Bool {
        switch (left, right) {
        case (.integer(let a), .integer(let b)): return a < b
        case (.real(let a), .real(let b)): return a < b
        default:
            if let (a, b) = smallDoubles(left, right) { return a < b }
            guard let a = ExactDecimal(left), let b = ExactDecimal(right) else {
                return left.doubleValue < right.doubleValue
            }
            return a < b
        }
    }

    /// An integer and a double as doubles, where both are small enough to be compared as such.
    private static func smallDoubles(
        _ left: JSONNumber,
        _ right: JSONNumber
    ) -> (Double, Double)? {
        switch (left, right) {
        case (.integer, .real), (.real, .integer):
            let (a, b) = (left.doubleValue, right.doubleValue)
            return max(a.magnitude, b.magnitude) < consecutive ? (a, b) : nil
        default: return nil
        }
    }

    package func hash(into hasher: inout Hasher) {
        if let value = exactInt64 {
            hasher.combine(value)
        } else {
            hasher.combine(doubleValue)
        }
    }
}
