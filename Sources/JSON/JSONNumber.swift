// The compiler rounds with functions of the mathematics library; this import links it.
import Glibc

/// A JSON number: exact for every integer of 64 bits, otherwise the nearest double.
package enum JSONNumber: Sendable {
    case integer(Int64)
    /// Only for values above `Int64.max`.
    case unsigned(UInt64)
    case real(Double)
}

extension JSONNumber {
    /// The nearest double.
    package var doubleValue: Double {
        switch self {
        case .integer(let value): Double(value)
        case .unsigned(let value): Double(value)
        case .real(let value): value
        }
    }

    /// The value as a signed integer; `nil` with a fraction or outside the range.
    package var exactInt64: Int64? {
        switch self {
        case .integer(let value): value
        case .unsigned: nil
        case .real(let value): Int64(exactly: value)
        }
    }

    /// Whether there is no fraction.
    package var isIntegral: Bool {
        guard case .real(let value) = self else { return true }
        return value.rounded(.towardZero) == value
    }

    /// The value as an unsigned integer; `nil` with a fraction or outside the range.
    private var exactUInt64: UInt64? {
        switch self {
        case .integer(let value): UInt64(exactly: value)
        case .unsigned(let value): value
        case .real(let value): UInt64(exactly: value)
        }
    }
}

extension JSONNumber: Hashable, Comparable {
    package static func == (left: JSONNumber, right: JSONNumber) -> Bool {
        if let a = left.exactInt64, let b = right.exactInt64 { return a == b }
        if let a = left.exactUInt64, let b = right.exactUInt64 { return a == b }
        guard case .real(let a) = left, case .real(let b) = right else { return false }
        return a == b
    }

    package static func < (left: JSONNumber, right: JSONNumber) -> Bool {
        if let a = left.exactInt64, let b = right.exactInt64 { return a < b }
        if let a = left.exactUInt64, let b = right.exactUInt64 { return a < b }
        return left.doubleValue < right.doubleValue
    }

    package func hash(into hasher: inout Hasher) {
        if let value = exactInt64 {
            hasher.combine(value)
        } else {
            hasher.combine(doubleValue)
        }
    }
}
