package import JSON

/// Numbers that keep to the limits of a schema.
package enum NumberExample {
    /// A whole number that fits where there is one, else one of the limits.
    package static func value(_ schema: JSONValue) -> JSONValue {
        let step = max(1, schema["multipleOf"]?.intValue ?? 1)
        let candidates = [
            step, 0, lowest(schema), highest(schema),
            lowest(schema).map { ($0 &+ step &- 1) / step &* step },
        ]
        for case let candidate? in candidates where fits(candidate, schema) {
            return .integer(candidate)
        }
        return schema["minimum"] ?? schema["maximum"] ?? 1
    }

    /// Different numbers at the limits of a schema and away from them, the most usual first; the schema may exclude
    /// some of them.
    ///
    /// - Parameters:
    ///   - schema: The schema.
    ///   - count: How many numbers in sequence are wanted.
    /// - Returns: At least one number.
    static func values(_ schema: JSONValue, _ count: Int) -> [JSONValue] {
        let usual = [0, 1, -1, 2, 100, -100].map(JSONValue.integer)
        // Alternatives often overlap, except far away from their limits.
        let far = [1_000_000, -1_000_000].map(JSONValue.integer)
        let near = sequence(schema, count)
        return [value(schema)] + near.prefix(3) + far + near.dropFirst(3) + usual
    }

    /// Multiples of the step that follow the lower limit, or precede the upper one.
    private static func sequence(_ schema: JSONValue, _ count: Int) -> [JSONValue] {
        let step = number(schema["multipleOf"]) ?? 1
        guard step > 0, step.isFinite else { return [] }
        let low = number(schema["exclusiveMinimum"]) ?? number(schema["minimum"])
        let high = number(schema["exclusiveMaximum"]) ?? number(schema["maximum"])
        let (start, direction) =
            if let low { ((low / step).rounded(.up), 1.0) } else if let high {
                ((high / step).rounded(.down), -1.0)
            } else { (1.0, 1.0) }
        var found = (0...count).map { (start + direction * Double($0)) * step }
        if let low, let high { found.append((low + high) / 2) }
        return found.filter(\.isFinite).map { number in
            number.rounded() == number && abs(number) < 0x1p53
                ? .integer(Int(number)) : .number(.real(number))
        }
    }

    private static func number(_ value: JSONValue?) -> Double? {
        guard case .number(let number)? = value else { return nil }
        return number.doubleValue
    }

    private static func lowest(_ schema: JSONValue) -> Int? {
        if let limit = schema["exclusiveMinimum"]?.intValue { return limit &+ 1 }
        let isExcluded = schema["exclusiveMinimum"]?.boolValue ?? false
        return schema["minimum"].flatMap(whole).map { isExcluded ? $0 &+ 1 : $0 }
    }

    private static func highest(_ schema: JSONValue) -> Int? {
        if let limit = schema["exclusiveMaximum"]?.intValue { return limit &- 1 }
        let isExcluded = schema["exclusiveMaximum"]?.boolValue ?? false
        return schema["maximum"]?.intValue.map { isExcluded ? $0 &- 1 : $0 }
    }

    /// The least integer that is not below a number.
    private static func whole(_ value: JSONValue) -> Int? {
        guard case .number(let number) = value else { return nil }
        return number.exactInt64.map(Int.init) ?? Int(exactly: number.doubleValue.rounded(.up))
    }

    private static func fits(_ candidate: Int, _ schema: JSONValue) -> Bool {
        if let low = lowest(schema), candidate < low { return false }
        if let high = highest(schema), candidate > high { return false }
        guard let step = schema["multipleOf"]?.intValue, step > 0 else { return true }
        return candidate.isMultiple(of: step)
    }
}
