/// The access token of a security scheme, and the source of the next ones.
package struct TokenSupply: Sendable {
    /// The outcome of requesting a token.
    package typealias Outcome = Result<AccessToken, TemplateError>

    /// The name of the security scheme.
    package let scheme: String
    /// Whether a server grants it; otherwise it is signed here.
    package let isGranted: Bool
    /// The current token.
    package let first: AccessToken
    /// How long ago it was requested.
    package let age: Duration
    /// Makes or requests another one; the number distinguishes it from earlier ones, the first being zero.
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

    /// Whether it must be renewed at some time.
    package var hasEnd: Bool { first.validity != nil }
}
