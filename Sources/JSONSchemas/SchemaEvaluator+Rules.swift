import JSON

extension SchemaEvaluator {
    /// Whether the instance follows one rule of a node.
    mutating func follows(
        _ rule: SchemaRule,
        in node: SchemaNodeID,
        _ instance: JSONValue,
        _ marks: inout EvaluatedChildren?
    ) -> Bool {
        switch rule {
        case .never: return refuse(instance, in: node)
        case .assertion(_, .multiple(_, let divisor)) where !divisor.canDivide:
            guard case .number = instance else { return true }
            giveUp(at: node, expected: "a divisor of at most 18 digits", actual: "more")
            return false
        case .assertion(let keyword, let assertion):
            if assertion.holds(for: instance) { return true }
            if !isSilent {
                for complaint in assertion.complaints(about: instance) {
                    note(complaint, keyword, in: node)
                }
            }
            return false
        case .reference(let id): return follow("$ref", nil, id, instance, &marks)
        case .dynamicReference(let reference):
            return follow("$dynamicRef", nil, target(of: reference), instance, &marks)
        case .allOf(let ids): return all(ids, instance, &marks)
        case .anyOf(let ids): return any(ids, in: node, instance, &marks)
        case .oneOf(let ids): return one(ids, in: node, instance, &marks)
        case .not(let id): return no(id, in: node, instance)
        case .condition(let condition): return decide(condition, instance, &marks)
        case .dependentSchemas(let keyword, let rows):
            return depend(keyword, rows, instance, &marks)
        case .members(let rule): return members(rule, instance, &marks)
        case .memberNames(let id): return memberNames(id, instance)
        case .elements(let rule): return elements(rule, instance, &marks)
        case .contains(let rule): return contains(rule, in: node, instance, &marks)
        case .unevaluatedProperties(let id): return unevaluatedProperties(id, instance, &marks)
        case .unevaluatedItems(let id): return unevaluatedItems(id, instance, &marks)
        }
    }

    /// Applies a subschema, with the way to it noted while violations are.
    mutating func follow(
        _ keyword: String,
        _ token: PointerToken?,
        _ id: SchemaNodeID,
        _ instance: JSONValue,
        _ marks: inout EvaluatedChildren?
    ) -> Bool {
        let length = keywordPath.count
        if !isSilent {
            keywordPath.append(.name(keyword))
            if let token { keywordPath.append(token) }
        }
        defer { keywordPath.removeLast(keywordPath.count - length) }
        return apply(id, to: instance, marks: &marks)
    }

    /// Applies a subschema to a child, with both ways noted while violations are.
    mutating func follow(
        _ keyword: String,
        _ token: @autoclosure () -> PointerToken?,
        _ id: SchemaNodeID,
        child: JSONValue,
        at place: @autoclosure () -> PointerToken
    ) -> Bool {
        let length = keywordPath.count
        if !isSilent {
            keywordPath.append(.name(keyword))
            if let token = token() { keywordPath.append(token) }
        }
        defer { keywordPath.removeLast(keywordPath.count - length) }
        return apply(id, toChild: child, at: place(), isName: keyword == "propertyNames")
    }

    /// Whether a subschema accepts the instance; notes nothing, and finds out once for each place.
    mutating func accepts(
        _ id: SchemaNodeID,
        _ instance: JSONValue,
        _ marks: inout EvaluatedChildren?
    ) -> Bool {
        let key = marks == nil ? known.key(of: id) : nil
        if let key, let response = known.responses[key] { return response }
        let before = mode
        mode = .silent
        defer { mode = before }
        let response = apply(id, to: instance, marks: &marks)
        if let key, undecided == nil { known.responses[key] = response }
        return response
    }
}

extension SchemaEvaluator {
    private mutating func all(
        _ ids: [SchemaNodeID],
        _ instance: JSONValue,
        _ marks: inout EvaluatedChildren?
    ) -> Bool {
        var isValid = true
        for (position, id) in ids.enumerated()
        where !follow("allOf", .index(position), id, instance, &marks) {
            isValid = false
            if isSilent { break }
        }
        return isValid
    }

    private mutating func any(
        _ ids: [SchemaNodeID],
        in node: SchemaNodeID,
        _ instance: JSONValue,
        _ marks: inout EvaluatedChildren?
    ) -> Bool {
        var isValid = false
        for id in ids where accepts(id, instance, &marks) {
            isValid = true
            if marks == nil { break }
        }
        if !isValid, !isSilent { noteNoMatch("anyOf", ids, in: node, instance, &marks) }
        return isValid
    }

    private mutating func one(
        _ ids: [SchemaNodeID],
        in node: SchemaNodeID,
        _ instance: JSONValue,
        _ marks: inout EvaluatedChildren?
    ) -> Bool {
        var matches: [Int] = []
        for (position, id) in ids.enumerated() where accepts(id, instance, &marks) {
            matches.append(position)
            if isSilent, matches.count > 1 { return false }
        }
        if matches.count == 1 { return true }
        guard !isSilent else { return false }
        if matches.isEmpty {
            noteNoMatch("oneOf", ids, in: node, instance, &marks)
        } else {
            let complaint = SchemaComplaint(
                expected: "exactly one alternative to match",
                actual: "\(matches.count): " + SchemaText.list(matches.map { "/oneOf/\($0)" })
            )
            note(complaint, "oneOf", in: node)
        }
        return false
    }

    private mutating func no(
        _ id: SchemaNodeID,
        in node: SchemaNodeID,
        _ instance: JSONValue
    ) -> Bool {
        var unmarked: EvaluatedChildren?
        guard accepts(id, instance, &unmarked) else { return true }
        note(
            SchemaComplaint(
                expected: "a value that does not match \"not\"",
                actual: SchemaText.summary(of: instance)
            ),
            "not",
            in: node
        )
        return false
    }

    private mutating func decide(
        _ condition: SchemaCondition,
        _ instance: JSONValue,
        _ marks: inout EvaluatedChildren?
    ) -> Bool {
        let holds = accepts(condition.test, instance, &marks)
        guard let branch = holds ? condition.then : condition.otherwise else { return true }
        return follow(holds ? "then" : "else", nil, branch, instance, &marks)
    }

    private mutating func depend(
        _ keyword: String,
        _ rows: [(name: String, node: SchemaNodeID)],
        _ instance: JSONValue,
        _ marks: inout EvaluatedChildren?
    ) -> Bool {
        guard case .object(let object) = instance else { return true }
        var isValid = true
        for row in rows where object[row.name] != nil {
            if follow(keyword, .name(row.name), row.node, instance, &marks) { continue }
            isValid = false
            if isSilent { break }
        }
        return isValid
    }
}
