import Contract
import HTTP
import JSON

extension ExpectationDecoder {
    /// Reads `events: { for: 5s, count: 3 }`: the time and number of events to read.
    func addEvents(_ node: YAMLNode, _ basis: Basis, to expectation: inout ExpectationTemplate) {
        guard let reader = KeyReader(node, of: "events", EventsKeys.self, diagnostics) else {
            return
        }
        defer { reader.finish() }
        let limit = EventStreamLimit(duration: reader[\.duration], count: reader[\.count])
        expectation.events = limit
        let least = Predicate.compares(.gte, .integer(limit.count ?? 1))
        let parts: [(Query, Predicate)] = [
            (.header("Content-Type"), .startsWith(EventStreamParser.mediaType)),
            (.json, .count(least)),
        ]
        expectation.asserts =
            parts.map { query, predicate in
                AssertionTemplate(
                    query: .ready(query),
                    filters: [],
                    predicate: .ready(predicate),
                    basis: basis,
                    location: node.location
                )
            } + expectation.asserts
    }
}
