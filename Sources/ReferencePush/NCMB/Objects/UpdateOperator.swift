import JSON

/// A change that a client asks for instead of giving the new value.
enum UpdateOperator: Hashable, Sendable {
    case increment(JSONNumber)
    case add([JSONValue])
    case addUnique([JSONValue])
    case remove([JSONValue])
}

extension UpdateOperator {
    /// Reads `{"__op":…}`; `nil` for a value that is not an operator.
    ///
    /// - Throws: `E400004` for an unknown operator, `E400002` for a wrong operand.
    init?(_ value: JSONValue, field: String) throws(NCMBError) {
        guard let name = value["__op"] else { return nil }
        switch name.stringValue {
        case "Increment":
            guard case .number(let amount) = value["amount"] else { throw .type(field) }
            self = .increment(amount)
        case "Add": self = .add(try Self.objects(value, field))
        case "AddUnique": self = .addUnique(try Self.objects(value, field))
        case "Remove": self = .remove(try Self.objects(value, field))
        default: throw .format(field)
        }
    }

    /// The new value; a missing field counts as 0 or as an empty array.
    ///
    /// - Throws: `E400002` when the current value is of another kind.
    func applied(to current: JSONValue?, field: String) throws(NCMBError) -> JSONValue {
        switch self {
        case .increment(let amount):
            switch current ?? .null {
            case .null: return .number(amount)
            case .number(let number): return .number(number.sum(with: amount))
            default: throw .type(field)
            }
        case .add(let objects):
            return .array(try Self.elements(current, field) + objects)
        case .addUnique(let objects):
            var elements = try Self.elements(current, field)
            for object in objects where !elements.contains(object) { elements.append(object) }
            return .array(elements)
        case .remove(let objects):
            return .array(try Self.elements(current, field).filter { !objects.contains($0) })
        }
    }

    private static func objects(
        _ value: JSONValue,
        _ field: String
    ) throws(NCMBError) -> [JSONValue] {
        guard let objects = value["objects"]?.arrayValue else { throw .type(field) }
        return objects
    }

    private static func elements(
        _ value: JSONValue?,
        _ field: String
    ) throws(NCMBError) -> [JSONValue] {
        switch value ?? .null {
        case .null: return []
        case .array(let elements): return elements
        default: throw .type(field)
        }
    }
}

extension JSONNumber {
    /// The sum as the service reckons it; exact while both are integers and it fits.
    fileprivate func sum(with other: JSONNumber) -> JSONNumber {
        if let left = exactInt64, let right = other.exactInt64 {
            let (sum, overflows) = left.addingReportingOverflow(right)
            if !overflows { return .integer(sum) }
        }
        return .real(doubleValue + other.doubleValue)
    }
}
