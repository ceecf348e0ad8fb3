import Contract

extension StepDecoder {
    /// Reads `{ received: apns, where: […], count: 1, within: 10s, expect: {…} }`.
    func reception(_ reader: KeyReader<ReceivedStepKeys>, covers: [String]) -> Step? {
        let entry = reader.exactlyOne(\.opening)
        let bindings = TableDecoder(context: context).bindings(reader[\.bindings])
        let promises = ownPromises(reader.entry(\.covers), and: covers)
        check(promises, reader.node)
        refuseResponses(in: reader.node["expect"])
        let reception = Reception(
            listener: entry.flatMap { listener($0.value) } ?? "",
            conditions: expectations.conditions(reader[\.conditions]),
            within: reader[\.within],
            count: reader[\.count]
        )
        return Step(
            label: reader[\.name] ?? "received \(reception.listener)",
            location: reader.node.location,
            action: .reception(reception),
            bindings: bindings,
            covers: promises,
            expectation: expectation(reader[\.expect]),
            captures: captures(reader[\.captures]),
            delay: reader[\.delay]
        )
    }

    private func listener(_ node: YAMLNode) -> String? {
        guard let name = node.decoded(as: .string, diagnostics) else { return nil }
        guard let listeners else {
            diagnostics.error("listeners run only inside a case", at: node)
            return nil
        }
        if listeners.contains(name) { return name }
        context.reportUnknown("listener", name, among: listeners.sorted(), at: node)
        return nil
    }

    /// A request that came shows neither a success nor an error of an operation.
    private func check(_ promises: [String], _ step: YAMLNode) {
        let index = context.index
        for id in promises {
            let promise = index.promises[id] ?? index.callPromises[id]
            // Other names are those of a success or an error.
            let isOfResponses =
                promise.map { $0.error != nil || $0.expectation?.error != nil }
                ?? index.hasPromise(id)
            guard isOfResponses else { continue }
            diagnostics.error(
                "\(Excerpt.quoted(id)) is shown by a response, but this step receives requests",
                at: step["covers"] ?? step,
                hint: "move \"covers\" to the step that calls the operation"
            )
        }
    }

    private func refuseResponses(in node: YAMLNode?) {
        for entry in node?.entries ?? [] {
            guard let key = entry.key.text, Self.keysOfResponses.contains(key) else { continue }
            diagnostics.error(
                "\(Excerpt.quoted(key)) applies to responses, but this step receives requests",
                at: entry.key
            )
        }
    }

    private static let keysOfResponses: Set = ["status", "error", "transport", "signed"]
}
