import Contract

extension RequestDecoder {
    /// Warns of a path that says again what the target puts before it.
    ///
    /// - Parameters:
    ///   - request: With its target, if it names one.
    ///   - node: The path; `nil` where the request has none of its own.
    func warnOfDoubledBase(in request: RequestTemplate, at node: YAMLNode?) {
        guard let node, request["url"] == nil, let path = node.stringValue,
            let (base, owner) = base(of: request), path == base || path.hasPrefix(base + "/")
        else { return }
        let rest = path.dropFirst(base.count)
        diagnostics.warning(
            "the path begins with \(Excerpt.quoted(base)), which \(owner) already adds",
            at: node,
            hint: "write path: \(rest.isEmpty ? "\"\"" : rest); else it is \(base)\(path)"
        )
    }

    /// The prefix of the path, without a final slash, and its source; `nil` for
    /// none, and for a template.
    private func base(of request: RequestTemplate) -> (base: String, owner: String)? {
        var text: String?
        var owner = "its basePath"
        if request["basePath"] != nil {
            text = request.constant("basePath")
        } else {
            let targets = context.contract.targets
            let name = request.constant("target")
            let target = name == nil ? targets.first : targets.first { $0.name == name }
            text = target?.basePath?.constantText
            owner = "the basePath of target \(Excerpt.quoted(target?.name ?? ""))"
        }
        guard var base = text else { return nil }
        while base.hasSuffix("/") { base.removeLast() }
        return base.isEmpty ? nil : (base, owner)
    }
}
