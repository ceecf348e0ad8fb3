package import Contract
package import HTTP

/// The access tokens of a run, each shared by the requests that can use it.
package actor TokenCache {
    /// The outcome of making a token.
    package typealias Outcome = TokenSupply.Outcome

    /// A token, and the time of its request.
    struct Entry {
        let token: AccessToken
        let began: Duration

        /// The time after which it is not used; `nil` for no end.
        var end: Duration? { token.lifetime.map { began + $0 } }
    }

    private var entries: [String: Entry] = [:]
    /// Tokens that are being requested: requests that need one wait for it.
    private var pending: [String: (began: Duration, task: Task<Outcome, Never>)] = [:]
    /// All secrets.
    package nonisolated let book: SecretBook

    package init(_ book: SecretBook = SecretBook()) {
        self.book = book
    }

    /// All secrets: the tokens, and the values used to get them.
    package var secrets: [String] { book.secrets }

    /// Adds secrets.
    func hide(_ secrets: [String]) { book.add(secrets) }

    /// Discards a token that was requested before a moment; returns whether there was one.
    func forget(_ identity: String, since moment: Duration) -> Bool {
        guard let known = entries[identity], known.began < moment else { return false }
        entries[identity] = nil
        return true
    }

    /// An existing token that is still valid, else a new one.
    ///
    /// - Parameters:
    ///   - identity: Identifies requests that can share a token.
    ///   - clock: The time of the run.
    ///   - make: Makes a token; runs once for all requests that wait for the same.
    /// - Returns: The token.
    /// - Throws: Why there is no token; the next request tries again.
    func token(
        for identity: String,
        by clock: any ReplayClock,
        _ make: @escaping @Sendable () async -> Outcome
    ) async throws(TemplateError) -> Entry {
        if let known = entries[identity], known.end.map({ clock.elapsed < $0 }) ?? true {
            return known
        }
        if let (began, task) = pending[identity] {
            return Entry(token: try await task.value.get(), began: began)
        }
        let began = clock.elapsed
        let task = Task(operation: make)
        pending[identity] = (began, task)
        let outcome = await task.value
        pending[identity] = nil
        let token = try outcome.get()
        book.add([token.secret])
        let entry = Entry(token: token, began: began)
        entries[identity] = entry
        return entry
    }
}
