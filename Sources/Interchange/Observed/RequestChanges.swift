import JSON

extension ContractDraft.Request {
    /// The request with the parameter names of another one with the same path.
    func renamingParameters(as other: ContractDraft.Request) -> ContractDraft.Request {
        guard path != other.path, params.count == other.params.count else { return self }
        var renamed = self
        var names = other.params.names[...]
        renamed.path = path.split(separator: "/", omittingEmptySubsequences: false)
            .map { PathShape.isParameter($0) ? "{\(names.popFirst() ?? "")}" : String($0) }
            .joined(separator: "/")
        renamed.params = JSONObject(
            zip(other.params.members, params.members).map { .init(name: $0.name, value: $1.value) }
        )
        return renamed
    }

    /// The request without references to captures of a step, which an example does not have.
    func withoutCaptures(_ names: Set<String>) -> ContractDraft.Request {
        guard !names.isEmpty else { return self }
        let stand = { (value: JSONValue) in CaptureStandIn(names: names).value(value) }
        var request = self
        request.path = CaptureStandIn(names: names).path(path)
        request.params = stand(.object(params)).objectValue ?? params
        request.headers = stand(.object(headers)).objectValue ?? headers
        request.query = query.map(stand)
        request.body = body.map { ($0.section, stand($0.value)) }
        return request
    }

    /// The changes of a step to send this request in place of an example with the same path.
    func changes(from example: ContractDraft.Request) -> JSONObject {
        var changes = JSONObject()
        if path != example.path { changes["path"] = .string(path) }
        var unset: [[String]] = []
        if !params.isEmpty, params != example.params { changes["params"] = .object(params) }
        if security != example.security { changes["security"] = .string(security ?? "none") }
        let headers = headers.members.filter { example.headers[$0.name] != $0.value }
        if !headers.isEmpty { changes["headers"] = .object(JSONObject(headers)) }
        let gone = example.headers.names.filter { !self.headers.contains($0) }
        unset += gone.map { ["headers", $0] }
        if let query, query != example.query { changes["query"] = query }
        if query == nil, example.query != nil { unset.append(["query"]) }
        addBody(of: example, to: &changes, &unset)
        if !unset.isEmpty {
            changes["unset"] = .array(unset.map { .string(JSONPointer(tokens: $0).description) })
        }
        return changes
    }

    private func addBody(
        of example: ContractDraft.Request,
        to changes: inout JSONObject,
        _ unset: inout [[String]]
    ) {
        guard let body else {
            if let other = example.body { unset.append([other.section]) }
            return
        }
        guard let other = example.body, other.section == body.section else {
            changes[body.section] = body.value
            return
        }
        guard other.value != body.value else { return }
        guard let new = body.value.objectValue, let old = other.value.objectValue else {
            changes[body.section] = body.value
            return
        }
        let set = new.members.filter { old[$0.name] != $0.value }
        let gone = old.names.filter { !new.contains($0) }
        // If little stays the same, the whole is clearer.
        guard set.count + gone.count <= max(1, new.count / 2) else {
            changes[body.section] = body.value
            return
        }
        if !set.isEmpty {
            changes["set"] = .object(
                JSONObject(
                    set.map { member in
                        let pointer = JSONPointer(tokens: [body.section, member.name])
                        return .init(name: pointer.description, value: member.value)
                    }
                )
            )
        }
        unset += gone.map { [body.section, $0] }
    }
}

/// Replaces values that only a step has by a word.
private struct CaptureStandIn {
    let names: Set<String>

    func value(_ value: JSONValue) -> JSONValue {
        switch value {
        case .string(let text): .string(self.text(text))
        case .array(let elements): .array(elements.map(self.value))
        case .object(let object):
            .object(
                JSONObject(
                    object.members.map { .init(name: $0.name, value: self.value($0.value)) }
                )
            )
        case .null, .bool, .number: value
        }
    }

    /// A path, which begins with a slash.
    func path(_ path: String) -> String {
        let path = text(path)
        return path.hasPrefix("none") ? "/\(path)" : path
    }

    private func text(_ text: String) -> String {
        names.reduce(text) { $0.replacing("{{\($1)}}", with: "none") }
    }
}
