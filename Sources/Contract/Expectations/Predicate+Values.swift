import Base
import JSON
import JSONSchemas
import RegularExpressions

extension Predicate {
    /// Checks one value by a predicate that needs exactly one.
    func judge(_ datum: Datum, at path: String, into judgement: inout Judgement) {
        switch self {
        case .equals(let value): judgeEquals(value, datum, at: path, into: &judgement)
        case .contains(let value): judgeContains(value, datum, at: path, into: &judgement)
        case .type(let kinds): judgeType(kinds, datum, at: path, into: &judgement)
        case .meets(let matcher):
            guard let value = datum.value else {
                return add(nil, datum, at: path, into: &judgement)
            }
            judge(matcher, value, at: path, into: &judgement)
        case .schema(let schema): judgeSchema(schema, datum, at: path, into: &judgement)
        case .length(let predicate):
            guard let length = Self.length(of: datum) else {
                return add(nil, datum, at: path, into: &judgement)
            }
            predicate.judgeMeasure("length", length, at: path, into: &judgement)
        case .bytes(let predicate):
            guard let text = datum.text else {
                return add(nil, datum, at: path, into: &judgement)
            }
            predicate.judgeMeasure("bytes", text.count, at: path, into: &judgement)
        case .approximately, .compares, .startsWith, .endsWith, .matches, .isDate, .before, .after:
            add(verdict(on: datum), datum, at: path, into: &judgement)
        case .exists, .not, .anyOf, .empty, .count, .each, .sorted, .equalsUnordered:
            judge(.value(datum), at: path, into: &judgement)
        }
    }

    /// Adds a difference unless `verdict` is true; `nil` means that the predicate does not fit.
    private func add(
        _ verdict: Bool?,
        _ datum: Datum,
        at path: String,
        into judgement: inout Judgement
    ) {
        switch verdict {
        case true?: break
        case false?: judgement.add(at: path, expected: description, actual: datum.excerpt)
        case nil: judgement.addMisfit(at: path, expected: description, actual: datum.excerpt)
        }
    }

    /// Whether a value passes as a whole; `nil` when it has the wrong kind.
    private func verdict(on datum: Datum) -> Bool? {
        switch self {
        case .compares(let comparison, let value):
            Order.of(datum, .json(value)).map(comparison.allows)
        case .approximately(let number, let margin):
            Self.isClose(datum, to: number, within: margin)
        case .startsWith(let prefix): datum.text.map { $0.starts(with: prefix.utf8) }
        case .endsWith(let suffix):
            datum.text.map { $0.suffix(suffix.utf8.count).elementsEqual(suffix.utf8) }
        case .matches(let expression):
            datum.value?.stringValue.map { expression.containsMatch(in: $0) }
        case .isDate(let wanted):
            datum.value?.stringValue.map { (DateTime(rfc3339: $0) != nil) == wanted }
        case .before(let limit): Self.dates(datum, limit).map { $0 < $1 }
        case .after(let limit): Self.dates(datum, limit).map { $0 > $1 }
        case .equals, .contains, .type, .meets, .schema, .length, .bytes, .exists, .not, .anyOf,
            .empty,
            .count, .each, .sorted, .equalsUnordered:
            preconditionFailure("\(self) is judged elsewhere")
        }
    }

    private static func isClose(
        _ datum: Datum,
        to number: JSONNumber,
        within margin: JSONNumber
    ) -> Bool? {
        guard case .json(.number(let actual)) = datum else { return nil }
        guard let got = ExactDecimal(actual), let wanted = ExactDecimal(number),
            let margin = ExactDecimal(margin)
        else { return abs(actual.doubleValue - number.doubleValue) <= margin.doubleValue }
        guard let lowest = wanted.adding(margin.negated), let highest = wanted.adding(margin) else {
            return got == wanted
        }
        return got >= lowest && got <= highest
    }

    private static func dates(_ datum: Datum, _ limit: String) -> (DateTime, DateTime)? {
        guard let actual = datum.value?.stringValue.flatMap({ DateTime(rfc3339: $0) }),
            let limit = DateTime(rfc3339: limit)
        else { return nil }
        return (actual, limit)
    }

    private static func length(of datum: Datum) -> Int? {
        switch datum {
        case .json(.string(let text)): text.unicodeScalars.count
        case .json(.array(let elements)): elements.count
        case .json(.object(let object)): object.count
        case .bytes(let bytes): bytes.count
        case .json: nil
        }
    }
}

// MARK: - Predicates that report places inside a value

extension Predicate {
    private func judgeEquals(
        _ value: JSONValue,
        _ datum: Datum,
        at path: String,
        into judgement: inout Judgement
    ) {
        switch datum {
        case .json(let actual):
            judge(BodyMatcher(.equals, value), actual, at: path, into: &judgement)
        case .bytes(let bytes):
            let isSame = value.stringValue.map { bytes.elementsEqual($0.utf8) } ?? false
            add(isSame, datum, at: path, into: &judgement)
        }
    }

    private func judgeContains(
        _ value: JSONValue,
        _ datum: Datum,
        at path: String,
        into judgement: inout Judgement
    ) {
        switch (datum, value) {
        case (.json(.object(let actual)), .object):
            judge(BodyMatcher(.contains, value), .object(actual), at: path, into: &judgement)
        case (.json(.array(let actual)), .array):
            judge(BodyMatcher(.contains, value), .array(actual), at: path, into: &judgement)
        case (.json(.array(let elements)), _):
            let matcher = BodyMatcher(.contains, value)
            add(elements.contains(where: matcher.holds), datum, at: path, into: &judgement)
        case (_, .string(let part)):
            let found = datum.text.map { Bytes.first(Array(part.utf8), in: $0[...]) != nil }
            add(found, datum, at: path, into: &judgement)
        default:
            add(nil, datum, at: path, into: &judgement)
        }
    }

    private func judge(
        _ matcher: BodyMatcher,
        _ actual: JSONValue,
        at path: String,
        into judgement: inout Judgement
    ) {
        judgement.add(
            contentsOf: matcher.differences(
                in: actual,
                at: path,
                basis: judgement.basis,
                location: judgement.location,
                limit: judgement.found.limit
            )
        )
    }

    private func judgeType(
        _ kinds: [JSONValue.Kind],
        _ datum: Datum,
        at path: String,
        into judgement: inout Judgement
    ) {
        guard case .json(let value) = datum else {
            return add(false, datum, at: path, into: &judgement)
        }
        guard !value.isOne(of: kinds) else { return }
        judgement.add(
            at: path,
            expected: description,
            actual: "\(value.kind.rawValue) \(datum.excerpt)"
        )
    }

    private func judgeSchema(
        _ schema: JSONSchema,
        _ datum: Datum,
        at path: String,
        into judgement: inout Judgement
    ) {
        guard let value = datum.value else {
            return add(nil, datum, at: path, into: &judgement)
        }
        judgement.add(
            contentsOf: schema.differences(
                in: value,
                at: path,
                basis: judgement.basis,
                location: judgement.location,
                limit: judgement.found.limit
            )
        )
    }
}

extension JSONValue {
    /// Whether it is of one of the kinds; `number` takes integers too.
    func isOne(of kinds: [Kind]) -> Bool {
        kinds.contains(kind) || kind == .integer && kinds.contains(.number)
    }
}
