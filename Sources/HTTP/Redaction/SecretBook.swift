import Synchronization

/// The secrets of a run, as far as they are known by now.
package final class SecretBook: Sendable {
    private struct State {
        var secrets: Set<String> = []
        /// `nil` after an addition that it does not include.
        var redactor: Redactor?
    }

    private let state = Mutex(State())

    package init() {}

    /// Sorted, so that the order is reproducible.
    package var secrets: [String] { state.withLock(\.secrets).sorted() }

    /// Adds secrets.
    package func add(_ secrets: some Sequence<String>) {
        state.withLock { state in
            let before = state.secrets.count
            state.secrets.formUnion(secrets)
            if state.secrets.count > before { state.redactor = nil }
        }
    }

    /// The text without the secrets known so far; those too short for matching stay.
    package func redact(_ text: String) -> String {
        let redactor = state.withLock { state in
            if let known = state.redactor { return known }
            let new = Redactor(longSecrets: state.secrets.sorted())
            state.redactor = new
            return new
        }
        return redactor.redact(text)
    }
}
