import Contract
import LoadModel
import Profile

/// Reads what is sent and when: one load, or several scenarios.
struct ScenarioDecoder {
    /// The contract's.
    let context: DecodingContext
    /// `nil` when there is none, or it could not be read.
    let audience: LoadProfile.Audience?
    /// Whether the profile has one, so that all is said of one that could not be read.
    let hasAudience: Bool

    private var diagnostics: Diagnostics { context.diagnostics }
    private var journeys: JourneyDecoder { JourneyDecoder(context: context) }

    /// What was read.
    struct Loads {
        var mix = JourneyDecoder.Mix()
        /// Of all scenarios together; `nil` after a report.
        var load: LoadShape?
        var scenarios: [LoadProfile.Scenario] = []
    }

    /// What could not be read was reported.
    func loads(_ reader: KeyReader<ProfileKeys>) -> Loads {
        var loads = Loads()
        guard let node = reader[\.scenarios] else {
            for (name, entry) in [
                ("sends", reader.entry(\.sends)), ("load", reader.entry(\.load)),
            ] where entry == nil {
                reader.reportLack(
                    of: [name],
                    "missing key \(Excerpt.quoted(name)) in a profile"
                )
            }
            journeys.add(reader[\.sends], to: &loads.mix)
            loads.load = shape(reader[\.load], of: loads.mix.kinds.indices, in: loads.mix)
            return loads
        }
        for entry in [reader.entry(\.sends), reader.entry(\.load)].compactMap(\.self) {
            diagnostics.error(
                "\(Excerpt.quoted(entry.key.text ?? "")) is that of each scenario",
                at: entry.key
            )
        }
        (_, _) = (reader[\.sends], reader[\.load])
        guard let elements = node.elements, !elements.isEmpty else {
            diagnostics.mismatch("a list of scenarios, at least one", at: node)
            return loads
        }
        // All of them, so that errors of later ones are reported too.
        let readable = elements.filter { add($0, to: &loads) }
        if readable.count == elements.count {
            loads.load = LoadProfile.Scenario.together(loads.scenarios)
        }
        return loads
    }

    /// Adds a scenario; `false` after a report.
    private func add(_ node: YAMLNode, to loads: inout Loads) -> Bool {
        guard let reader = KeyReader(node, of: "a scenario", ScenarioKeys.self, diagnostics) else {
            return false
        }
        defer { reader.finish() }
        let name = reader[\.name]
        if let name, loads.scenarios.contains(where: { $0.name == name }) {
            diagnostics.error("there is a scenario \(Excerpt.quoted(name)) already", at: node)
        }
        let first = loads.mix.kinds.count
        journeys.add(reader[\.sends], of: name ?? "", to: &loads.mix)
        let kinds = first..<loads.mix.kinds.count
        let load = shape(reader[\.load], of: kinds, in: loads.mix)
        guard let name, let load, !kinds.isEmpty else { return false }
        loads.scenarios.append(LoadProfile.Scenario(name: name, kinds: kinds, load: load))
        return true
    }

    /// `nil` after a report.
    private func shape(
        _ node: YAMLNode?,
        of kinds: Range<Int>,
        in mix: JourneyDecoder.Mix
    ) -> LoadShape? {
        guard let node else { return nil }
        let shape = LoadShapeDecoder(
            diagnostics: diagnostics,
            audience: audience,
            hasAudience: hasAudience,
            longestPause: mix.longestPause(of: kinds),
            targets: mix.targets(of: kinds, in: context.contract)
        ).shape(node)
        let hasJourney = mix.kinds[kinds].contains(where: \.isJourney)
        if let shape, shape.isClosed, hasJourney, let journey = mix.firstJourney {
            diagnostics.error(
                "journeys require stages with a rate: connections that wait for responses would "
                    + "delay due steps",
                at: journey
            )
        }
        return shape
    }
}
