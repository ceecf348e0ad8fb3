import JSON
import RegularExpressions

/// What a keyword asks of an instance on its own, without other schemas.
enum SchemaAssertion: Sendable {
    case types([JSONValue.Kind])
    case constant(JSONValue)
    case enumeration(SchemaEnumeration)
    case multiple(of: JSONNumber, ExactDecimal)
    case bound(NumberBound)
    case size(SizeBound)
    case pattern(RegularExpression, source: String)
    case unique
    case required([String])
    case dependentRequired([(name: String, needs: [String])])
    case format(SchemaFormat)
}

/// The values of `enum`, in order and for a quick search.
struct SchemaEnumeration: Sendable {
    let values: [JSONValue]
    let members: Set<JSONValue>
}

/// `maximum`, `exclusiveMaximum`, `minimum` or `exclusiveMinimum`.
struct NumberBound: Sendable {
    enum Relation: String, Sendable {
        case less = "less than"
        case atMost = "at most"
        case atLeast = "at least"
        case greater = "greater than"
    }

    let relation: Relation
    let number: JSONNumber

    func holds(for value: JSONNumber) -> Bool {
        switch relation {
        case .less: value < number
        case .atMost: value <= number
        case .atLeast: value >= number
        case .greater: value > number
        }
    }
}

/// How many characters, elements or members there may be.
struct SizeBound: Sendable {
    enum Unit: String, Sendable {
        case character, item, member
    }

    let unit: Unit
    let isMaximum: Bool
    let count: Int

    /// The size of an instance in the unit; `nil` for an instance that has no such size.
    func size(of instance: JSONValue) -> Int? {
        switch (unit, instance) {
        case (.character, .string(let text)): text.unicodeScalars.count
        case (.item, .array(let elements)): elements.count
        case (.member, .object(let object)): object.count
        default: nil
        }
    }

    func holds(for size: Int) -> Bool {
        isMaximum ? size <= count : size >= count
    }
}

extension SchemaAssertion {
    /// Whether the instance is as asked; instances of other kinds always are.
    func holds(for instance: JSONValue) -> Bool {
        switch self {
        case .types(let kinds): kinds.contains { Self.matches($0, instance) }
        case .constant(let value): instance == value
        case .enumeration(let enumeration): enumeration.members.contains(instance)
        case .unique: Self.firstEqualPair(in: instance) == nil
        case .required(let names): Self.firstMissing(of: names, in: instance) == nil
        case .dependentRequired(let rows):
            rows.allSatisfy { row in
                instance[row.name] == nil || Self.firstMissing(of: row.needs, in: instance) == nil
            }
        case .size(let bound): bound.size(of: instance).map(bound.holds) ?? true
        case .multiple, .bound: holdsForNumber(instance)
        case .pattern, .format: holdsForString(instance)
        }
    }

    private func holdsForNumber(_ instance: JSONValue) -> Bool {
        guard case .number(let number) = instance else { return true }
        switch self {
        case .multiple(_, let divisor):
            // A divisor of more digits than that is refused when the schema is read.
            return ExactDecimal(number)?.isMultiple(of: divisor) ?? false
        case .bound(let bound): return bound.holds(for: number)
        default: return true
        }
    }

    private func holdsForString(_ instance: JSONValue) -> Bool {
        switch (self, instance) {
        case (.pattern(let expression, _), .string(let text)): expression.containsMatch(in: text)
        case (.format(let format), .string(let text)): format.matches(text)
        default: true
        }
    }

    private static func matches(_ kind: JSONValue.Kind, _ instance: JSONValue) -> Bool {
        let actual = instance.kind
        return actual == kind || (kind == .number && actual == .integer)
    }

    private static func firstMissing(of names: [String], in instance: JSONValue) -> String? {
        guard let object = instance.objectValue else { return nil }
        return names.first { object[$0] == nil }
    }

    /// The positions of two equal elements: of the first that repeats an earlier one.
    static func firstEqualPair(in instance: JSONValue) -> (Int, Int)? {
        guard case .array(let elements) = instance, elements.count > 1 else { return nil }
        var seen: [JSONValue: Int] = [:]
        seen.reserveCapacity(elements.count)
        for (position, element) in elements.enumerated() {
            if let earlier = seen.updateValue(position, forKey: element) {
                return (earlier, position)
            }
        }
        return nil
    }
}
