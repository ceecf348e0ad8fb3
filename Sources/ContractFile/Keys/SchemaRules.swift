import JSON

/// Rules about the keys of a mapping, as editor schemas have them.
extension JSONValue {
    /// A definition, by its name.
    static func ref(_ name: String) -> JSONValue { ["$ref": .string("#/$defs/\(name)")] }

    /// A list of names.
    static func names(_ names: [String]) -> JSONValue { .array(names.map { .string($0) }) }

    /// A key is there.
    static func has(_ name: String) -> JSONValue { ["required": [.string(name)]] }

    /// One of several keys is there, or more of them.
    static func hasAny(of names: [String]) -> JSONValue { ["anyOf": .array(names.map(has))] }

    /// Exactly one of several keys is there.
    static func hasOne(of names: [String]) -> JSONValue { ["oneOf": .array(names.map(has))] }

    /// Every key that is there has a value that keeps to a schema.
    static func each(_ names: [String], is schema: JSONValue) -> JSONValue {
        ["properties": .object(JSONObject(names.map { .init(name: $0, value: schema) }))]
    }

    /// Exactly one of several keys is there, or rows leave only one of those that are.
    static func leavesOne(of names: [String]) -> JSONValue {
        ["anyOf": [hasOne(of: names), hasAny(of: names).adding(each(names, is: ref("rowValue")))]]
    }

    /// A key goes with another one only.
    static func requires(_ key: String, _ other: String) -> JSONValue {
        ["dependentRequired": .object(JSONObject([.init(name: key, value: [.string(other)])]))]
    }

    /// A rule for mappings whose keys no row changes.
    static func unlessFilled(_ rule: JSONValue) -> JSONValue {
        ["if": ["type": "object", "not": ref("hasRowKey")], "then": rule]
    }

    /// Rules that all hold.
    static func all(_ names: [String]) -> JSONValue { ["allOf": .array(names.map(ref))] }
}
