import JSON
import RegularExpressions

/// Reads the query language into conditions.
struct ConditionReader {
    /// Name of the text in errors: `where` or `searchCondition`.
    let subject: String

    /// - Throws: `E400004` for an unknown operator or an operand of the wrong type, `E403006` for an invalid
    ///   position.
    func condition(_ object: JSONObject) throws(NCMBError) -> Condition {
        var parts: [Condition] = []
        for member in object.members {
            parts.append(try condition(member.name, member.value))
        }
        return parts.count == 1 ? parts[0] : .all(parts)
    }

    private func condition(_ name: String, _ value: JSONValue) throws(NCMBError) -> Condition {
        switch name {
        case "$or":
            var alternatives: [Condition] = []
            for element in try array(value) {
                alternatives.append(try condition(try members(element)))
            }
            return .any(alternatives)
        case "$relatedTo":
            return try relation(value)
        case _ where name.utf8.first == UInt8(ascii: "$"):
            throw fault
        default:
            return try fieldCondition(name, value)
        }
    }

    /// This service's data has no relations, so no object matches.
    private func relation(_ value: JSONValue) throws(NCMBError) -> Condition {
        guard value["object"]?["__type"]?.stringValue == "Pointer",
            value["object"]?["objectId"]?.stringValue != nil, value["key"]?.stringValue != nil
        else { throw fault }
        return .never
    }

    private func fieldCondition(
        _ name: String,
        _ value: JSONValue
    ) throws(NCMBError) -> Condition {
        guard let object = value.objectValue, object.names.contains(where: Self.isOperator) else {
            return .field(name, .equals(value.comparable))
        }
        var predicates: [Condition] = []
        for member in object.members where !Self.isDistance(member.name) {
            let predicate = try predicate(member.name, member.value, beside: object)
            predicates.append(.field(name, predicate))
        }
        guard !predicates.isEmpty else { throw fault }
        return predicates.count == 1 ? predicates[0] : .all(predicates)
    }

    private func predicate(
        _ name: String,
        _ value: JSONValue,
        beside siblings: JSONObject
    ) throws(NCMBError) -> FieldCondition {
        if let comparison = FieldCondition.Comparison(rawValue: name) {
            let operand = value.comparable
            guard case .number = operand else {
                guard case .string = operand else { throw fault }
                return .compares(comparison, operand)
            }
            return .compares(comparison, operand)
        }
        switch name {
        case "$ne": return .differs(value.comparable)
        case "$in": return .isIn(ValueSet(try array(value)))
        case "$nin": return .isNotIn(ValueSet(try array(value)))
        case "$inArray": return .containsAny(ValueSet(try array(value)))
        case "$ninArray": return .containsNone(ValueSet(try array(value)))
        case "$all": return .containsAll(try array(value).map(\.comparable))
        case "$exists":
            guard let wanted = value.boolValue else { throw fault }
            return .exists(wanted)
        case "$regex": return .matches(try expression(value))
        case "$select": return try select(value)
        case "$inQuery": return .pointsInto(try subquery(value))
        case "$nearSphere":
            return .near(try point(value), radians: try distance(siblings))
        case "$within": return .within(try box(value))
        default: throw fault
        }
    }

    private static func isOperator(_ name: String) -> Bool {
        name.utf8.first == UInt8(ascii: "$")
    }
}

extension ConditionReader {
    private static let distances: [(name: String, radius: Double)] = [
        ("$maxDistanceInKilometers", GeoPoint.earthRadiusInKilometers),
        ("$maxDistanceInMiles", GeoPoint.earthRadiusInMiles),
        ("$maxDistanceInRadians", 1),
    ]

    private static func isDistance(_ name: String) -> Bool {
        distances.contains { $0.name == name }
    }

    /// The largest distance named next to `$nearSphere`, in radians; unlimited by default.
    private func distance(_ siblings: JSONObject) throws(NCMBError) -> Double {
        for (name, radius) in Self.distances {
            guard let value = siblings[name] else { continue }
            guard case .number(let number) = value, number.doubleValue >= 0 else { throw fault }
            return number.doubleValue / radius
        }
        return .infinity
    }

    private func point(_ value: JSONValue) throws(NCMBError) -> GeoPoint {
        guard let point = GeoPoint(value) else { throw .geoPoint }
        return point
    }

    private func box(_ value: JSONValue) throws(NCMBError) -> GeoBox {
        guard let corners = value["$box"] else { throw fault }
        let points = try array(corners)
        guard points.count == 2 else { throw fault }
        return GeoBox(southWest: try point(points[0]), northEast: try point(points[1]))
    }

    private func expression(_ value: JSONValue) throws(NCMBError) -> RegularExpression {
        guard let text = value.stringValue else { throw fault }
        do {
            return try RegularExpression(ecma: text)
        } catch {
            throw fault
        }
    }

    private func select(_ value: JSONValue) throws(NCMBError) -> FieldCondition {
        guard let query = value["query"], let key = value["key"]?.stringValue else { throw fault }
        return .isSelected(by: try subquery(query), key: key)
    }

    private func subquery(_ value: JSONValue) throws(NCMBError) -> Subquery {
        guard let className = value["className"]?.stringValue else { throw fault }
        let filter = try members(value["where"] ?? .object(JSONObject()))
        return Subquery(className: className, condition: try condition(filter))
    }

    private var fault: NCMBError { .format(subject) }

    private func array(_ value: JSONValue) throws(NCMBError) -> [JSONValue] {
        guard let elements = value.arrayValue else { throw fault }
        return elements
    }

    private func members(_ value: JSONValue) throws(NCMBError) -> JSONObject {
        guard let object = value.objectValue else { throw fault }
        return object
    }
}
