import Contract
import HTTP
import JSON

/// Reads `fault:` of a step: `{ hang: true, request: 2 }`.
struct FaultDecoder {
    private let diagnostics: Diagnostics

    init(_ diagnostics: Diagnostics) { self.diagnostics = diagnostics }

    /// Reads it; `nil` when there is none, or after a report of what is wrong with it.
    ///
    /// - Parameters:
    ///   - node: The fault; `nil` when the step has none.
    ///   - action: What the step does.
    ///   - promises: What the step covers.
    /// - Returns: The fault.
    func fault(
        _ node: YAMLNode?,
        of action: Step.Action,
        covering promises: [String]
    ) -> Fault? {
        guard let node, let fault = fault(node) else { return nil }
        if case .join = action {
            diagnostics.error(
                "\"fault\" requires a step that sends a request",
                at: node,
                hint: "give it to the step in the background"
            )
        }
        guard case .request = action, let promise = promises.first else { return fault }
        diagnostics.error(
            "a fault can only cover a promise of a client, never one of a server, such as "
                + Excerpt.quoted(promise),
            at: node
        )
        return nil
    }

    private func fault(_ node: YAMLNode) -> Fault? {
        guard let reader = KeyReader(node, of: "a fault", FaultKeys.self, diagnostics) else {
            return nil
        }
        defer { reader.finish() }
        let further = reader.present(\.further)
        guard let entry = reader.exactlyOne(\.action) else { return nil }
        let known = [entry] + further
        let members = known.compactMap { entry in
            entry.key.text.map { JSONObject.Member(name: $0, value: entry.value.json) }
        }
        do {
            return try Fault(.object(JSONObject(members)))
        } catch {
            let place = known.first { $0.key.text == error.key }?.value ?? node
            diagnostics.error(error.problem, at: place)
            return nil
        }
    }
}
