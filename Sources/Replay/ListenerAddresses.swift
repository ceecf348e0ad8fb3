import Contract
import HTTP
import Synchronization

/// The fixed addresses in use by listeners: cases that need the same one wait for each other.
final class ListenerAddresses: Sendable {
    private struct Waiter {
        let addresses: Set<String>
        let continuation: CheckedContinuation<Void, Never>
    }

    private struct State {
        var taken: Set<String> = []
        /// In the order of arrival.
        var waiters: [Waiter] = []

        /// Takes addresses for the waiters whose addresses are all free.
        mutating func admit() -> [Waiter] {
            var admitted: [Waiter] = []
            waiters.removeAll { waiter in
                guard taken.isDisjoint(with: waiter.addresses) else { return false }
                taken.formUnion(waiter.addresses)
                admitted.append(waiter)
                return true
            }
            return admitted
        }
    }

    private let state = Mutex(State())

    /// Shared by the process, like its ports.
    static let shared = ListenerAddresses()

    /// The fixed addresses of listeners: `127.0.0.1:8443`.
    static func fixed(_ listeners: [Listener]) -> Set<String> {
        Set(listeners.map(\.place).filter { $0.port > 0 }.map { "\($0.host):\($0.port)" })
    }

    /// Takes addresses, all at once, as soon as all of them are free.
    func take(_ addresses: Set<String>) async {
        if addresses.isEmpty { return }
        await withCheckedContinuation { continuation in
            let admitted = state.withLock { state in
                state.waiters.append(Waiter(addresses: addresses, continuation: continuation))
                return state.admit()
            }
            for waiter in admitted { waiter.continuation.resume() }
        }
    }

    /// Gives addresses back.
    func release(_ addresses: Set<String>) {
        if addresses.isEmpty { return }
        let admitted = state.withLock { state in
            state.taken.subtract(addresses)
            return state.admit()
        }
        for waiter in admitted { waiter.continuation.resume() }
    }
}
