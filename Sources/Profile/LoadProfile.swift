package import Base
package import Contract
package import LoadModel

/// A load profile, read and checked: what is sent, to whom, when, and what must hold.
package struct LoadProfile: Sendable {
    /// The path of the file.
    package let file: String
    package let title: String
    /// The contract whose operations are called.
    @Box package var contract: ContractDocument
    /// What random values are drawn from; `nil` leaves the choice to the caller.
    package let seed: UInt64?
    package let audience: Audience?
    /// How deliveries are measured; `nil` if they are not.
    package var delivery: Delivery?
    /// Run once before the clock starts.
    package let setup: [Step]
    /// Sent to each recipient before the run, one after the other.
    package private(set) var prepare: [AudienceCall]
    /// The same after the run, however it ended.
    package private(set) var cleanup: [AudienceCall]
    /// Whether a template asks for the text that each run has of its own.
    package let namesRun: Bool
    /// Every request that an arrival sends, those of a journey one behind the other; at least one.
    package let sends: [Send]
    /// What is drawn for each arrival.
    package let mix: ArrivalMix
    /// Of all scenarios together, when there are several.
    package private(set) var load: LoadShape
    /// Groups of arrivals with a load each, which begin together; empty for one load.
    package private(set) var scenarios: [Scenario]
    package let thresholds: [Threshold]
    /// Where each of `thresholds` stands.
    package let thresholdLocations: [SourceLocation]

    package init(
        file: String,
        title: String,
        contract: ContractDocument,
        seed: UInt64?,
        audience: Audience?,
        delivery: Delivery? = nil,
        setup: [Step],
        prepare: [AudienceCall] = [],
        cleanup: [AudienceCall] = [],
        namesRun: Bool = false,
        sends: [Send],
        mix: ArrivalMix? = nil,
        load: LoadShape,
        scenarios: [Scenario] = [],
        thresholds: [Threshold] = [],
        thresholdLocations: [SourceLocation] = []
    ) {
        precondition(thresholds.count == thresholdLocations.count, "thresholds without a place")
        self.file = file
        self.title = title
        self.contract = contract
        self.seed = seed
        self.audience = audience
        self.delivery = delivery
        self.setup = setup
        self.prepare = prepare
        self.cleanup = cleanup
        self.namesRun = namesRun
        self.sends = sends
        self.mix = mix ?? ArrivalMix(requests: sends.map { ($0.name, UInt64($0.weight)) })
        self.load = load
        self.scenarios = scenarios
        self.thresholds = thresholds
        self.thresholdLocations = thresholdLocations
    }

    /// The name under which templates find the text that each run has of its own, unless the contract
    /// has a value of that name.
    package static let runName = "run"

    /// The longest time that an arrival thinks in all, in nanoseconds; zero without journeys that do.
    package var longestThink: Int64 {
        mix.kinds.map { kind in
            kind.sends.reduce(0) { $0 + (sends[$1].think?.longest ?? 0) }
        }.max() ?? 0
    }

    /// Has N connections open to each server at a time: the load all of them, what comes before and
    /// after no more.
    package mutating func setConnections(_ count: Int) {
        changeLoads { $0 = $0.over(connectionsEach: count) }
        for index in prepare.indices { prepare[index].limitConnections(to: count) }
        for index in cleanup.indices { cleanup[index].limitConnections(to: count) }
    }

    /// Changes the load, that of each scenario alike.
    package mutating func changeLoads(_ change: (inout LoadShape) throws -> Void) rethrows {
        guard !scenarios.isEmpty else { return try change(&load) }
        for index in scenarios.indices { try change(&scenarios[index].load) }
        load = Scenario.together(scenarios)
    }

    /// The index of the pool of connections that a request takes one of.
    package func pool(ofSend index: Int) -> Int {
        let target = sends[index].target(in: contract)
        var first = 0
        for scenario in scenarios {
            let own = scenario.load.pools.firstIndex { $0.target == target } ?? 0
            let last = mix.kinds[scenario.kinds.upperBound - 1].sends.upperBound
            if index < last { return first + own }
            first += scenario.load.poolSizes.count
        }
        return load.pools.firstIndex { $0.target == target } ?? 0
    }

    /// Arrivals of some kinds, with a load of their own.
    package struct Scenario: Sendable {
        package let name: String
        /// Which kinds of arrivals are drawn.
        package let kinds: Range<Int>
        package fileprivate(set) var load: LoadShape

        package init(name: String, kinds: Range<Int>, load: LoadShape) {
            self.name = name
            self.kinds = kinds
            self.load = load
        }

        /// All loads as one.
        package static func together(_ scenarios: [Scenario]) -> LoadShape {
            .together(scenarios.map { ($0.name, $0.load) })
        }
    }

    /// Everything that is sent by the engine: before, during and after the run.
    package var allSends: [Send] { (prepare + cleanup).map(\.send) + sends }

    /// The recipients that are sent to, split into requests.
    package struct Audience: Sendable {
        /// How many there are, at least one.
        package let count: Int
        /// How many one request names, at least one.
        package let perSend: Int
        /// What one recipient looks like; drawn for each.
        package let recipient: TemplateValue
        package let location: SourceLocation
        /// The rows that recipients are made of, one each; `nil` for recipients that are made up.
        package let table: CSVTable?

        package init(
            count: Int,
            perSend: Int,
            recipient: TemplateValue,
            location: SourceLocation,
            table: CSVTable? = nil
        ) {
            self.count = count
            self.perSend = perSend
            self.recipient = recipient
            self.location = location
            self.table = table
        }

        /// The SHA-256 of the file that recipients come from, in hexadecimal digits; `nil` without one.
        package var csvHash: String? { table?.hash }

        /// How many requests reach everybody once.
        package var requestCount: Int { (count - 1) / perSend + 1 }

        /// The names under which templates of a send find its recipients: one, and all.
        package static let names = ["recipient", "recipients"]
        /// The name under which templates of `recipient` find its number, from zero.
        package static let indexName = "index"
    }

    /// One kind of request.
    package struct Send: Sendable {
        /// Unlike those of other sends: the operation unless the profile gives another; of a step behind the
        /// name of its journey, as `join/getInstallation`.
        package let name: String
        /// How often it is drawn, beside the weights of the others; at least 1, and nothing to a step.
        package let weight: Int
        /// The operation and the request, with the send's edits.
        package let request: StepRequest
        /// The status that is good; `nil` takes that of the documented success, or any with
        /// `expectedError`.
        package let expectedStatus: Int?
        /// The documented error that is good; `nil` for none.
        package let expectedError: ErrorReference?
        /// One of N responses is checked against the whole contract; `nil` if none is.
        package let checkEvery: Int?
        /// Before it, since the step before it ended; `nil` sends it at once.
        package let think: ThinkTime?
        /// What later steps take from its response.
        package let captures: [Capture]
        package let location: SourceLocation

        package init(
            name: String,
            weight: Int = 1,
            request: StepRequest,
            expectedStatus: Int?,
            expectedError: ErrorReference? = nil,
            checkEvery: Int?,
            think: ThinkTime? = nil,
            captures: [Capture] = [],
            location: SourceLocation
        ) {
            self.think = think
            self.captures = captures
            self.name = name
            self.weight = weight
            self.request = request
            self.expectedStatus = expectedStatus
            self.expectedError = expectedError
            self.checkEvery = checkEvery
            self.location = location
        }

        /// What the contract calls the server it goes to.
        package func target(in contract: ContractDocument) -> String {
            request.template.constant("target") ?? contract.firstTargetName
        }

        /// Whether it says anything of the recipients.
        package var namesRecipients: Bool {
            let names = request.template.document.templates.flatMap(\.names)
            return names.contains { Audience.names.contains($0) }
        }
    }

    /// One request to each recipient before or after the run, of which nothing is measured.
    package struct AudienceCall: Sendable {
        package let send: Send
        /// How many connections carry it; `nil` takes as many as the load.
        package fileprivate(set) var connections: Int?
        /// Requests a second, of all shards together; `nil` sends as fast as the connections allow.
        package let rate: Double?
        /// How many may fail before nothing is measured.
        ///
        /// Nothing to a cleanup.
        package let failures: UInt64
        /// How long all of it may take, in nanoseconds.
        package let limit: Int64

        package init(
            _ send: Send,
            connections: Int? = nil,
            rate: Double? = nil,
            failures: UInt64 = 0,
            limit: Int64
        ) {
            self.send = send
            self.connections = connections
            self.rate = rate
            self.failures = failures
            self.limit = limit
        }

        fileprivate mutating func limitConnections(to count: Int) {
            connections = connections.map { min($0, count) }
        }
    }
}
