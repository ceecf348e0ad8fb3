import Base
package import JSON

/// One step of changing a value.
package enum ValueStep: Sendable {
    /// A filter of contracts.
    case filter(Filter)
    /// The elements in reverse order.
    case reverse
    /// Without the first element or character.
    case dropFirst
    /// Without the last element or character.
    case dropLast
    /// The first N elements or characters.
    case keep(Int)
    /// A number, or the text of one, plus N.
    case add(Int)
    /// An RFC 3339 time plus N seconds; N can be negative.
    case later(Int)
    /// An element or a text added at the end.
    case append(JSONValue)

    /// The names of steps that filters do not have and that need no argument.
    package static let plain: [String: ValueStep] = [
        "reverse": .reverse, "dropFirst": .dropFirst, "dropLast": .dropLast,
    ]

    /// The step with the message's values at the places that an appended value names; `nil` when one does not exist.
    func filled(from message: JSONValue) -> ValueStep? {
        guard case .append(let value) = self else { return self }
        return value.filled(from: message).map { .append($0) }
    }

    /// The changed value; `nil` when the step does not fit it.
    func applied(to value: JSONValue) -> JSONValue? {
        if case .filter(let filter) = self {
            return try? filter.result(of: QueryResult(value), at: "").single
        }
        switch value {
        case .array(let elements): return self.applied(toElements: elements)
        case .string(let text): return self.applied(toText: text)
        case .number:
            guard case .add(let count) = self, let number = value.intValue else { return nil }
            return .integer(number &+ count)
        case .null, .bool, .object: return nil
        }
    }

    private func applied(toElements elements: [JSONValue]) -> JSONValue? {
        switch self {
        case .reverse: .array(elements.reversed())
        case .dropFirst: .array(Array(elements.dropFirst()))
        case .dropLast: .array(elements.dropLast())
        case .keep(let count): .array(Array(elements.prefix(count)))
        case .append(let element): .array(elements + [element])
        case .add, .later, .filter: nil
        }
    }

    private func applied(toText text: String) -> JSONValue? {
        switch self {
        case .reverse: .string(String(text.reversed()))
        case .dropFirst: .string(String(text.dropFirst()))
        case .dropLast: .string(String(text.dropLast()))
        case .keep(let count): .string(String(text.prefix(count)))
        case .append(let more): .string(text + (more.stringValue ?? more.text))
        case .add(let count): Int(text).map { .string("\($0 &+ count)") }
        case .later(let seconds):
            Timestamp(rfc3339: text).map { moment in
                let later = Timestamp(
                    nanosecondsSince1970: moment.nanosecondsSince1970
                        &+ Int64(seconds) &* 1_000_000_000
                )
                return .string(TimeFormat.rfc3339Milliseconds.text(of: later, offsetSeconds: 0))
            }
        case .filter: nil
        }
    }
}

extension QueryResult {
    /// The single value; `nil` if there is none, or if it is not JSON.
    fileprivate var single: JSONValue? {
        if case .value(let datum) = self { datum.value } else { nil }
    }
}
