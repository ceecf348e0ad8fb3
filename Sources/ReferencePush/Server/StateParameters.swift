package import JSON

/// Reads the parameters of a provider state in a contract.
package struct StateParameters {
    package let state: String
    package let params: JSONObject

    package init(state: String, params: JSONObject) {
        self.state = state
        self.params = params
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
