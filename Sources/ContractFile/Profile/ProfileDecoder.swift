import Base
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
    func profile(_ reader: KeyReader<ProfileKeys>) -> LoadProfile? {
        let title = self.title(reader[\.info])
        let seed = reader[\.seed]
        let audienceNode = reader[\.audience]
        let audience = audienceNode.flatMap {
            AudienceDecoder(context: context, file: file).audience($0)
        }
        let setup = steps.steps(reader[\.setup])
        let sends = reader[\.sends].map(self.sends) ?? []
        let load = reader[\.load].flatMap {
            LoadShapeDecoder(
                diagnostics: diagnostics,
                audience: audience,
                hasAudience: audienceNode != nil
            ).shape($0)
        }
        let thresholds = ThresholdDecoder(context: context, sends: sends, load: load)
            .thresholds(reader[\.thresholds])
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
        guard let node, let reader = KeyReader(node, of: "info", ProfileInfoKeys.self, diagnostics)
        else {
            return file
        }
        defer { reader.finish() }
        _ = reader[\.description]
        return reader[\.title] ?? file
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
        guard let reader = KeyReader(node, of: "a send", SendKeys.self, diagnostics) else {
            return nil
        }
        defer { reader.finish() }
        guard let call = reader[\.call] else {
            reader.passOver()
            return nil
        }
        let base = StepBase(calling: call, context)
        let request = steps.request(reader.part(\.changes), base)
        let name = reader[\.name]
        let weight = reader[\.weight]
        let expected = reader[\.expect].flatMap(self.expected)
        let every = reader[\.check].flatMap(self.every)
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
        guard let reader = KeyReader(node, of: subject, SendExpectationKeys.self, diagnostics)
        else { return nil }
        defer { reader.finish() }
        guard reader.entry(\.status) != nil || reader.entry(\.error) != nil else {
            diagnostics.mismatch("\"status\" or \"error\"", at: node)
            return nil
        }
        let status = reader[\.status]
        return (status, reader[\.error].flatMap(self.error))
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

    /// One answer of how many is held against the contract.
    private func every(_ node: YAMLNode) -> Int? {
        let subject = "a mapping with \"every\""
        guard let reader = KeyReader(node, of: subject, CheckKeys.self, diagnostics) else {
            return nil
        }
        defer { reader.finish() }
        return reader[\.every]
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
            checker.check(send.request, known)
            checker.check(ExpectedOutcome(of: send.request, at: send.location), known)
        }
    }
}
