package import HTTP
package import JSON

/// What is known of a client while or after it makes a call.
package struct ClientView: Sendable {
    /// What the client remembers, by name.
    package var state: JSONObject
    package var arguments: JSONObject
    /// What the call gave back; `nil` when it did not succeed, or has not ended.
    package var result: JSONValue?
    /// Everything it sent, in order.
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

/// An assert as a part of a value; two are the same when they stand in the same place.
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
