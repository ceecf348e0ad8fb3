package import HTTP
package import JSON
package import JSONSchemas

/// A part of a contract and the line that holds it.
package struct Located<Value: Sendable>: Sendable {
    package var value: Value
    package var location: SourceLocation?

    package init(_ value: Value, at location: SourceLocation? = nil) {
        self.value = value
        self.location = location
    }
}

/// What an answer, or a received request, must look like.
///
/// A part that is `nil` asks for nothing. Parts are independent: each reports all it finds.
package struct Expectation: Sendable {
    /// Asked of the status code.
    package var status: Located<Predicate>?
    /// Asked of how many requests were sent.
    package var requests: Located<Predicate>?
    /// What the JSON body keeps to.
    package var schema: Located<JSONSchema>?
    /// An example of the JSON body's kinds.
    package var like: Located<JSONValue>?
    /// What the JSON body contains, more members allowed.
    package var contains: Located<JSONValue>?
    /// What the JSON body is.
    package var equals: Located<JSONValue>?
    /// Whether `contains` and `equals` mind the order of array elements.
    package var arrays = BodyMatcher.ArrayOrder.ordered
    package var asserts: [Assertion] = []
    /// Whether the body is taken as it came, its content codings not undone.
    package var isEncoded = false
    /// How much of an event stream is read, `nil` where none is expected; `asserts` check its events.
    package var events: EventStreamLimit?
    /// How sure the contract is of all parts but `asserts`, which have their own.
    package var basis: Basis = .documented
}

extension Expectation {
    /// Everything `subject` has wrong, in the order status, requests, schema, like, contains, equals, asserts.
    ///
    /// That a body is not JSON is said once, for the first part that needed it, and again only for a
    /// part that is surer.
    ///
    /// - Parameters:
    ///   - subject: What is judged.
    ///   - limit: How many differences are kept; all are counted.
    /// - Returns: The differences, none when the expectation is met.
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

    /// Judges again what was set aside up to a day before `day`, which is written `2026-01-31`.
    mutating func endWaivers(before day: @autoclosure () -> String) {
        for index in asserts.indices {
            guard let waiver = asserts[index].waiver, waiver.until != nil else { continue }
            if !waiver.isInForce(on: day()) { asserts[index].waiver = nil }
        }
    }

    /// All parts as assertions: a part about the body asks for the whole of it as JSON.
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
