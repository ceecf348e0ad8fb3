import Base
import Contract
import LoadModel
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
        let deliveries = DeliveryDecoder(context: context, hasAudience: audienceNode != nil)
        let deliveryNode = reader[\.delivery]
        let delivery = deliveryNode.flatMap(deliveries.delivery)
        let setup = steps.steps(reader[\.setup])
        let calls = AudienceCallDecoder(
            context: context,
            audience: audience,
            hasAudience: audienceNode != nil
        )
        let prepare = calls.prepare(reader[\.prepare] ?? [])
        let cleanup = calls.cleanup(reader[\.cleanup] ?? [])
        let loads = ScenarioDecoder(
            context: context,
            audience: audience,
            hasAudience: audienceNode != nil
        ).loads(reader)
        let (mix, load, scenarios) = (loads.mix, loads.load, loads.scenarios)
        let sends = mix.sends
        let thresholds = ThresholdDecoder(
            context: context,
            mix: mix.mix,
            lacksSends: mix.lacksSome,
            load: load,
            hasDelivery: deliveryNode != nil
        ).thresholds(reader[\.thresholds])
        reader.finish()
        let besides = (prepare + cleanup).map(\.send)
        let namesRun = checkNames(
            setup,
            mix.journeys + besides.map { [$0] },
            audience,
            hasAudience: audienceNode != nil,
            delivery,
            hasDelivery: deliveryNode != nil
        )
        guard let load, !sends.isEmpty else { return nil }
        var contract = context.contract
        // What requests of the profile send is read by now, too.
        contract.attachments = context.session.attachments
        let profile = LoadProfile(
            file: file,
            title: title,
            contract: contract,
            seed: seed.map { UInt64($0) },
            audience: audience,
            delivery: delivery,
            setup: setup,
            prepare: prepare,
            cleanup: cleanup,
            namesRun: namesRun,
            sends: sends,
            mix: mix.mix,
            load: load,
            scenarios: scenarios,
            thresholds: thresholds.map(\.threshold),
            thresholdLocations: thresholds.map(\.location)
        )
        deliveries.check(profile)
        return profile
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

    /// Reports undefined names in templates.
    ///
    /// - Returns: Whether one asks for the text that each run has of its own.
    private func checkNames(
        _ setup: [Step],
        _ journeys: [[LoadProfile.Send]],
        _ audience: LoadProfile.Audience?,
        hasAudience: Bool,
        _ delivery: LoadProfile.Delivery?,
        hasDelivery: Bool
    ) -> Bool {
        let checker = NameChecker(context: context)
        var known = checker.checkTables()
        let isOwn = known.insert(LoadProfile.runName).inserted
        for step in setup { checker.check(step, &known) }
        if hasDelivery { known.insert(LoadProfile.Delivery.markerName) }
        if let audience {
            let own = [LoadProfile.Audience.indexName] + (audience.table?.columns ?? [])
            checker.check(audience.recipient.templates, known.union(own))
        }
        // Of one that could not be read everything is said already.
        if hasAudience { known.formUnion(LoadProfile.Audience.names) }
        if let delivery { checker.check(delivery.recipient.templates, known) }
        for journey in journeys {
            // What a step captures, the steps behind it know.
            var local = known
            for send in journey {
                checker.check(send.request, local)
                checker.check(ExpectedOutcome(of: send.request, at: send.location), local)
                checker.check(send.captures.flatMap(\.templates), local)
                local.formUnion(send.captures.map(\.name))
            }
        }
        return isOwn && checker.hasMet(LoadProfile.runName)
    }
}
