/// The provider states that are switched on, by name.
///
/// Each is counted, so that two cases that need it at the same time do not end it for each other.
struct CountedStates<Name: Hashable & Sendable>: Sendable {
    private var counts: [Name: Int] = [:]

    subscript(_ name: Name) -> Bool { counts[name] != nil }

    mutating func change(_ name: Name, _ action: StateAction) {
        let count = counts[name, default: 0] + (action == .setup ? 1 : -1)
        counts[name] = count > 0 ? count : nil
    }
}

/// What provider states have set; of several values the latest counts.
///
/// All are kept, so that two cases that need one at the same time do not end it for each other.
struct StackedState<Value: Hashable & Sendable>: Sendable {
    private var values: [Value] = []

    var isEmpty: Bool { values.isEmpty }

    var latest: Value? { values.last }

    mutating func change(_ value: Value, _ action: StateAction) {
        switch action {
        case .setup: values.append(value)
        case .teardown: values.lastIndex(of: value).map { _ = values.remove(at: $0) }
        }
    }
}

/// What provider states have set for single devices, by token.
package struct DeviceStates<Value: Hashable & Sendable>: Sendable {
    /// None of them is empty.
    private var states: [String: StackedState<Value>] = [:]

    package init() {}

    package subscript(_ token: String) -> Value? { states[token]?.latest }

    /// What is set for devices, by their position.
    func values(of tokens: some Sequence<String>) -> [Int: Value] {
        guard !states.isEmpty else { return [:] }
        var values: [Int: Value] = [:]
        for (position, token) in tokens.enumerated() { values[position] = self[token] }
        return values
    }

    package mutating func change(_ value: Value, of token: String, _ action: StateAction) {
        var state = states[token] ?? StackedState()
        state.change(value, action)
        states[token] = state.isEmpty ? nil : state
    }
}
