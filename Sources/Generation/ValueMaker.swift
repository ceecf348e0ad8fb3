import JSON
import JSONSchemas

/// Values to replace a valid one.
struct ValueMaker {
    /// A value, and why it is tried.
    struct Candidate: Hashable {
        let category: GeneratedEdit.Category
        let value: JSONValue
        var demand: GeneratedEdit.Demand = .byRule
        var remark: String?
    }

    /// The schema of the place; `nil` for none.
    let view: SchemaView?
    /// A valid value; `nil` if none is known.
    let valid: JSONValue?
    /// Whether the value is sent as a text.
    let isText: Bool

    /// The maximum length that is generated, whatever a schema allows.
    private static let longest = 200_000
    /// Characters of one to four bytes in UTF-8, and a letter with a combining accent.
    private static let units = ["x", "é", "あ", "😀"]

    /// All of them, without duplicates.
    var candidates: [Candidate] {
        var found: [Candidate] = []
        let types = self.types
        if types.contains("string") { found += texts.map(unsure) + formatted }
        if types.contains("integer") || types.contains("number") { found += numbers }
        // In a query an empty list is not sent, and null cannot be expressed.
        if types.contains("array") {
            found += isText ? lists.filter { $0.value != [] && $0.value != [.null] } : lists
        }
        if types.contains("object"), !isText {
            found.append(Candidate(category: .empty, value: .object(JSONObject())))
        }
        if types.contains("boolean") {
            found += [.bool(true), .bool(false)].map { Candidate(category: .choice, value: $0) }
        }
        found += choices
        found += others(than: types)
        if !isText { found.append(Candidate(category: .null, value: .null)) }
        var seen: Set<JSONValue> = valid.map { [$0] } ?? []
        return found.map { isText ? spelled($0) : $0 }.filter { seen.insert($0.value).inserted }
    }

    /// The allowed types; without a schema, that of the valid value.
    private var types: Set<String> {
        if let types = view?.types, !types.isEmpty { return Set(types) }
        switch valid {
        case .string: return ["string"]
        case .number: return ["number"]
        case .bool: return ["boolean"]
        case .array: return ["array"]
        case .object: return ["object"]
        case .null, nil: return view?.keywords["properties"] == nil ? ["string"] : ["object"]
        }
    }

    /// The format of texts; `nil` for none, or one that does not restrict their spelling.
    private var format: String? {
        let silent: Set = ["password", "binary", "int32", "int64", "float", "double"]
        return view?.keywords["format"]?.stringValue.flatMap { silent.contains($0) ? nil : $0 }
    }

    /// A text that may violate the format of its place may be accepted or rejected.
    private func unsure(_ candidate: Candidate) -> Candidate {
        guard format != nil, candidate.demand == .byRule else { return candidate }
        var unsure = candidate
        unsure.demand = .unsure
        return unsure
    }

    private func limit(_ name: String) -> Int? { view?.keywords[name]?.intValue }

    /// A field of a query or a form as its text.
    private func spelled(_ candidate: Candidate) -> Candidate {
        switch candidate.value {
        case .number, .bool:
            var spelled = Candidate(
                category: candidate.category,
                value: .string(candidate.value.text)
            )
            spelled.demand = candidate.demand
            spelled.remark = candidate.remark
            return spelled
        default: return candidate
        }
    }
}

// MARK: - Texts

extension ValueMaker {
    private var texts: [Candidate] {
        var found = [Candidate(category: .empty, value: "")]
        let (least, most) = (limit("minLength"), limit("maxLength"))
        if let least {
            found += lengths([least - 1, least, least + 1], "minLength \(least)", ["x"])
            found += lengths([least - 1, least], "minLength \(least)", Self.units)
        }
        if let most {
            found += lengths([most - 1, most, most + 1], "maxLength \(most)", ["x"])
            found += lengths([most, most + 1], "maxLength \(most)", Self.units)
        }
        let short = [" ", "é", "あ", "😀", "e\u{301}", "\u{202E}x", "x\ny", "'\"\\<&%"]
        found += short.map { Candidate(category: .text, value: .string($0)) }
        found.append(Candidate(category: .text, value: "\u{0}", demand: .open))
        let long = most.map { [$0 * 4] } ?? [300, 5_000, 70_000]
        for length in long where length > 0 && length <= Self.longest {
            let text = String(repeating: "x", count: length)
            let demand: GeneratedEdit.Demand = most == nil ? .open : .byRule
            found.append(Candidate(category: .text, value: .string(text), demand: demand))
        }
        return found
    }

    /// Texts at the limits of a format, and just beyond.
    private var formatted: [Candidate] {
        (format.flatMap { Self.edges[$0] } ?? []).map {
            Candidate(category: .text, value: .string($0), demand: .open, remark: "format")
        }
    }

    private static let edges: [String: [String]] = [
        "date-time": [
            "2026-01-31T12:00:00", "2016-12-31T23:59:60Z", "0001-01-01T00:00:00Z",
            "9999-12-31T23:59:59Z", "2024-02-29T12:00:00Z", "2026-01-31T12:00:00+23:59",
            "2026-02-30T12:00:00Z", "2026-01-31", "1769860800",
        ],
        "date": [
            "2024-02-29", "2026-02-30", "0001-01-01", "9999-12-31", "2026-1-1",
            "2026-01-31T12:00:00Z",
        ],
        "time": ["12:00:00", "23:59:60Z", "24:00:00Z", "12:00"],
        "uuid": [
            "00000000-0000-0000-0000-000000000000", "FFFFFFFF-FFFF-4FFF-BFFF-FFFFFFFFFFFF",
            "00000000000040008000000000000000", "not-a-uuid",
        ],
        "email": ["a@b", "\"a b\"@example.com", "ü@example.com", "no-address"],
        "uri": ["http://[::1]:0/", "urn:a:b", "//example.com", "http://exa mple.com/"],
        "ipv4": ["0.0.0.0", "255.255.255.255", "256.0.0.1", "1.2.3"],
        "ipv6": ["::", "::ffff:192.0.2.1", "1::2::3"],
        "byte": ["", "dGV4dA", "****"],
    ]

    private func lengths(
        _ lengths: [Int],
        _ remark: String,
        _ units: [String]
    ) -> [Candidate] {
        lengths.filter { (0...Self.longest).contains($0) }.flatMap { length in
            units.map { unit in
                let text = String(repeating: unit, count: length)
                return Candidate(
                    category: .limit,
                    value: .string(text),
                    remark: remark
                )
            }
        }
    }

    private var choices: [Candidate] {
        let all = view?.keywords["enum"]?.arrayValue ?? []
        guard !all.isEmpty else { return [] }
        return (all.prefix(12) + ["none of these"]).map {
            Candidate(category: .choice, value: $0)
        }
    }
}

// MARK: - Numbers

extension ValueMaker {
    private var numbers: [Candidate] {
        var found: [Candidate] = []
        for (name, step) in [
            ("minimum", 0), ("maximum", 0), ("exclusiveMinimum", 0), ("exclusiveMaximum", 0),
        ] {
            guard let bound = limit(name) else { continue }
            for value in [bound - 1, bound, bound + 1] {
                found.append(
                    Candidate(
                        category: .limit,
                        value: .integer(value + step),
                        remark: "\(name) \(bound)"
                    )
                )
            }
        }
        if let step = limit("multipleOf"), step > 1 {
            found.append(
                Candidate(category: .limit, value: .integer(step + 1), remark: "multipleOf \(step)")
            )
        }
        for value in [0, -1, 1] {
            found.append(Candidate(category: .number, value: .integer(value)))
        }
        found.append(Candidate(category: .number, value: .number(.real(0.5))))
        found += Self.large.map { Candidate(category: .number, value: $0, demand: .open) }
        return found
    }

    /// Around the limits of 32 bits, a double and 64 bits, and an integer with a fraction.
    private static let large: [JSONValue] = [
        "2147483648", "-2147483649", "9007199254740993", "9223372036854775807",
        "9223372036854775808", "18446744073709551616", "-9223372036854775808", "1e308", "1.0",
    ].compactMap { text in
        do { return try JSONValue(parsing: text) } catch { return nil }
    }
}

// MARK: - Lists

extension ValueMaker {
    private var lists: [Candidate] {
        var found = [Candidate(category: .empty, value: [])]
        guard let element = valid?.arrayValue?.first ?? view?.element(0)?.example else {
            return found
        }
        if let least = limit("minItems") {
            found += counts([least - 1, least], element, "minItems \(least)")
        }
        if let most = limit("maxItems") {
            found += counts([most, most + 1], element, "maxItems \(most)")
        } else {
            let many = JSONValue.array(Array(repeating: element, count: 500))
            found.append(Candidate(category: .limit, value: many, demand: .open))
        }
        found.append(Candidate(category: .repeated, value: [element, element]))
        found.append(Candidate(category: .null, value: [.null]))
        return found
    }

    private func counts(_ counts: [Int], _ element: JSONValue, _ remark: String) -> [Candidate] {
        let isUnique = view?.keywords["uniqueItems"] == true
        return counts.filter { (0...10_000).contains($0) }.map { count in
            let elements = (0..<count).map { isUnique ? different(element, $0) : element }
            return Candidate(
                category: .limit,
                value: .array(elements),
                remark: remark
            )
        }
    }

    private func different(_ element: JSONValue, _ number: Int) -> JSONValue {
        switch element {
        case .string(let text): number == 0 ? element : .string("\(text)\(number)")
        case .number: .integer(number)
        default: element
        }
    }
}

// MARK: - Other types

extension ValueMaker {
    private func others(than types: Set<String>) -> [Candidate] {
        if isText {
            let isNumeric = !types.contains("string")
            return isNumeric ? [Candidate(category: .type, value: "none")] : []
        }
        var all: [(String, JSONValue)] = [
            ("string", "text"), ("integer", 7), ("boolean", true), ("array", ["x"]),
            ("object", ["x": 1]),
        ]
        if types.contains("number") { all.removeAll { $0.0 == "integer" } }
        if types.contains("integer") || types.contains("number") {
            all.append(("string", .string("7")))
        }
        return all.filter { !types.contains($0.0) }.map { Candidate(category: .type, value: $0.1) }
    }
}
