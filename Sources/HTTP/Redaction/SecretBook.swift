import Synchronization

/// The secrets of a run, as far as they are known by now.
package final class SecretBook: Sendable {
    private struct State {
        var secrets: Set<String> = []
        /// `nil` once something was added that it does not know.
        var redactor: Redactor?
    }

    private let state = Mutex(State())

    package init() {}

    /// In an order that depends on nothing else.
    package var secrets: [String] { state.withLock(\.secrets).sorted() }

    /// Adds what must not be shown.
    package func add(_ secrets: some Sequence<String>) {
        state.withLock { state in
            let before = state.secrets.count
            state.secrets.formUnion(secrets)
            if state.secrets.count > before { state.redactor = nil }
        }
    }

    /// The text without what is known now; secrets too short to be found are left in.
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
