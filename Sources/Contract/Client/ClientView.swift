package import HTTP
package import JSON

/// The state of a client during or after a call.
package struct ClientView: Sendable {
    /// The values that the client keeps, by name.
    package var state: JSONObject
    package var arguments: JSONObject
    /// The result of the call; `nil` when it failed, or has not ended.
    package var result: JSONValue?
    /// All its requests, in order.
    package var requests: [HTTPRequest]

    package init(
        state: JSONObject = JSONObject(),
        arguments: JSONObject = JSONObject(),
        result: JSONValue? = nil,
        requests: [HTTPRequest] = []
    ) {
        self.state = state
        self.arguments = arguments
        self.result = result
        self.requests = requests
    }
}

/// An assert as part of a value; two are equal when they have the same place.
package struct ConditionTemplate: Equatable, Sendable {
    package let assertion: AssertionTemplate

    package init(_ assertion: AssertionTemplate) {
        self.assertion = assertion
    }

    package static func == (left: ConditionTemplate, right: ConditionTemplate) -> Bool {
        left.assertion.location == right.assertion.location
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(assertion.location)
    }
}
