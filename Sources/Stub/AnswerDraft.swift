import Compression
import Contract
import HTTP
import JSON
import JSONPaths

/// An answer that is being made up.
struct AnswerDraft: Sendable {
    var status: Int
    var headers = HTTPFields()
    /// `nil` for an answer without a body.
    var body: JSONValue?

    init(status: Int, body: JSONValue? = nil) {
        self.status = status
        self.body = body
    }

    /// Fields that say how a message is framed, which is for the server to say.
    private static let framing = ["Content-Length", "Transfer-Encoding", "Connection", "Trailer"]

    /// The answer on the wire, in the content coding that its field names.
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
                // Nobody here applies another one.
                headers.remove("Content-Encoding")
            }
        }
        return HTTPResponse(status: status, headers: headers, body: bytes)
    }

    /// Whether a query finds something; one that nobody can put anything for does.
    func has(_ query: Query) -> Bool {
        switch query {
        case .header(let name): headers[name] != nil
        case .cookie(let name, _):
            headers[all: "Set-Cookie"].contains { $0.hasPrefix("\(name)=") }
        case .jsonpath(let path): body.map { !path.nodes(in: $0).isEmpty } ?? false
        default: true
        }
    }

    /// Whether an assert holds for it.
    func meets(_ assertion: Assertion, _ request: HTTPRequest) -> Bool {
        assertion.holds(for: Subject(response, to: request))
    }

    /// Puts a value where a query looks.
    ///
    /// - Parameters:
    ///   - value: `nil` takes away what is there.
    ///   - query: The place.
    /// - Returns: `false` where nothing can be put.
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
        // The rest is not for an answer to choose.
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
    /// A copy with a value at a place, with everything on the way there.
    ///
    /// `nil` when something else stands in the way. Without a value, what is there is taken away.
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

    /// Members of both, those of the other before its own; what is no object gives way.
    func overlaid(with other: JSONValue) -> JSONValue {
        guard case .object(var object) = self, case .object(let more) = other else { return other }
        for member in more.members {
            object[member.name] = object[member.name]?.overlaid(with: member.value) ?? member.value
        }
        return .object(object)
    }
}
