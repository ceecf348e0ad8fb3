package import JSON

/// The beginning or the end of a provider state, as a contract requests it.
package struct StateChange: Sendable {
    /// The name in `given:` of a contract.
    package let state: String
    /// The contract's parameters; may be empty.
    package let params: JSONObject
    package let action: StateAction

    package init(_ state: String, _ params: JSONObject, _ action: StateAction) {
        self.state = state
        self.params = params
        self.action = action
    }

    /// - Throws: For a missing or empty text.
    package func text(_ name: String, _ expected: String) throws(StateChangeError) -> String {
        guard let text = params[name]?.stringValue, !text.isEmpty else {
            throw fault(name, expected)
        }
        return text
    }

    /// The token of a device, in the parameter of this name.
    package func token(_ name: String) throws(StateChangeError) -> String {
        try text(name, "the token of a device, a string")
    }

    package func count(_ name: String, upTo limit: Int) throws(StateChangeError) -> Int {
        guard let count = params[name]?.intValue, (0...limit).contains(count) else {
            throw fault(name, "a number from 0 to \(limit)")
        }
        return count
    }

    package func fault(_ name: String, _ expected: String) -> StateChangeError {
        .invalidParameter(state: state, parameter: name, expected: expected)
    }
}

/// Whether a provider state begins or ends.
package enum StateAction: String, Hashable, Sendable, CaseIterable {
    case setup, teardown
}

/// Why a provider state could not be changed.
package enum StateChangeError: Error, Hashable, Sendable, CustomStringConvertible {
    case unknownState(String, known: [String])
    case invalidParameter(state: String, parameter: String, expected: String)

    package var description: String {
        switch self {
        case .unknownState(let state, let known):
            "unknown state \"\(state)\"; known are: \(known.joined(separator: ", "))"
        case .invalidParameter(let state, let parameter, let expected):
            "state \"\(state)\": params.\(parameter): expected \(expected)"
        }
    }
}
