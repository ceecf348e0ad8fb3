package import Contract

/// Steps outside any case, run for what they make and capture.
package enum SetupRun {
    /// Runs steps in order, up to the first that does not hold.
    ///
    /// - Parameters:
    ///   - steps: As a contract's `setup` has them.
    ///   - context: Gets the values they capture.
    /// - Returns: The step that did not hold; `nil` when all is ready.
    package static func run(_ steps: [Step], in context: inout RunContext) async -> StepResult? {
        for step in steps {
            let runner = StepRunner(context: context, step: step, phase: .setup)
            let result = await runner.run(using: &context.evaluator)
            if result.outcome.endsCase { return result }
        }
        return nil
    }

    /// The token that a server grants for a security scheme.
    ///
    /// - Parameters:
    ///   - name: The scheme.
    ///   - location: Where the scheme is asked for.
    ///   - context: Knows what the request for the token needs.
    /// - Returns: The token; `nil` for a scheme without, or whose tokens are made on the spot.
    /// - Throws: Why there is none.
    package static func accessToken(
        of name: String,
        at location: SourceLocation,
        in context: inout RunContext
    ) async throws(TemplateError) -> String? {
        guard let scheme = context.contract.securitySchemes[name],
            case .granted? = scheme.token
        else { return nil }
        let tokens = AccessTokens(
            context: context,
            transport: context.transport,
            location: location
        )
        return try await tokens.token(of: scheme, using: &context.evaluator)
    }
}
