import Contract
import HTTP

/// Makes access tokens, or gets them from a server.
struct AccessTokens {
    let context: RunContext
    /// Without any fault: a step's faults are not about its token.
    let transport: any HTTPTransport
    /// Who needs a token, for messages.
    let location: SourceLocation

    /// The token of a scheme that has one.
    ///
    /// - Parameters:
    ///   - scheme: The scheme of the request.
    ///   - evaluator: Defines the names the scheme uses.
    /// - Returns: The token; `nil` for a scheme without.
    /// - Throws: Why there is none.
    func token(
        of scheme: SecurityScheme?,
        using evaluator: inout Evaluator
    ) async throws(TemplateError) -> String? {
        switch scheme?.token {
        case nil: return nil
        case .signed(let token): return try await signed(token, using: &evaluator)
        case .granted(let grant): return try await granted(grant, using: &evaluator)
        }
    }

    private func signed(
        _ source: SignedToken,
        using evaluator: inout Evaluator
    ) async throws(TemplateError) -> String {
        await context.tokens.hide([try evaluator.text(of: source.key)])
        guard source.reuse != nil else {
            let token = try source.token(using: &evaluator)
            await context.tokens.hide([token.secret])
            return token.text
        }
        let identity = try TokenSource.signed(source).identity(using: evaluator)
        // What is drawn for a token that others use too has no bearing on this case.
        var own = evaluator
        let made = Result { () throws(TemplateError) in try source.token(using: &own) }
        return try await context.tokens.token(for: identity, by: context.clock) { made }
    }

    private func granted(
        _ grant: TokenGrant,
        using evaluator: inout Evaluator
    ) async throws(TemplateError) -> String {
        let name = context.targetName(of: grant.request)
        guard context.targets[name] != nil else {
            throw grant.refusal("target \"\(name)\" is not available")
        }
        await context.tokens.hide([try evaluator.text(of: grant.clientSecret)])
        let identity = try TokenSource.granted(grant).identity(using: evaluator)
        let document = try grant.tokenRequest(using: &evaluator)
        let request = try context.encoder(for: document, at: location, using: &evaluator)
            .encoded(document)
        let transport = transport
        return try await context.tokens.token(
            for: "\(request.url)\n\(identity)",
            by: context.clock
        ) {
            switch await transport.exchange(request, timeout: nil) {
            case .failure(let failure):
                return .failure(grant.refusal("\(request.url): \(failure)"))
            case .success(let response):
                return Result { () throws(TemplateError) in
                    try grant.token(in: response, to: request)
                }
            }
        }
    }
}
