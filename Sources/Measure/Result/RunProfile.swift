package import LoadModel

/// The part of a profile that a result keeps, and the course of the load.
package struct RunProfile: Hashable, Sendable {
    /// The path of the file.
    package let file: String
    package let title: String
    /// Over everything that decides what is sent, as `sha256:…`.
    package let hash: String
    package let seed: UInt64
    /// As it was run; its connections are those of each process.
    package let load: LoadShape
    /// As many as the recording has, in its order.
    package let sends: [RunSend]
    /// How many recipients there are; `nil` without an audience.
    package let audience: UInt64?

    package init(
        file: String,
        title: String,
        hash: String,
        seed: UInt64,
        load: LoadShape,
        sends: [RunSend],
        audience: UInt64? = nil
    ) {
        self.file = file
        self.title = title
        self.hash = hash
        self.seed = seed
        self.load = load
        self.sends = sends
        self.audience = audience
    }
}

/// One kind of request of a profile.
package struct RunSend: Hashable, Sendable {
    package let name: String
    /// How often it is drawn, beside the weights of the others.
    package let weight: UInt64
    /// How many recipients a request names on average; zero when it names none.
    package let recipients: Fraction

    package init(name: String, weight: UInt64 = 1, recipients: Fraction = Fraction(0)) {
        self.name = name
        self.weight = weight
        self.recipients = recipients
    }
}
