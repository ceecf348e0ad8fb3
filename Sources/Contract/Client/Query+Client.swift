import HTTP
import JSON
import JSONPaths

extension Query {
    /// The state of the client whose call is checked.
    func client(of subject: Subject) throws(Unanswerable) -> ClientView {
        if let client = subject.client { return client }
        throw Unanswerable(
            path: description,
            expected: "a call of a client",
            actual: "a request, which has no \(description)"
        )
    }

    /// The request that the query is about.
    func request(of subject: Subject) throws(Unanswerable) -> HTTPRequest {
        if let request = subject.request { return request }
        throw Unanswerable(path: description, expected: "a request", actual: "none was sent")
    }

    /// One of the requests that a call sent, as a server would receive it.
    func request(_ number: Int, of subject: Subject) throws(Unanswerable) -> Subject {
        let requests = try client(of: subject).requests
        if requests.indices.contains(number - 1) {
            return Subject(received: requests[number - 1])
        }
        throw Unanswerable(
            path: description,
            expected: "at least \(number) requests",
            actual: "\(requests.count)"
        )
    }

    func result(_ path: JSONPath, of subject: Subject) throws(Unanswerable) -> QueryResult {
        if let result = try client(of: subject).result { return path.result(in: result, at: "$") }
        throw Unanswerable(
            path: description,
            expected: "a call that succeeded",
            actual: "one that did not"
        )
    }

    static func member(
        _ value: JSONValue?,
        _ path: JSONPath?,
        at place: String
    ) -> QueryResult {
        guard let value, let path else { return QueryResult(value) }
        return path.result(in: value, at: place)
    }
}
