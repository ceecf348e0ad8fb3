import Base
import JSON
import RegularExpressions

/// A condition on one field.
enum FieldCondition: Sendable {
    case equals(JSONValue)
    case differs(JSONValue)
    case compares(Comparison, JSONValue)
    case isIn(ValueSet)
    case isNotIn(ValueSet)
    case exists(Bool)
    case matches(RegularExpression)
    case containsAny(ValueSet)
    case containsNone(ValueSet)
    case containsAll([JSONValue])
    /// A pointer to one of these objects of a class.
    case pointsTo(className: String, ids: Set<String>)
    case near(GeoPoint, radians: Double)
    case within(GeoBox)
    /// Equal to a member of an object that matches; must be resolved before evaluation.
    case isSelected(by: Subquery, key: String)
    /// A pointer to an object that matches; must be resolved before evaluation.
    case pointsInto(Subquery)

    /// The four orders.
    enum Comparison: String, Sendable, CaseIterable {
        case less = "$lt"
        case lessOrEqual = "$lte"
        case greater = "$gt"
        case greaterOrEqual = "$gte"
    }
}

extension FieldCondition {
    /// Whether a field with this value matches; null counts as no value.
    func holds(for value: JSONValue?) -> Bool {
        let value = value ?? .null
        switch self {
        case .equals(let operand): return Self.isEqual(value, operand)
        case .differs(let operand): return !Self.isEqual(value, operand)
        case .compares(let comparison, let operand):
            return Self.anyElement(of: value) { comparison.holds($0, operand) }
        case .isIn(let values): return Self.isAny(value, of: values)
        case .isNotIn(let values): return !Self.isAny(value, of: values)
        case .exists(let wanted): return (value != .null) == wanted
        case .matches(let expression):
            return Self.anyElement(of: value) {
                $0.stringValue.map { expression.containsMatch(in: $0) } ?? false
            }
        case .containsAny(let values): return Self.isAny(value, of: values)
        case .containsNone(let values): return !Self.isAny(value, of: values)
        case .containsAll(let operands):
            let elements = Set((value.arrayValue ?? [value]).map(\.comparable))
            return operands.allSatisfy(elements.contains)
        case .pointsTo(let className, let ids):
            return value.pointer(to: className).map(ids.contains) ?? false
        case .near(let point, let radians):
            return GeoPoint(value).map { $0.radians(to: point) <= radians } ?? false
        case .within(let box):
            return GeoPoint(value).map(box.contains) ?? false
        case .isSelected, .pointsInto:
            preconditionFailure("a subquery was asked before it was resolved")
        }
    }

    /// Equal as a whole, or to one of the elements of an array.
    private static func isEqual(_ value: JSONValue, _ operand: JSONValue) -> Bool {
        if value.comparable == operand { return true }
        guard case .array(let elements) = value else { return false }
        return elements.contains { $0.comparable == operand }
    }

    private static func isAny(_ value: JSONValue, of values: ValueSet) -> Bool {
        if values.contains(value) { return true }
        guard case .array(let elements) = value else { return false }
        return elements.contains { values.contains($0) }
    }

    private static func anyElement(of value: JSONValue, _ test: (JSONValue) -> Bool) -> Bool {
        guard case .array(let elements) = value else { return test(value) }
        return elements.contains(where: test)
    }
}

extension FieldCondition.Comparison {
    /// Compares numbers with numbers and strings with strings; other values have no order.
    func holds(_ value: JSONValue, _ operand: JSONValue) -> Bool {
        switch (value.comparable, operand) {
        case (.number(let left), .number(let right)):
            holds(isLess: left < right, isEqual: left == right)
        case (.string(let left), .string(let right)):
            holds(
                isLess: left.utf8.lexicographicallyPrecedes(right.utf8),
                isEqual: left.hasSameCodePoints(as: right)
            )
        default:
            false
        }
    }

    private func holds(isLess: Bool, isEqual: Bool) -> Bool {
        switch self {
        case .less: isLess
        case .lessOrEqual: isLess || isEqual
        case .greater: !isLess && !isEqual
        case .greaterOrEqual: !isLess
        }
    }
}

/// The operand of `$in` and its kin, ready for a look-up however long it is.
struct ValueSet: Hashable, Sendable {
    private let values: Set<JSONValue>

    init(_ values: some Sequence<JSONValue>) {
        self.values = Set(values.map(\.comparable))
    }

    func contains(_ value: JSONValue) -> Bool { values.contains(value.comparable) }

    /// The elements, if all of them are strings.
    var strings: [String]? {
        let strings = values.compactMap(\.stringValue)
        return strings.count == values.count ? strings : nil
    }
}

extension JSONValue {
    /// The value with a Date object put as its canonical text.
    ///
    /// `createDate` and `updateDate` are bare texts, and texts of this form sort by time.
    var comparable: JSONValue {
        guard case .object(let object) = self else { return self }
        return Instant(dateObject: object).map { .string($0.iso) } ?? self
    }

    /// The objectId, when this is a pointer to an object of the class.
    func pointer(to className: String) -> String? {
        guard self["__type"]?.stringValue == "Pointer",
            self["className"]?.stringValue == className
        else { return nil }
        return self["objectId"]?.stringValue
    }
}

extension Instant {
    /// Reads `{"__type":"Date","iso":"…"}`.
    init?(dateObject object: JSONObject) {
        guard object["__type"]?.stringValue == "Date", let iso = object["iso"]?.stringValue else {
            return nil
        }
        self.init(iso: iso)
    }

    /// `{"__type":"Date","iso":"…"}`.
    var dateObject: JSONValue { ["__type": "Date", "iso": .string(iso)] }
}
