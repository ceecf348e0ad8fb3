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
        let calls = AudienceCallDecoder(
            context: context,
            audience: audience,
            hasAudience: audienceNode != nil
        )
        let prepare = calls.prepare(reader[\.prepare] ?? [])
        let cleanup = calls.cleanup(reader[\.cleanup] ?? [])
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
        let all = sends + (prepare + cleanup).map(\.send)
        let namesRun = checkNames(setup, all, audience, hasAudience: audienceNode != nil)
        guard let load, !sends.isEmpty else { return nil }
        return LoadProfile(
            file: file,
            title: title,
            contract: context.contract,
            seed: seed.map { UInt64($0) },
            audience: audience,
            setup: setup,
            prepare: prepare,
            cleanup: cleanup,
            namesRun: namesRun,
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
        let decoder = SendDecoder(context: context)
        var sends: [LoadProfile.Send] = []
        for element in elements {
            guard let send = decoder.send(element) else { continue }
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

    /// Reports names that templates use and nobody defines.
    ///
    /// - Returns: Whether one asks for the text that each run has of its own.
    private func checkNames(
        _ setup: [Step],
        _ sends: [LoadProfile.Send],
        _ audience: LoadProfile.Audience?,
        hasAudience: Bool
    ) -> Bool {
        let checker = NameChecker(context: context)
        var known = checker.checkTables()
        let isOwn = known.insert(LoadProfile.runName).inserted
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
        return isOwn && checker.hasMet(LoadProfile.runName)
    }
}
