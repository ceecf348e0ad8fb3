package import HTTP
package import JSON
package import JSONSchemas

/// A part of a contract with its line.
package struct Located<Value: Sendable>: Sendable {
    package var value: Value
    package var location: SourceLocation?

    package init(_ value: Value, at location: SourceLocation? = nil) {
        self.value = value
        self.location = location
    }
}

/// The expectation of a response, or of a received request.
///
/// A part that is `nil` requires nothing. Parts are independent: each reports all its differences.
package struct Expectation: Sendable {
    /// A check of the status code.
    package var status: Located<Predicate>?
    /// A check of the number of requests sent.
    package var requests: Located<Predicate>?
    /// The schema of the JSON body.
    package var schema: Located<JSONSchema>?
    /// An example of the kinds in the JSON body.
    package var like: Located<JSONValue>?
    /// A value that the JSON body must contain, more members allowed.
    package var contains: Located<JSONValue>?
    /// The exact JSON body.
    package var equals: Located<JSONValue>?
    /// Whether the order of array elements matters to `contains` and `equals`.
    package var arrays = BodyMatcher.ArrayOrder.ordered
    package var asserts: [Assertion] = []
    /// Whether the body is checked as received, without decoding its content codings.
    package var isEncoded = false
    /// How much of an event stream is read, `nil` where none is expected; `asserts` check its events.
    package var events: EventStreamLimit?
    /// How certain the contract is of all parts but `asserts`, which have their own basis.
    package var basis: Basis = .documented
}

extension Expectation {
    /// All differences of `subject`, in the order status, requests, schema, like, contains, equals, asserts.
    ///
    /// A body that is not JSON is reported once, for the first part that needs it, and again only for a part that is
    /// more certain.
    ///
    /// - Parameters:
    ///   - subject: The subject of the check.
    ///   - limit: How many differences are kept; all are counted.
    /// - Returns: The differences, empty when the expectation matches.
    package func differences(
        in subject: Subject,
        limit: Int = Differences.defaultLimit
    ) -> Differences {
        let subject = isEncoded ? subject.encoded : subject
        var all = Differences(limit: limit)
        var basisOfNoJSON: Basis?
        for assertion in assertions {
            switch assertion.judged(subject, limit: limit) {
            case .success(let found):
                all.add(contentsOf: found)
            case .failure(let error)
            where error.path == Subject.bodyPath && assertion.waiver == nil:
                if let basisOfNoJSON, basisOfNoJSON <= assertion.basis { continue }
                basisOfNoJSON = assertion.basis
                all.add(contentsOf: assertion.differences(error, limit: limit))
            case .failure(let error):
                all.add(contentsOf: assertion.differences(error, limit: limit))
            }
        }
        return all
    }

    /// Ends waivers whose last day is before `day`, such as `2026-01-31`.
    mutating func endWaivers(before day: @autoclosure () -> String) {
        for index in asserts.indices {
            guard let waiver = asserts[index].waiver, waiver.until != nil else { continue }
            if !waiver.isInForce(on: day()) { asserts[index].waiver = nil }
        }
    }

    /// All parts as assertions: a part about the body needs the whole of it as JSON.
    private var assertions: [Assertion] {
        var parts: [(Query, Predicate, SourceLocation?)] = []
        if let status { parts.append((.status, status.value, status.location)) }
        if let requests { parts.append((.requests, requests.value, requests.location)) }
        if let schema { parts.append((.json, .schema(schema.value), schema.location)) }
        if let like { parts.append((.json, .meets(matcher(.like, like)), like.location)) }
        if let contains {
            parts.append((.json, .meets(matcher(.contains, contains)), contains.location))
        }
        if let equals { parts.append((.json, .meets(matcher(.equals, equals)), equals.location)) }
        return parts.map { Assertion($0, $1, basis: basis, location: $2) } + asserts
    }

    private func matcher(_ mode: BodyMatcher.Mode, _ example: Located<JSONValue>) -> BodyMatcher {
        BodyMatcher(mode, example.value, arrays: arrays)
    }
}
