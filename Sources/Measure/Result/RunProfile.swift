package import LoadModel

/// The part of a profile that a result stores, with the planned load.
package struct RunProfile: Hashable, Sendable {
    /// The path of the file.
    package internal(set) var file: String
    package internal(set) var title: String
    /// Hash of everything that decides which requests are sent, as `sha256:…`.
    package internal(set) var hash: String
    package internal(set) var seed: UInt64
    /// Value of `{{run}}`; `nil` when it was not used.
    package internal(set) var run: String?
    /// As it was run; its connections are those of each process.
    ///
    /// Of several scenarios it is their sum.
    package internal(set) var load: LoadShape
    /// Groups of sends with their own load; empty for a single load.
    package internal(set) var scenarios: [RunScenario]
    /// In the order of the recording.
    package internal(set) var sends: [RunSend]
    /// Number of recipients; `nil` without an audience.
    package internal(set) var audience: UInt64?

    package init(
        file: String,
        title: String,
        hash: String,
        seed: UInt64,
        run: String? = nil,
        load: LoadShape,
        scenarios: [RunScenario] = [],
        sends: [RunSend],
        audience: UInt64? = nil
    ) {
        self.file = file
        self.title = title
        self.hash = hash
        self.seed = seed
        self.run = run
        self.load = load
        self.scenarios = scenarios
        self.sends = sends
        self.audience = audience
    }
}

/// A group of sends with its own load.
package struct RunScenario: Hashable, Sendable {
    /// Prefix of the names of its sends.
    package internal(set) var name: String
    package internal(set) var load: LoadShape

    package init(name: String, load: LoadShape) {
        self.name = name
        self.load = load
    }
}

extension RunProfile {
    /// Rows of the recording: the sends, then the steps of those that are journeys.
    package var rows: [String] {
        sends.map(\.name) + sends.flatMap { send in send.steps.map { send.name + "/" + $0 } }
    }
}

/// One kind of arrival of a profile: a request, or a journey of several.
package struct RunSend: Hashable, Sendable {
    package internal(set) var name: String
    /// Relative frequency, compared with the other weights.
    package internal(set) var weight: UInt64
    /// Average number of recipients of a request; zero for a request without recipients.
    package internal(set) var recipients: Fraction
    /// The names of the requests of a journey, in order; empty for a single request.
    package internal(set) var steps: [String]

    package init(
        name: String,
        weight: UInt64 = 1,
        recipients: Fraction = Fraction(0),
        steps: [String] = []
    ) {
        self.name = name
        self.weight = weight
        self.recipients = recipients
        self.steps = steps
    }
}

/// A server under test.
package struct RunTarget: Hashable, Sendable {
    /// Its name in the contract.
    package internal(set) var name: String
    /// Without secrets.
    package internal(set) var url: String
    /// Whether it is the built-in reference.
    package internal(set) var isReference: Bool

    package init(name: String, url: String, isReference: Bool) {
        self.name = name
        self.url = url
        self.isReference = isReference
    }
}
