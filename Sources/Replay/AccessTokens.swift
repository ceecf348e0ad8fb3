import Base
import Contract
import HTTP

/// Makes access tokens, or requests them from a server.
struct AccessTokens {
    let context: RunContext
    /// Without faults: a step's faults do not apply to its token.
    let transport: any HTTPTransport
    /// The place that needs a token, for messages.
    let location: SourceLocation
    /// How long a server may take to grant one; `nil` for the limit of any request.
    var timeout: Duration?

    /// The token of a scheme that uses one.
    ///
    /// - Parameters:
    ///   - scheme: The scheme of the request.
    ///   - evaluator: Defines the names the scheme uses.
    /// - Returns: The token; `nil` for a scheme without.
    /// - Throws: Why there is no token.
    func token(
        of scheme: SecurityScheme?,
        using evaluator: inout Evaluator
    ) async throws(TemplateError) -> String? {
        switch scheme?.token {
        case nil: return nil
        case .signed(let source) where source.reuse == nil:
            await context.tokens.hide([try evaluator.text(of: source.key)])
            let token = try source.token(using: &evaluator)
            await context.tokens.hide([token.secret])
            return token.text
        case .signed(let source):
            return try await signed(source, using: &evaluator).token.text
        case .granted(let grant):
            return try await granted(grant, using: &evaluator).token.text
        }
    }

    /// Discards the token of a scheme, so that the next request gets a new one.
    ///
    /// - Parameters:
    ///   - scheme: The scheme of the request.
    ///   - moment: A token made after it is kept, as it is new enough.
    ///   - evaluator: Defines the names the scheme uses.
    /// - Returns: Whether there was one to discard.
    /// - Throws: When its identity cannot be filled in.
    func forget(
        _ scheme: SecurityScheme?,
        since moment: Duration,
        using evaluator: Evaluator
    ) async throws(TemplateError) -> Bool {
        var evaluator = evaluator
        switch scheme?.token {
        case nil: return false
        case .signed(let source):
            guard source.reuse != nil else { return false }
            let identity = try TokenSource.signed(source).identity(using: evaluator)
            return await context.tokens.forget(identity, since: moment)
        case .granted(let grant):
            let request = try request(for: grant, using: &evaluator)
            let identity = try Self.identity(of: grant, request, using: evaluator)
            return await context.tokens.forget(identity, since: moment)
        }
    }

    /// The token of a scheme that several requests use, and the source of the next ones.
    ///
    /// - Parameters:
    ///   - scheme: The scheme.
    ///   - evaluator: Defines the names the scheme uses.
    /// - Returns: The supply; `nil` for a scheme without such a token.
    /// - Throws: The reason for a missing token.
    func supply(
        of scheme: SecurityScheme,
        using evaluator: inout Evaluator
    ) async throws(TemplateError) -> TokenSupply? {
        let entry: TokenCache.Entry
        let next: @Sendable (Evaluator) async -> TokenSupply.Outcome
        var isGranted = false
        switch scheme.token {
        case nil: return nil
        case .signed(let source):
            guard source.reuse != nil else { return nil }
            entry = try await signed(source, using: &evaluator)
            next = { evaluator in Self.made(source, using: evaluator) }
        case .granted(let grant):
            isGranted = true
            entry = try await granted(grant, using: &evaluator)
            next = { [self] evaluator in await asked(grant, using: evaluator) }
        }
        let (clock, seed, base) = (context.clock, context.options.seed, evaluator)
        return TokenSupply(
            scheme: scheme.name,
            isGranted: isGranted,
            first: entry.token,
            age: clock.elapsed - entry.began
        ) { number in
            var evaluator = base
            evaluator.now = clock.now
            evaluator.random = RandomSource(seed: seed, name: "token \(scheme.name) \(number)")
            return await next(evaluator)
        }
    }

    // MARK: - Signed here

    private func signed(
        _ source: SignedToken,
        using evaluator: inout Evaluator
    ) async throws(TemplateError) -> TokenCache.Entry {
        await context.tokens.hide([try evaluator.text(of: source.key)])
        let identity = try TokenSource.signed(source).identity(using: evaluator)
        // Random draws for a shared token must not affect this case.
        let made = Self.made(source, using: evaluator)
        return try await context.tokens.token(for: identity, by: context.clock) { made }
    }

    private static func made(
        _ source: SignedToken,
        using evaluator: Evaluator
    ) -> TokenCache.Outcome {
        var evaluator = evaluator
        return Result { () throws(TemplateError) in try source.token(using: &evaluator) }
    }

    // MARK: - Granted by a server

    private func granted(
        _ grant: TokenGrant,
        using evaluator: inout Evaluator
    ) async throws(TemplateError) -> TokenCache.Entry {
        await context.tokens.hide([try evaluator.text(of: grant.clientSecret)])
        let request = try request(for: grant, using: &evaluator)
        let identity = try Self.identity(of: grant, request, using: evaluator)
        return try await context.tokens.token(for: identity, by: context.clock) { [self] in
            await answer(grant, to: request)
        }
    }

    /// Identifies requests that can share a granted token.
    private static func identity(
        of grant: TokenGrant,
        _ request: HTTPRequest,
        using evaluator: Evaluator
    ) throws(TemplateError) -> String {
        "\(request.url)\n\(try TokenSource.granted(grant).identity(using: evaluator))"
    }

    private func asked(_ grant: TokenGrant, using evaluator: Evaluator) async -> TokenCache.Outcome
    {
        var evaluator = evaluator
        do throws(TemplateError) {
            return await answer(grant, to: try request(for: grant, using: &evaluator))
        } catch {
            return .failure(error)
        }
    }

    private func request(
        for grant: TokenGrant,
        using evaluator: inout Evaluator
    ) throws(TemplateError) -> HTTPRequest {
        let name = context.targetName(of: grant.request)
        guard context.targets[name] != nil else {
            throw grant.refusal("target \"\(name)\" is not available")
        }
        let document = try grant.tokenRequest(using: &evaluator)
        return try context.encoder(for: document, at: location, using: &evaluator)
            .encoded(document)
    }

    private func answer(_ grant: TokenGrant, to request: HTTPRequest) async -> TokenCache.Outcome {
        switch await transport.exchange(request, timeout: timeout) {
        case .failure(let failure):
            return .failure(grant.refusal("\(request.url): \(failure)"))
        case .success(let response):
            return Result { () throws(TemplateError) in
                try grant.token(in: response, to: request)
            }
        }
    }
}
