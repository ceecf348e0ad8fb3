import Contract
import JSON
import Synchronization

/// One client of a case: what it remembers, and what of it is in flight.
final class ClientInstance: Sendable {
    private struct Memory {
        var state: JSONObject
        /// The names that calls under way hold for themselves.
        var held: Set<String> = []
    }

    let name: String
    private let memory: Mutex<Memory>

    init(name: String, state: JSONObject) {
        self.name = name
        memory = Mutex(Memory(state: state))
    }

    /// What it remembers, by name.
    var state: JSONObject { memory.withLock { $0.state } }

    /// Changes what it remembers, all at once.
    func remember(_ values: [(name: String, value: JSONValue)]) {
        memory.withLock { memory in
            for (name, value) in values { memory.state[name] = value }
        }
    }

    /// Takes a name for a call under way; `false` when another one has it.
    func take(_ name: String) -> Bool { memory.withLock { $0.held.insert(name).inserted } }

    /// Gives names back.
    func release(_ names: [String]) { memory.withLock { $0.held.subtract(names) } }
}
