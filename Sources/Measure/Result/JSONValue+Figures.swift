package import JSON
import LoadModel

extension JSONValue {
    /// A count.
    package static func count(_ value: UInt64) -> JSONValue {
        Int64(exactly: value).map { .number(.integer($0)) } ?? .number(.unsigned(value))
    }

    /// Nanoseconds as they are.
    package static func nanoseconds(_ value: Int64) -> JSONValue { .number(.integer(value)) }

    /// Nanoseconds as seconds.
    package static func seconds(_ nanoseconds: Int64) -> JSONValue {
        .number(.real(Double(nanoseconds) / 1e9))
    }

    static func optional<Value>(
        _ value: Value?,
        _ json: (Value) -> JSONValue
    ) -> JSONValue {
        value.map(json) ?? .null
    }
}

extension Fraction {
    /// The nearest double.
    var json: JSONValue { .number(.real(doubleValue)) }
}
