import JSON
import JSONSchemas

// MARK: - Repairs

extension SchemaTransfer {
    /// Removes from schemas what a JSON Schema cannot express.
    ///
    /// - Parameters:
    ///   - schemas: The named schemas; repaired in place.
    ///   - others: Schemas that refer to them; repaired in place.
    /// - Returns: What was removed, and why, in words.
    static func repair(_ schemas: inout JSONObject, _ others: inout [JSONValue]) -> [String] {
        // An empty list of schemas is invalid.
        guard !schemas.isEmpty || !others.isEmpty else { return [] }
        var remarks: [String] = []
        // Every pass removes something, so this ends; the limit is for faults without a place.
        for _ in 0..<1_000 {
            let places =
                schemas.names.map { ["schemas", $0] }
                + others.indices.map { ["others", "\($0)"] }
            var whole: JSONValue = [
                "schemas": .object(schemas), "others": .array(others),
                "schema": [
                    "allOf": .array(
                        places.map { ["$ref": .string("#" + JSONPointer(tokens: $0).fragment)] }
                    )
                ],
            ]
            let faults = faults(of: whole)
            var isChanged = false
            // From the last to the first, so that positions in lists stay valid.
            for fault in faults.reversed() {
                do {
                    let place = try JSONPointer(fault.pointer)
                    // An invalid schema is replaced with one that allows everything.
                    whole =
                        place.tokens.count == 2
                        ? try whole.setting(place, to: true) : try whole.removing(place)
                    remarks.append("\(fault.pointer): \(fault.reason)")
                    isChanged = true
                } catch {
                    // It was removed together with its parent.
                    continue
                }
            }
            schemas = whole["schemas"]?.objectValue ?? schemas
            others = whole["others"]?.arrayValue ?? others
            if !isChanged { return remarks }
        }
        return remarks
    }

    /// The reason why an unknown keyword is left out, which checks nothing.
    static let isUnknown = "is not a keyword of JSON Schema 2020-12"

    private static func faults(of whole: JSONValue) -> [(pointer: String, reason: String)] {
        do {
            let schema = try JSONSchema(document: whole, at: JSONPointer(tokens: ["schema"]))
            return schema.unknownKeywords.filter { $0.kind == .keyword }.map {
                ($0.pointer, "\"\($0.name)\" \(isUnknown)")
            }
        } catch {
            return error.faults.filter { $0.document == nil }.map { ($0.pointer, $0.reason) }
        }
    }
}

// MARK: - Examples

extension SchemaTransfer {
    /// The first fault of an example by its schema; `nil` for none.
    static func fault(of value: JSONValue, _ schema: JSONSchema) -> String? {
        let violation = schema.violations(in: value, limit: 1).violations.first
        return violation.map { text(of: $0.message, at: $0.instanceLocation[...]) }
    }

    private static func text(of message: String, at place: Substring) -> String {
        LiteralText.apart("\(place.isEmpty ? "/" : place): \(message)")
    }

    /// An example of a document with its schema.
    struct Shown {
        /// The place of the schema among those that refer to named ones.
        let schema: Int
        let example: JSONValue
    }

    /// The faults of examples by imported schemas, which are compiled once for all.
    ///
    /// - Parameters:
    ///   - shown: The examples.
    ///   - schemas: The named schemas.
    ///   - others: Schemas that refer to them.
    /// - Returns: For each example its first fault; `nil` if it has none, or if unknown. And whether the list of
    ///   faults is complete.
    static func faults(
        of shown: [Shown],
        _ schemas: JSONObject,
        _ others: [JSONValue]
    ) -> (first: [String?], areAll: Bool) {
        var faults = [String?](repeating: nil, count: shown.count)
        guard !shown.isEmpty else { return (faults, true) }
        let places = shown.map { JSONPointer(tokens: ["others", "\($0.schema)"]).fragment }
        let whole: JSONValue = [
            "schemas": .object(schemas), "others": .array(others),
            "schema": ["prefixItems": .array(places.map { ["$ref": .string("#" + $0)] })],
        ]
        let compiled: JSONSchema
        do {
            compiled = try JSONSchema(document: whole, at: JSONPointer(tokens: ["schema"]))
        } catch {
            return (faults, false)
        }
        let found = compiled.violations(in: .array(shown.map(\.example)), limit: 10_000)
        for violation in found.violations {
            let place = violation.instanceLocation.dropFirst()
            let number = place.prefix { $0 != "/" }
            guard let index = Int(number), faults.indices.contains(index), faults[index] == nil
            else { continue }
            faults[index] = text(of: violation.message, at: place.dropFirst(number.count))
        }
        return (faults, found.count == found.violations.count && !found.isUndecided)
    }
}
