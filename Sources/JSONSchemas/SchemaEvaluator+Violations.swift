import Base
import JSON

extension SchemaEvaluator {
    /// Takes note of a violation of a keyword; only counts once enough are kept.
    mutating func note(
        _ complaint: SchemaComplaint,
        _ keyword: String?,
        in node: SchemaNodeID,
        causes: [SchemaViolation] = []
    ) {
        let limit: Int
        switch mode {
        case .silent: return
        case .collecting(let most): limit = most
        case .first: limit = 1
        }
        count += 1
        guard violations.count < limit else { return }
        let step = keyword.map { PointerToken.name($0).text } ?? ""
        violations.append(
            SchemaViolation(
                instanceLocation: instancePath.map(\.text).joined(),
                keywordLocation: keywordPath.map(\.text).joined() + step,
                absoluteKeywordLocation: schema.nodes[node.position].location + step,
                expected: complaint.expected,
                actual: complaint.actual,
                message: complaint.message,
                causes: causes
            )
        )
    }

    /// Takes note that the schema `false` met a value; always false.
    mutating func refuse(_ instance: JSONValue, in node: SchemaNodeID) -> Bool {
        guard !isSilent else { return false }
        let actual = SchemaText.summary(of: instance)
        let keyword = keywordPath.last
        if case .name(let name)? = instancePath.last,
            keyword == .name("additionalProperties") || keyword == .name("unevaluatedProperties")
        {
            let quoted = SchemaText.quoted(name)
            let complaint = SchemaComplaint(
                expected: "no member \(quoted)",
                actual: actual,
                message: "unexpected member \(quoted)"
            )
            note(complaint, nil, in: node)
        } else {
            note(SchemaComplaint(expected: "no value", actual: actual), nil, in: node)
        }
        return false
    }

    /// Takes note that no alternative matched, with what each found first.
    // Kept out of the recursive functions, whose frames it would swell.
    @inline(never)
    mutating func noteNoMatch(
        _ keyword: String,
        _ ids: [SchemaNodeID],
        in node: SchemaNodeID,
        _ instance: JSONValue,
        _ marks: inout EvaluatedChildren?
    ) {
        var causes: [SchemaViolation] = []
        if mode == .first { explanations += 1 }
        let isTired = mode == .first && explanations > Self.mostExplanations
        for (position, id) in ids.enumerated() where !isTired {
            let cause = firstViolation(instance, &marks) { evaluator, marks in
                evaluator.follow(keyword, .index(position), id, instance, &marks)
            }
            if let cause { causes.append(cause) }
        }
        let complaint = complaint(about: instance, causes)
        note(complaint, keyword, in: node, causes: causes)
    }

    private mutating func firstViolation(
        _ instance: JSONValue,
        _ marks: inout EvaluatedChildren?,
        of evaluate: (inout SchemaEvaluator, inout EvaluatedChildren?) -> Bool
    ) -> SchemaViolation? {
        let saved = (mode, violations, count)
        (mode, violations, count) = (.first, [], 0)
        defer { (mode, violations, count) = saved }
        _ = evaluate(&self, &marks)
        return violations.first
    }

    private func complaint(
        about instance: JSONValue,
        _ causes: [SchemaViolation]
    ) -> SchemaComplaint {
        let place = instancePath.map(\.text).joined()
        let wanted = causes.map { cause in
            cause.instanceLocation == place
                ? cause.expected : "\(cause.expected) at \(cause.instanceLocation)"
        }
        let actual = SchemaText.summary(of: instance)
        guard !causes.isEmpty else {
            return SchemaComplaint(expected: "one of the alternatives", actual: actual)
        }
        if causes.allSatisfy({ $0.instanceLocation == place && $0.actual == actual }) {
            return SchemaComplaint(expected: Words.alternatives(wanted), actual: actual)
        }
        let reasons = causes.enumerated().map { position, cause in
            let below = String(cause.instanceLocation.dropFirst(place.count))
            return "(\(position + 1)) \(below.isEmpty ? "" : below + ": ")\(cause.message)"
        }
        return SchemaComplaint(
            expected: Words.alternatives(wanted),
            actual: actual,
            message: "matches none of \(Count.of(causes.count, "alternative")): "
                + SchemaText.list(reasons)
        )
    }
}
