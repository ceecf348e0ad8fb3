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
