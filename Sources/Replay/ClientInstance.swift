import Contract
import JSON
import Synchronization

/// One client of a case: its state, and its names in flight.
final class ClientInstance: Sendable {
    private struct Memory {
        var state: JSONObject
        /// The names that calls in progress have reserved.
        var held: Set<String> = []
    }

    let name: String
    private let memory: Mutex<Memory>

    init(name: String, state: JSONObject) {
        self.name = name
        memory = Mutex(Memory(state: state))
    }

    /// Its state, by name.
    var state: JSONObject { memory.withLock { $0.state } }

    /// Changes its state, in one step.
    func remember(_ values: [(name: String, value: JSONValue)]) {
        memory.withLock { memory in
            for (name, value) in values { memory.state[name] = value }
        }
    }

    /// Reserves a name for a call in progress; `false` when another one has it.
    func take(_ name: String) -> Bool { memory.withLock { $0.held.insert(name).inserted } }

    /// Releases names.
    func release(_ names: [String]) { memory.withLock { $0.held.subtract(names) } }
}
