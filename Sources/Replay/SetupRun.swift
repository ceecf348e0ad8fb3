package import Contract
package import HTTP

/// Steps outside any case, run for their effects and captures.
package enum SetupRun {
    /// Runs steps in order, up to the first that does not pass.
    ///
    /// - Parameters:
    ///   - steps: As in a contract's `setup`.
    ///   - context: Gets the values they capture.
    /// - Returns: The step that did not pass; `nil` when all passed.
    package static func run(_ steps: [Step], in context: inout RunContext) async -> StepResult? {
        let session = context.setupSession
        defer { context.keepCookies(of: session) }
        for step in steps {
            let runner = StepRunner(
                context: context,
                step: step,
                phase: .setup,
                session: session
            )
            let result = await runner.run(using: &context.evaluator)
            if result.outcome.endsCase { return result }
        }
        return nil
    }

    /// The token of a security scheme that several requests use, and the source of the next ones.
    ///
    /// - Parameters:
    ///   - name: The scheme.
    ///   - location: The place that refers to the scheme.
    ///   - context: Has the values that the token request needs.
    ///   - transport: Asks for it, and for those that come after.
    ///   - timeout: How long a server may take to grant one.
    /// - Returns: The supply; `nil` for a scheme without a token, or with a new token for each request.
    /// - Throws: Why there is no token.
    package static func tokenSupply(
        of name: String,
        at location: SourceLocation,
        in context: inout RunContext,
        over transport: any HTTPTransport,
        timeout: Duration
    ) async throws(TemplateError) -> TokenSupply? {
        guard let scheme = context.contract.securitySchemes[name] else { return nil }
        let tokens = AccessTokens(
            context: context,
            transport: transport,
            location: location,
            timeout: timeout
        )
        return try await tokens.supply(of: scheme, using: &context.evaluator)
    }
}
