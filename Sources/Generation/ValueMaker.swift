import JSON
import JSONSchemas

/// Values that are put in place of a valid one.
struct ValueMaker {
    /// A value, and why it is tried.
    struct Candidate: Hashable {
        let category: GeneratedEdit.Category
        let value: JSONValue
        var demand: GeneratedEdit.Demand = .byRule
        var remark: String?
    }

    /// What is said of the values at the place; `nil` for nothing.
    let view: SchemaView?
    /// A valid one; `nil` where none is known.
    let valid: JSONValue?
    /// Whether the value goes over the wire as a text.
    let isText: Bool

    /// Lengths above that are not made, whatever a schema allows.
    private static let longest = 200_000
    /// What stands for characters of one to four bytes of UTF-8, and for a letter with an accent of its own.
    private static let units = ["x", "é", "あ", "😀"]

    /// All of them, each once.
    var candidates: [Candidate] {
        var found: [Candidate] = []
        let types = self.types
        if types.contains("string") { found += texts }
        if types.contains("integer") || types.contains("number") { found += numbers }
        if types.contains("array") { found += isText ? lists.filter { $0.value != [] } : lists }
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

    /// Those that are allowed; where nothing is said, that of the valid value.
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

    private func limit(_ name: String) -> Int? { view?.keywords[name]?.intValue }

    /// A field of a query or a form as the text that it is there.
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
        let large: [JSONValue] = [
            .number(.integer(2_147_483_648)), .number(.integer(9_007_199_254_740_993)),
            .number(.integer(.min)), .number(.real(1e308)),
        ]
        found += large.map { Candidate(category: .number, value: $0, demand: .open) }
        return found
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
