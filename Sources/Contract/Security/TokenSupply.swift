/// The access token of a security scheme, and where the next ones come from.
package struct TokenSupply: Sendable {
    /// What came of asking for a token.
    package typealias Outcome = Result<AccessToken, TemplateError>

    /// The name of the security scheme.
    package let scheme: String
    /// Whether a server grants it; else it is signed here.
    package let isGranted: Bool
    /// The one that is there.
    package let first: AccessToken
    /// How long ago it was asked for.
    package let age: Duration
    /// Makes another one, or asks for it; the number tells it from those before, the first having had zero.
    package let next: @Sendable (_ number: Int) async -> Outcome

    package init(
        scheme: String,
        isGranted: Bool,
        first: AccessToken,
        age: Duration = .zero,
        next: @escaping @Sendable (_ number: Int) async -> Outcome
    ) {
        self.scheme = scheme
        self.isGranted = isGranted
        self.first = first
        self.age = age
        self.next = next
    }

    /// Whether there has to be another one some time.
    package var hasEnd: Bool { first.validity != nil }
}
