package import Contract
package import HTTP

/// The access tokens of a run, each used by every request that may use it.
package actor TokenCache {
    /// What came of making a token.
    package typealias Outcome = TokenSupply.Outcome

    /// A token, and when it was asked for.
    struct Entry {
        let token: AccessToken
        let began: Duration

        /// When it is to be used no longer; `nil` for no end.
        var end: Duration? { token.lifetime.map { began + $0 } }
    }

    private var entries: [String: Entry] = [:]
    /// Tokens that are being requested: requests that need one wait for it.
    private var pending: [String: (began: Duration, task: Task<Outcome, Never>)] = [:]
    /// Everything that must not be shown.
    package nonisolated let book: SecretBook

    package init(_ book: SecretBook = SecretBook()) {
        self.book = book
    }

    /// Everything that must not be shown: the tokens, and what they were got with.
    package var secrets: [String] { book.secrets }

    /// Notes a text that must not be shown.
    func hide(_ secrets: [String]) { book.add(secrets) }

    /// Gives up a token that was asked for before a moment; whether there was one.
    func forget(_ identity: String, since moment: Duration) -> Bool {
        guard let known = entries[identity], known.began < moment else { return false }
        entries[identity] = nil
        return true
    }

    /// A token that is there and still good, else a new one.
    ///
    /// - Parameters:
    ///   - identity: Tells which requests may share a token.
    ///   - clock: The time of the run.
    ///   - make: Makes a token; runs once for all who wait for the same.
    /// - Returns: The token.
    /// - Throws: Why there is none; the next request asks again.
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
