/// Active provider states, by name.
///
/// Each is counted, so that two concurrent cases that need it do not end it for each other.
struct CountedStates<Name: Hashable & Sendable>: Sendable {
    private var counts: [Name: Int] = [:]

    subscript(_ name: Name) -> Bool { counts[name] != nil }

    mutating func change(_ name: Name, _ action: StateAction) {
        let count = counts[name, default: 0] + (action == .setup ? 1 : -1)
        counts[name] = count > 0 ? count : nil
    }
}

/// Values set by provider states; the latest is in effect.
///
/// All are kept, so that two concurrent cases do not end each other's.
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

/// Values set by provider states for single devices, by token.
package struct DeviceStates<Value: Hashable & Sendable>: Sendable {
    /// Contains no empty state.
    private var states: [String: StackedState<Value>] = [:]

    package init() {}

    package subscript(_ token: String) -> Value? { states[token]?.latest }

    /// The values set for devices, by their position.
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
