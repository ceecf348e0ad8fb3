import Contract
import LoadModel
import Profile

/// Reads `sends` of a profile: requests, and journeys of several.
struct JourneyDecoder {
    /// The contract's.
    let context: DecodingContext

    private var diagnostics: Diagnostics { context.diagnostics }
    private var requests: SendDecoder { SendDecoder(context: context) }

    /// What arrivals do, as far as it could be read.
    struct Mix {
        /// One for each kind of arrival.
        var journeys: [[LoadProfile.Send]] = []
        private(set) var kinds: [ArrivalMix.Kind] = []
        /// Where the first one stands that has steps.
        var firstJourney: YAMLNode?
        /// Whether some could not be read, of which all is said.
        fileprivate(set) var lacksSome = false

        /// All requests.
        var sends: [LoadProfile.Send] { journeys.flatMap(\.self) }

        /// The servers that requests of some kinds go to, each once, in the order of first use.
        func targets(of kinds: Range<Int>, in contract: ContractDocument) -> [String] {
            var targets: [String] = []
            let sends = journeys[kinds].joined()
            for target in sends.map({ $0.target(in: contract) }) where !targets.contains(target) {
                targets.append(target)
            }
            return targets
        }

        /// How long an arrival pauses between its requests at most, in nanoseconds.
        func longestPause(of kinds: Range<Int>) -> Int64 {
            journeys[kinds].map { $0.reduce(0) { $0 + ($1.think?.longest ?? 0) } }.max() ?? 0
        }

        /// `nil` when nothing could be read.
        var mix: ArrivalMix? { kinds.isEmpty ? nil : ArrivalMix(kinds, names: sends.map(\.name)) }

        fileprivate mutating func add(
            _ sends: [LoadProfile.Send],
            name: String,
            weight: Int,
            isJourney: Bool
        ) {
            let start = kinds.last?.sends.upperBound ?? 0
            kinds.append(
                ArrivalMix.Kind(
                    name: name,
                    weight: UInt64(weight),
                    sends: start..<start + sends.count,
                    isJourney: isJourney
                )
            )
            journeys.append(sends)
        }
    }

    /// Adds what a list says; what could not be read was reported and is left out.
    ///
    /// - Parameters:
    ///   - node: A list of sends.
    ///   - scenario: The prefix of their names; `nil` for none.
    ///   - mix: Takes them.
    func add(_ node: YAMLNode?, of scenario: String? = nil, to mix: inout Mix) {
        guard let node else { return }
        guard let elements = node.elements, !elements.isEmpty else {
            return diagnostics.mismatch("a list of sends, at least one", at: node)
        }
        for element in elements {
            let before = mix.kinds.map(\.name)
            if element.entry("steps") != nil {
                addJourney(element, of: scenario, to: &mix)
            } else if let send = requests.send(element, of: scenario) {
                mix.add([send], name: send.name, weight: send.weight, isJourney: false)
                mix.lacksSome = mix.lacksSome || send.request.operation == nil
            } else {
                mix.lacksSome = true
            }
            if mix.kinds.count > before.count, let name = mix.kinds.last?.name {
                reportTwin("send", name, among: before, at: element)
            }
        }
    }

    private func addJourney(_ node: YAMLNode, of scenario: String?, to mix: inout Mix) {
        guard let reader = KeyReader(node, of: "a journey", JourneyKeys.self, diagnostics) else {
            mix.lacksSome = true
            return
        }
        reader.explain(["call"], "the steps of a journey define its requests")
        let name = reader[\.name].map { name in scenario.map { "\($0)/\(name)" } ?? name }
        let weight = reader[\.weight]
        let stepsNode = reader[\.steps]
        let steps = stepsNode.map { self.steps($0, of: name ?? "") } ?? []
        reader.finish()
        mix.firstJourney = mix.firstJourney ?? node
        let wanted = stepsNode?.elements?.count { $0.entry("think") == nil } ?? 0
        let areKnown = steps.allSatisfy { $0.request.operation != nil }
        if name == nil || steps.count < max(wanted, 1) || !areKnown { mix.lacksSome = true }
        if context.contract.cookies == .keep {
            diagnostics.error(
                "the contract keeps cookies, but journeys do not",
                at: node,
                hint: "capture what later steps need: captures: { session: { cookie: NAME } }, and "
                    + "send it: headers: { Cookie: \"NAME={{session}}\" }"
            )
        }
        guard let name, !steps.isEmpty else { return }
        mix.add(steps, name: name, weight: weight, isJourney: true)
    }

    private func steps(_ node: YAMLNode, of journey: String) -> [LoadProfile.Send] {
        guard let elements = node.elements, !elements.isEmpty else {
            diagnostics.mismatch("a list of steps, at least one", at: node)
            return []
        }
        var steps: [LoadProfile.Send] = []
        var pause: (time: ThinkTime, node: YAMLNode)?
        for element in elements {
            guard element.entry("think") == nil else {
                pause = self.pause(element, after: pause?.node ?? (steps.isEmpty ? node : nil))
                    .map { ($0, element) }
                continue
            }
            let step = requests.step(element, of: journey, after: pause?.time)
            pause = nil
            guard let step else { continue }
            reportTwin("step", step.name, among: steps.map(\.name), at: element)
            steps.append(step)
        }
        if let pause { diagnostics.error("no step follows this pause", at: pause.node) }
        return steps
    }

    /// `nil` after a report: the time is one between two steps.
    private func pause(_ node: YAMLNode, after misplaced: YAMLNode?) -> ThinkTime? {
        guard let reader = KeyReader(node, of: "a time", JourneyPauseKeys.self, diagnostics) else {
            return nil
        }
        let value = reader[\.think]
        reader.finish()
        if misplaced != nil {
            diagnostics.error("a pause must be between two steps", at: node)
        }
        return value.flatMap(self.think)
    }

    private func think(_ node: YAMLNode) -> ThinkTime? {
        guard node.entries != nil else {
            return node.decoded(as: .nanoseconds, diagnostics).map { ThinkTime(from: $0, to: $0) }
        }
        guard let reader = KeyReader(node, of: "a think time", ThinkTimeKeys.self, diagnostics)
        else { return nil }
        let (from, to) = (reader[\.from], reader[\.to])
        reader.finish()
        guard let from, let to else { return nil }
        guard from <= to else {
            diagnostics.error(
                "expected from to be at most to, got \(NanosecondText.exact(from)) and "
                    + NanosecondText.exact(to),
                at: node
            )
            return nil
        }
        return ThinkTime(from: from, to: to)
    }

    private func reportTwin(
        _ kind: String,
        _ name: String,
        among others: [String],
        at node: YAMLNode
    ) {
        guard others.contains(name) else { return }
        diagnostics.error(
            "there is a \(kind) \(Excerpt.quoted(name)) already",
            at: node,
            hint: "give one of them a name"
        )
    }
}
