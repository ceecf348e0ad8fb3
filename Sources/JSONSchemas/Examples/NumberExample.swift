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
