import Contract
import Profile

/// Reads a load profile, of which the contract was read.
struct ProfileDecoder {
    /// The contract's, so that names and edits are checked as in its cases.
    let context: DecodingContext
    let file: String

    private var diagnostics: Diagnostics { context.diagnostics }
    private var steps: StepDecoder { StepDecoder(context: context, role: .hook) }

    /// `nil` after a report.
    func profile(_ reader: MappingReader) -> LoadProfile? {
        let title = self.title(reader.optional("info"))
        let seed = reader.optional("seed", as: .integer(in: 0...Int.max))
        let audienceNode = reader.optional("audience")
        let audience = audienceNode.flatMap {
            AudienceDecoder(context: context, file: file).audience($0)
        }
        let setup = steps.steps(reader.optional("setup"))
        let sends = reader.required("sends").map(self.sends) ?? []
        let load = reader.required("load").flatMap {
            LoadShapeDecoder(
                diagnostics: diagnostics,
                audience: audience,
                hasAudience: audienceNode != nil
            ).shape($0)
        }
        let thresholds = ThresholdDecoder(context: context, sends: sends, load: load)
            .thresholds(reader.optional("thresholds"))
        reader.finish()
        checkNames(setup, sends, audience, hasAudience: audienceNode != nil)
        guard let load, !sends.isEmpty else { return nil }
        return LoadProfile(
            file: file,
            title: title,
            contract: context.contract,
            seed: seed.map { UInt64($0) },
            audience: audience,
            setup: setup,
            sends: sends,
            load: load,
            thresholds: thresholds.map(\.threshold),
            thresholdLocations: thresholds.map(\.location)
        )
    }

    private func title(_ node: YAMLNode?) -> String {
        guard let node, let reader = MappingReader(node, of: "info", diagnostics) else {
            return file
        }
        defer { reader.finish() }
        _ = reader.optional("description", as: .string)
        return reader.optional("title", as: .string) ?? file
    }

    private func sends(_ node: YAMLNode) -> [LoadProfile.Send] {
        guard let elements = node.elements, !elements.isEmpty else {
            diagnostics.mismatch("a list of sends, at least one", at: node)
            return []
        }
        var sends: [LoadProfile.Send] = []
        for element in elements {
            guard let send = send(element) else { continue }
            if sends.contains(where: { $0.name == send.name }) {
                diagnostics.error(
                    "there is a send \(Excerpt.quoted(send.name)) already",
                    at: element,
                    hint: "give one of them a name"
                )
            }
            sends.append(send)
        }
        return sends
    }

    private func send(_ node: YAMLNode) -> LoadProfile.Send? {
        guard let reader = MappingReader(node, of: "a send", diagnostics) else { return nil }
        defer { reader.finish() }
        guard let call = reader.required("call") else {
            _ = reader.present(of: ["name", "weight", "set", "unset", "expect", "check"])
            return nil
        }
        let base = StepBase(calling: call, context)
        let request = steps.request(reader, base)
        let name = reader.optional("name", as: .filled("a name"))
        let weight = reader.optional("weight", as: .integer(in: 1...1_000_000), default: 1)
        let expected = reader.optional("expect").flatMap(self.expected)
        let every = reader.optional("check").flatMap {
            number("every", of: $0, in: 1...1_000_000_000)
        }
        return LoadProfile.Send(
            name: name ?? base.label,
            weight: weight,
            request: StepRequest(operation: base.operation, template: request),
            expectedStatus: expected?.status,
            expectedError: expected?.error,
            checkEvery: every,
            location: node.location
        )
    }

    /// The answer that is good: a status, a documented error, or both.
    private func expected(_ node: YAMLNode) -> (status: Int?, error: ErrorReference?)? {
        let subject = "the expectation of a send"
        guard let reader = MappingReader(node, of: subject, diagnostics) else { return nil }
        defer { reader.finish() }
        guard !reader.present(of: ["status", "error"]).isEmpty else {
            diagnostics.mismatch("\"status\" or \"error\"", at: node)
            return nil
        }
        let status = reader.optional("status", as: .integer(in: 100...599))
        return (status, reader.optional("error").flatMap(self.error))
    }

    /// An error that an answer can be told to be while the run lasts: by its code.
    private func error(_ node: YAMLNode) -> ErrorReference? {
        let decoder = ExpectationDecoder(context: context)
        guard let id = decoder.identifier(node), let entry = context.index.errors[id] else {
            return nil
        }
        if context.contract.failure?.code == nil {
            diagnostics.error(
                "the contract does not say where answers carry a code, so none can be told by it",
                at: node,
                hint: "expect its status, or give the contract failure: { when, code }"
            )
        } else if case .none = entry.code {
            diagnostics.error(
                "error \(Excerpt.quoted(id)) carries no code, so no answer can be told by it",
                at: node,
                hint: "expect its status"
            )
        }
        return ErrorReference(id: id, basis: .documented, message: nil, location: node.location)
    }

    /// The one number in a mapping of one key.
    private func number(
        _ key: String,
        of node: YAMLNode,
        in range: ClosedRange<Int>
    ) -> Int? {
        guard
            let reader = MappingReader(
                node,
                of: "a mapping with \(Excerpt.quoted(key))",
                diagnostics
            )
        else { return nil }
        defer { reader.finish() }
        return reader.required(key, as: .integer(in: range))
    }

    /// Names that templates use and nobody defines.
    private func checkNames(
        _ setup: [Step],
        _ sends: [LoadProfile.Send],
        _ audience: LoadProfile.Audience?,
        hasAudience: Bool
    ) {
        let checker = NameChecker(context: context)
        var known = checker.checkTables()
        for step in setup { checker.check(step, &known) }
        if let audience {
            let own = [LoadProfile.Audience.indexName] + (audience.table?.columns ?? [])
            checker.check(audience.recipient.templates, known.union(own))
        }
        // Of one that could not be read everything is said already.
        if hasAudience { known.formUnion(LoadProfile.Audience.names) }
        for send in sends {
            let step = Step(
                label: send.name,
                location: send.location,
                action: .request(send.request)
            )
            checker.check(step, &known)
        }
    }
}
