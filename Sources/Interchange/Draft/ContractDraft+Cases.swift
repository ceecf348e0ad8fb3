import JSON

extension ContractDraft {
    /// Steps that run in sequence.
    struct Case {
        var name: String
        /// Lines above it.
        var comment: [String] = []
        var summary: String?
        var tags: [String] = []
        /// Cases whose captures this one uses.
        var needs: [String] = []
        /// The states that the server needs.
        var given: [JSONValue] = []
        /// Names that the steps refer to.
        var bindings = JSONObject()
        var steps: [Step] = []
        /// Why it is not run; `nil` if it is.
        var waived: String?
    }

    /// One call of a case, with its differences from the example of its operation.
    struct Step {
        let call: String
        /// Lines above it.
        var comment: [String] = []
        /// Its name in reports; `nil` for the operation.
        var name: String?
        /// Sections of the request, `set` and `unset`, in the order of the file.
        var changes = JSONObject()
        /// Further keys: `let`, `tamper`, `eventually`, `compression`.
        var keys = JSONObject()
        /// Promises: `getPush/E404001`.
        var covers: [String] = []
        /// The content of `expect`.
        var expected = JSONObject()
        var captures = JSONObject()
    }
}

extension ContractDraft.Case {
    /// The case as an entry of the table.
    var item: YAMLTree.Item {
        var items: [YAMLTree.Item] = []
        if let summary { items.append(.entry("summary", .text(summary))) }
        if !tags.isEmpty {
            items.append(.entry("tags", .value(.array(tags.map(JSONValue.string)))))
        }
        if let waived { items.append(.entry("waived", .text(waived))) }
        if !needs.isEmpty {
            items.append(.entry("needs", .value(.array(needs.map(JSONValue.string)))))
        }
        if !given.isEmpty { items.append(.entry("given", .value(.array(given)))) }
        if !bindings.isEmpty { items.append(.entry("let", .value(.object(bindings)))) }
        items.append(.entry("steps", .sequence(steps.map(\.tree))))
        return .entry(name, .mapping(items))
    }
}

extension ContractDraft.Step {
    fileprivate var tree: YAMLTree {
        var items: [YAMLTree.Item] = comment.isEmpty ? [] : [.comment(comment)]
        items.append(.entry("call", .text(call)))
        if let name { items.append(.entry("name", .text(name))) }
        items += changes.members.map { .entry($0.name, .value($0.value)) }
        items += keys.members.map { .entry($0.name, .value($0.value)) }
        switch covers.count {
        case 0: break
        case 1: items.append(.entry("covers", .text(covers[0])))
        default: items.append(.entry("covers", .value(.array(covers.map(JSONValue.string)))))
        }
        if !captures.isEmpty { items.append(.entry("captures", .value(.object(captures)))) }
        if !expected.isEmpty { items.append(.entry("expect", .value(.object(expected)))) }
        return .mapping(items)
    }
}
