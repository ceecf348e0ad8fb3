import Contract
package import JSON

/// One place where two servers answered the same request otherwise.
package struct ResponseDifference: Hashable, Sendable {
    /// What differs at the place.
    package enum Kind: String, Hashable, Sendable {
        /// One side has a response, the other has none, or another failure.
        case response
        case status
        /// The failure that a response is, by its code.
        case failure
        case header
        /// Values of one kind.
        case value
        /// A text here and a number there.
        case kind
        /// Only one side has it.
        case presence
        /// How many elements an array has.
        case count
        /// Bodies that are not both JSON.
        case body
    }

    package let kind: Kind
    /// `status`, `header Content-Type`, `$.results[0].objectId`.
    package var path: String
    /// The same for all elements of an array: `$.results[*].objectId`.
    package var generalPath: String
    /// What the first server answered there; `nil` is nothing.
    package var first: JSONValue?
    /// What the second server answered there; `nil` is nothing.
    package var second: JSONValue?

    package init(
        _ kind: Kind,
        at path: String,
        generally generalPath: String? = nil,
        first: JSONValue?,
        second: JSONValue?
    ) {
        self.kind = kind
        self.path = path
        self.generalPath = generalPath ?? path
        self.first = first
        self.second = second
    }

    /// Whether both sides have a value of the same kind there, so that only the value differs.
    var isOfValues: Bool {
        switch kind {
        case .value: true
        case .header: first != nil && second != nil
        case .response, .status, .failure, .kind, .presence, .count, .body: false
        }
    }
}

extension ResponseDifference {
    /// The same difference in one of several requests of a step, counted from one.
    func inRequest(_ number: Int) -> ResponseDifference {
        ResponseDifference(
            kind,
            at: "request \(number) \(path)",
            generally: "request \(number) \(generalPath)",
            first: first,
            second: second
        )
    }
}
