import Base
import Contract
import JSON

/// Possible values of a request's field, given the knowledge about the client.
indirect enum ExpectedValue {
    /// Only this value; null for a field that is missing or empty.
    case exactly(JSONValue)
    /// One of the values that responses to the client had, the latest last.
    case captured([JSONValue])
    /// Any value but null and an empty text.
    case something
    /// Anything, including nothing.
    case anything
    /// An argument of a call that was not reported.
    case argument(ClientArgument)
    /// A text in the form of this moment; if it is the present, not more than a week away.
    case moment(String, isPresent: Bool)
    /// A text with a prefix and a suffix.
    case text(prefix: String, suffix: String)
    /// These texts with something between them.
    case joined([JSONValue], String)
    /// The JSON text of a value.
    case jsonText(ExpectedValue)
    case list([ExpectedValue])
    case object([(name: String, value: ExpectedValue)])
    /// One of several values, with the state required for each.
    case oneOf([Option])

    /// One of several values, with the names of the client's state that it depends on.
    struct Option {
        let value: ExpectedValue
        let names: Set<String>
    }

    /// A difference from the expected value.
    struct Departure {
        /// The expected value, for messages.
        let expected: String
        /// Whether all parts are present and in order, with only the text between them different.
        var isOfForm = false
        /// The names of the client's state that the value should depend on.
        var names: Set<String> = []
    }
}

extension ExpectedValue {
    /// Difference of a request's value.
    ///
    /// - Parameters:
    ///   - given: The value in the request; `nil` for none.
    ///   - isText: Whether every value at its place is a text.
    /// - Returns: `nil` for a possible value.
    func departure(of given: JSONValue?, isText: Bool) -> Departure? {
        switch self {
        case .anything: nil
        case .something:
            Self.isNothing(given) ? Departure(expected: "a value") : nil
        case .exactly(let value):
            Self.areSame(given, value, isText)
                ? nil
                : Departure(expected: Self.shown(value), isOfForm: holdsParts(of: value, given))
        case .captured(let values):
            values.contains { Self.areSame(given, $0, isText) }
                ? nil
                : Departure(
                    expected: "\(Self.shown(values.last ?? .null)), which the response had"
                )
        case .argument(let argument):
            isText
                ? nil
                : argument.difference(in: given ?? .null).map { Departure(expected: $0.expected) }
        case .moment(let sample, let isPresent):
            Self.departure(of: given?.scalarText ?? "", from: sample, isPresent: isPresent)
        case .text(let prefix, let suffix):
            Self.begins(given?.scalarText ?? "", prefix, suffix)
                ? nil : Departure(expected: "\(prefix)…\(suffix)")
        case .joined(let parts, let separator): departure(of: given, parts, separator)
        case .jsonText(let value): departure(of: given, json: value)
        case .list(let elements): departure(of: given, elements)
        case .object(let members): departure(of: given, members)
        case .oneOf(let options): departure(of: given, options, isText)
        }
    }

    /// A week includes all time zones, and values that a client stored and sends later.
    private static func departure(
        of given: String,
        from sample: String,
        isPresent: Bool
    ) -> Departure? {
        guard form(of: given) == form(of: sample) else {
            return Departure(expected: "a time such as \(sample)")
        }
        guard isPresent, let day = days(of: given), let today = days(of: sample),
            abs(day - today) > 7
        else { return nil }
        return Departure(expected: "the present time, such as \(sample)")
    }

    /// The date at the beginning of a time, in days since 1970.
    private static func days(of text: String) -> Int64? {
        let numbers = text.prefix(10).split(separator: "-").compactMap { Int64($0) }
        guard numbers.count == 3 else { return nil }
        return CalendarDate(year: numbers[0], month: numbers[1], day: numbers[2]).daysSince1970
    }

    private func departure(
        of given: JSONValue?,
        _ parts: [JSONValue],
        _ separator: String
    ) -> Departure? {
        let text = parts.map(\.scalarText).joined(separator: separator)
        if (given?.scalarText ?? "") == text { return nil }
        return Departure(
            expected: Self.shown(.string(text)),
            isOfForm: holdsParts(of: .array(parts), given)
        )
    }

    private func departure(of given: JSONValue?, json value: ExpectedValue) -> Departure? {
        let parsed: JSONValue
        do {
            parsed = try JSONValue(parsing: Array((given?.scalarText ?? "").utf8))
        } catch {
            var departure = Departure(expected: "JSON")
            if case .exactly(let value) = value {
                departure = Departure(
                    expected: "the JSON \(Self.shown(value))",
                    isOfForm: holdsParts(of: value, given)
                )
            }
            return departure
        }
        return value.departure(of: parsed, isText: false)
    }

    private func departure(of given: JSONValue?, _ elements: [ExpectedValue]) -> Departure? {
        let values = given?.arrayValue ?? []
        guard given?.arrayValue != nil, values.count == elements.count else {
            return Departure(expected: "a list of \(elements.count)")
        }
        return zip(elements, values).lazy.compactMap { $0.departure(of: $1, isText: false) }.first
    }

    private func departure(
        of given: JSONValue?,
        _ members: [(name: String, value: ExpectedValue)]
    ) -> Departure? {
        guard given?.objectValue != nil else { return Departure(expected: "an object") }
        return members.lazy.compactMap { member in
            let value = given?[JSONPointer(tokens: [member.name])]
            guard let found = member.value.departure(of: value, isText: false) else { return nil }
            return Departure(
                expected: "\(member.name): \(found.expected)",
                isOfForm: found.isOfForm,
                names: found.names
            )
        }.first
    }

    /// Of several differences, prefers one in the form alone.
    private func departure(
        of given: JSONValue?,
        _ options: [Option],
        _ isText: Bool
    ) -> Departure? {
        var departures: [Departure] = []
        for option in options {
            guard var found = option.value.departure(of: given, isText: isText) else { return nil }
            found.names.formUnion(option.names)
            departures.append(found)
        }
        if let nearest = departures.first(where: \.isOfForm) { return nearest }
        return Departure(
            expected: Words.alternatives(departures.map(\.expected)),
            names: departures.count == 1 ? departures[0].names : []
        )
    }

    /// The names of the client's state that a matching value depends on.
    func names(behind given: JSONValue?, isText: Bool) -> Set<String> {
        guard case .oneOf(let options) = self else { return [] }
        let fitting = options.filter { $0.value.departure(of: given, isText: isText) == nil }
        return fitting.count == 1 ? fitting[0].names : []
    }

    /// Whether a matching request is evidence for a promise.
    var isTelling: Bool {
        switch self {
        case .anything: false
        case .oneOf(let options): options.allSatisfy(\.value.isTelling)
        default: true
        }
    }
}

// MARK: - Comparing

extension ExpectedValue {
    static func isNothing(_ value: JSONValue?) -> Bool {
        value == nil || value == .null || value?.stringValue?.isEmpty == true
    }

    private static func areSame(_ given: JSONValue?, _ value: JSONValue, _ isText: Bool) -> Bool {
        guard isText else { return given ?? .null == value }
        return (given?.scalarText ?? "") == (value == .null ? "" : value.scalarText)
    }

    private static func shown(_ value: JSONValue) -> String {
        value == .null ? "nothing" : JSONExcerpt.text(of: value)
    }

    private static func begins(_ text: String, _ prefix: String, _ suffix: String) -> Bool {
        text.hasPrefix(prefix) && text.hasSuffix(suffix)
            && text.count > prefix.count + suffix.count
    }

    /// The form of a text: all digits equal, times without fraction and zone.
    private static func form(of text: String) -> String {
        let zone = text.firstRange(of: /(?:Z|[+-][0-9]{2}:?[0-9]{2})$/)
        let isInZone = text.contains("T") && zone != nil
        let local = isInZone ? text[..<(zone?.lowerBound ?? text.endIndex)] : text[...]
        let whole = local.contains("T") ? local.prefix { $0 != "." } : local
        return String(whole.map { $0.isNumber ? "0" : $0 }) + (isInZone ? "Z" : "")
    }

    /// Whether a text has every scalar of a value of several, in order.
    private func holdsParts(of value: JSONValue, _ given: JSONValue?) -> Bool {
        let parts = value.scalars
        guard parts.count > 1, let given else { return false }
        let text = given.scalarText
        var rest = text[...]
        for part in parts {
            guard let range = rest.firstRange(of: part) else { return false }
            rest = rest[range.upperBound...]
        }
        return true
    }
}

extension JSONValue {
    /// The names and the scalars in it, in order.
    fileprivate var scalars: [String] {
        if let arrayValue { return arrayValue.flatMap(\.scalars) }
        if let objectValue { return objectValue.members.flatMap { [$0.name] + $0.value.scalars } }
        return [scalarText]
    }
}
