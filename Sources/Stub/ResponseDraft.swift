import Compression
import Contract
import HTTP
import JSON
import JSONPaths

/// A response in preparation.
struct ResponseDraft: Sendable {
    var status: Int
    var headers = HTTPFields()
    /// `nil` for a response without a body.
    var body: JSONValue?

    init(status: Int, body: JSONValue? = nil) {
        self.status = status
        self.body = body
    }

    /// Framing fields, which the server sets.
    private static let framing = ["Content-Length", "Transfer-Encoding", "Connection", "Trailer"]

    /// The encoded response, in the content coding of its field.
    var response: HTTPResponse {
        var headers = headers
        if body != nil, headers["Content-Type"] == nil {
            headers.append("Content-Type", "application/json")
        }
        for name in Self.framing { headers.remove(name) }
        var bytes = body.map { Array($0.text.utf8) } ?? []
        if headers.announceEventStream, let events = body?.arrayValue {
            bytes = StreamedEvent.stream(events.lazy.map { StreamedEvent(seenAs: $0) })
        }
        if let name = headers["Content-Encoding"] {
            if let coding = ContentCoding(name: name), body != nil {
                bytes = coding.encoded(bytes)
            } else {
                // Other content codings are not supported here.
                headers.remove("Content-Encoding")
            }
        }
        return HTTPResponse(status: status, headers: headers, body: bytes)
    }

    /// Whether a query finds a value; `true` for a query whose value cannot be set.
    func has(_ query: Query) -> Bool {
        switch query {
        case .header(let name): headers[name] != nil
        case .cookie(let name, _):
            headers[all: "Set-Cookie"].contains { $0.hasPrefix("\(name)=") }
        case .jsonpath(let path): body.map { !path.nodes(in: $0).isEmpty } ?? false
        default: true
        }
    }

    /// Whether an assert passes.
    func meets(_ assertion: Assertion, _ request: HTTPRequest) -> Bool {
        assertion.holds(for: Subject(response, to: request))
    }

    /// Sets the value of a query.
    ///
    /// - Parameters:
    ///   - value: `nil` removes the current value.
    ///   - query: The query.
    /// - Returns: `false` for a query whose value cannot be set.
    mutating func put(_ value: JSONValue?, at query: Query) -> Bool {
        switch query {
        case .status:
            guard let status = value?.intValue, (200...599).contains(status) else { return false }
            self.status = status
        case .header(let name):
            guard let value else { return remove(header: name) }
            headers.set(name, value.scalarText)
        case .cookie(let name, nil):
            guard let value else { return false }
            headers.append("Set-Cookie", "\(name)=\(value.scalarText); Path=/")
        case .json: body = value
        case .jsonpath(let path): return put(value, at: path)
        // Other queries do not depend on the response.
        default: return false
        }
        return true
    }

    private mutating func remove(header name: String) -> Bool {
        headers.remove(name)
        return true
    }

    /// Puts a value where a way in the body ends, with everything on the way there.
    mutating func put(_ value: JSONValue?, at way: [JSONPath.Step]) -> Bool {
        let whole = body ?? .object(JSONObject())
        guard var edited = whole.putting(value, at: way[...]) else { return false }
        if headers.announceEventStream, way.count > 1, case .index(let index) = way[0],
            way[1] == .name("value")
        {
            // The data of the event are generated from it.
            edited = edited.putting(nil, at: [.index(index), .name("data")]) ?? edited
        }
        body = edited
        return true
    }

    private mutating func put(_ value: JSONValue?, at path: JSONPath) -> Bool {
        if let steps = path.singularSteps { return put(value, at: steps) }
        guard let value, let found = body.map(path.nodes), !found.isEmpty else { return false }
        for node in found {
            do {
                body = try body?.setting(node.pointer, to: value)
            } catch {
                return false
            }
        }
        return true
    }
}

extension JSONValue {
    /// A copy with a value at a path; missing parents are added.
    ///
    /// `nil` when another kind of value is in the way. Without a value, the current one is removed.
    fileprivate func putting(_ value: JSONValue?, at steps: ArraySlice<JSONPath.Step>) -> JSONValue?
    {
        guard let step = steps.first else { return value }
        let rest = steps.dropFirst()
        switch (step, self) {
        case (.name(let name), .object(var object)):
            if rest.isEmpty, value == nil {
                object[name] = nil
                return .object(object)
            }
            let inner = object[name] ?? Self.container(for: rest.first)
            guard let edited = inner.putting(value, at: rest) else { return nil }
            object[name] = edited
            return .object(object)
        case (.index(let index), .array(var elements)):
            guard value != nil || !rest.isEmpty, (0...100).contains(index) else { return nil }
            while elements.count <= index {
                elements.append(elements.last ?? Self.container(for: rest.first))
            }
            guard let edited = elements[index].putting(value, at: rest) else { return nil }
            elements[index] = edited
            return .array(elements)
        default:
            return nil
        }
    }

    private static func container(for step: JSONPath.Step?) -> JSONValue {
        if case .index = step { .array([]) } else { .object(JSONObject()) }
    }

    /// Merges two objects, where members of the other override its own; otherwise the other value.
    func overlaid(with other: JSONValue) -> JSONValue {
        guard case .object(var object) = self, case .object(let more) = other else { return other }
        for member in more.members {
            object[member.name] = object[member.name]?.overlaid(with: member.value) ?? member.value
        }
        return .object(object)
    }
}
