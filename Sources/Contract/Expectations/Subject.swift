import Base
import Compression
package import HTTP
package import JSON
import Synchronization
package import XPaths

/// The subject of a check: a response and its request, a received request, or a client's call with
/// its last exchange.
package struct Subject: Sendable {
    /// `nil` for a received request.
    package let response: HTTPResponse?
    /// The request for the response, or the received one; `nil` for a call without requests.
    package let request: HTTPRequest?
    /// The client whose call is checked; `nil` without a call.
    package let client: ClientView?
    private var parsedBody: ParsedBody
    /// Whether its body is used as received.
    private var isEncoded = false

    /// A response.
    package init(
        _ response: HTTPResponse,
        to request: HTTPRequest,
        limits: BodyLimits = BodyLimits()
    ) {
        self.response = response
        self.request = request
        client = nil
        parsedBody = ParsedBody(
            response.hasContent(to: request.method) ? response.body : [],
            limits
        )
    }

    /// A request to a server that the tool plays.
    package init(received request: HTTPRequest) {
        response = nil
        self.request = request
        client = nil
        parsedBody = ParsedBody(request.body ?? [], BodyLimits())
    }

    /// A call, or a client between two of its requests.
    ///
    /// - Parameters:
    ///   - client: The state of the client.
    ///   - request: The request of a query without a number: the last one sent, or the next one.
    ///   - response: The response to it.
    ///   - limits: How much of the body is looked into.
    package init(
        client: ClientView,
        request: HTTPRequest? = nil,
        response: HTTPResponse? = nil,
        limits: BodyLimits = BodyLimits()
    ) {
        self.response = response
        self.request = request
        self.client = client
        parsedBody = ParsedBody(response?.body ?? request?.body ?? [], limits)
    }
}

extension Subject {
    /// The place of a body that is not JSON.
    static let bodyPath = "body"

    /// The header fields of the subject.
    package var headers: HTTPFields { response?.headers ?? request?.headers ?? HTTPFields() }

    /// The number of requests sent.
    package var requestCount: Int { client?.requests.count ?? (request == nil ? 0 : 1) }

    /// The body of the subject as received; empty without one.
    package var body: [UInt8] { parsedBody.bytes }

    /// The part of the body beyond the limits that was needed; `nil` for none.
    package var excess: String? { parsedBody.excess }

    /// The subject with its body as received, whatever its content codings are.
    var encoded: Subject {
        var subject = self
        subject.isEncoded = true
        subject.parsedBody = parsedBody.unread
        return subject
    }

    /// The body with its content codings decoded.
    ///
    /// - Returns: The bytes; those of `body` without a coding.
    /// - Throws: When the body is not in the coding that its field names, or the coding is unknown.
    package func content() throws(Unanswerable) -> [UInt8] {
        // The fields of a response without content describe another one.
        if isEncoded || response?.hasContent(to: request?.method) == false { return body }
        let names = headers[all: "Content-Encoding"].joined(separator: ",").split(separator: ",")
            .map { String($0.filter { $0 != " " && $0 != "\t" }) }
        var content = body
        // For all codings together, as their number is unlimited.
        var room = parsedBody.limits.content(of: body.count)
        // The coding applied last is decoded first.
        for name in names.reversed() where name.lowercased() != "identity" {
            guard let coding = ContentCoding(name: name) else {
                throw Unanswerable(
                    path: Self.bodyPath,
                    expected: "a content coding that is known here (gzip, deflate), "
                        + "or encoded: true in the contract",
                    actual: "\"\(name)\"",
                    isUndecodable: true
                )
            }
            // Servers that compress everything label empty bodies too.
            if content.isEmpty { continue }
            content = try decoded(content, coding, limit: room)
            room -= content.count
        }
        return content
    }

    private func decoded(
        _ bytes: [UInt8],
        _ coding: ContentCoding,
        limit: Int
    ) throws(Unanswerable) -> [UInt8] {
        do {
            // An event stream is read up to a limit, in the middle of its coding.
            let isWhole = response?.headers.announceEventStream != true
            return try coding.decoded(bytes, limit: limit, isWhole: isWhole)
        } catch {
            if case .tooLarge = error {
                let least = parsedBody.limits.content(of: body.count)
                parsedBody.note("its body decodes to more than \(Count.grouped(least, "byte"))")
            }
            throw Unanswerable(
                path: "body",
                expected: "a body in \(coding.rawValue) coding",
                actual: "\(error)"
            )
        }
    }

    /// The body as JSON; parsed once.
    ///
    /// An object with the same member name twice is rejected: its meaning is undefined. An event
    /// stream becomes the list of its events.
    ///
    /// - Returns: The value.
    /// - Throws: Why the body is not JSON, and at which byte.
    package func json() throws(Unanswerable) -> JSONValue {
        if response?.headers.announceEventStream == true, !isEncoded {
            return try parsedBody.events(content)
        }
        switch try parsedBody.result(content) {
        case .success(let value): return value
        case .failure(let error):
            let found =
                body.isEmpty ? "an empty body" : "a body that is not JSON: \(error.description)"
            throw Unanswerable(path: Self.bodyPath, expected: "JSON", actual: found)
        }
    }
}

extension Subject {
    /// The body as XML; parsed once.
    ///
    /// - Returns: The document.
    /// - Throws: Why the body is not XML, and in which line.
    package func xml() throws(Unanswerable) -> XMLDocument {
        switch try parsedBody.document(content) {
        case .success(let document): return document
        case .failure(let error):
            let found = body.isEmpty ? "an empty body" : "a body that is not: \(error)"
            throw Unanswerable(path: Self.bodyPath, expected: "XML", actual: found)
        }
    }
}

/// The bytes of a body, and, once requested, their JSON value.
private final class ParsedBody: Sendable {
    let bytes: [UInt8]
    let limits: BodyLimits
    private let parsed = Mutex<Result<JSONValue, JSONTextError>?>(nil)
    private let streamed = Mutex<Result<JSONValue, EventStreamFault>?>(nil)
    private let document = Mutex<Result<XMLDocument, XMLError>?>(nil)
    private let notes: Notes

    /// The part beyond the limits, however the body is read.
    private final class Notes: Sendable {
        let excess = Mutex<String?>(nil)
    }

    convenience init(_ bytes: [UInt8], _ limits: BodyLimits) { self.init(bytes, limits, Notes()) }

    private init(_ bytes: [UInt8], _ limits: BodyLimits, _ notes: Notes) {
        self.bytes = bytes
        self.limits = limits
        self.notes = notes
    }

    /// The same bytes, to be read differently.
    var unread: ParsedBody { ParsedBody(bytes, limits, notes) }

    /// The part beyond the limits that was needed.
    var excess: String? { notes.excess.withLock(\.self) }

    func note(_ excess: String) { notes.excess.withLock { $0 = excess } }

    /// The body as JSON; `content` decodes its content codings, and is called once.
    func result(
        _ content: () throws(Unanswerable) -> [UInt8]
    ) throws(Unanswerable) -> Result<JSONValue, JSONTextError> {
        if let known = parsed.withLock({ $0 }) { return known }
        let result = parse(try content())
        parsed.withLock { $0 = result }
        return result
    }

    /// The events of the body; `content` decodes its content codings, and is called once.
    func events(_ content: () throws(Unanswerable) -> [UInt8]) throws(Unanswerable) -> JSONValue {
        let result: Result<JSONValue, EventStreamFault>
        if let known = streamed.withLock({ $0 }) {
            result = known
        } else {
            result = readEvents(try content())
            streamed.withLock { $0 = result }
        }
        switch result {
        case .success(let events): return events
        case .failure(let fault):
            throw Unanswerable(
                path: Subject.bodyPath,
                expected: "an event stream",
                actual: "one that is not: \(fault)"
            )
        }
    }

    private func readEvents(_ bytes: [UInt8]) -> Result<JSONValue, EventStreamFault> {
        var parser = EventStreamParser()
        do throws(EventStreamFault) {
            let events = try parser.take(bytes)
            return .success(.array(events.map { $0.json(maximumSize: limits.memory) }))
        } catch {
            return .failure(error)
        }
    }

    /// The body as XML; `content` decodes its content codings, and is called once.
    func document(
        _ content: () throws(Unanswerable) -> [UInt8]
    ) throws(Unanswerable) -> Result<XMLDocument, XMLError> {
        if let known = document.withLock({ $0 }) { return known }
        let result = read(try content())
        document.withLock { $0 = result }
        return result
    }

    private func read(_ bytes: [UInt8]) -> Result<XMLDocument, XMLError> {
        do throws(XMLError) {
            return .success(try XMLDocument(bytes, limit: limits.xml))
        } catch {
            if case .tooLarge = error {
                note("its XML has more than \(Count.grouped(limits.xml, "byte"))")
            }
            return .failure(error)
        }
    }

    private func parse(_ bytes: [UInt8]) -> Result<JSONValue, JSONTextError> {
        do throws(JSONTextError) {
            return .success(
                try JSONValue(parsing: bytes, duplicates: .refused, maximumSize: limits.memory)
            )
        } catch {
            switch error.excess {
            case .memory?:
                note("its JSON takes more than \(Count.grouped(limits.memory, "byte")) of memory")
            case .exponent?: note("its JSON has a number beyond comparison (\(error))")
            case .depth?:
                let limit = JSONValue.defaultMaximumDepth
                note("its JSON is nested deeper than \(Count.grouped(limit, "level"))")
            case nil: break
            }
            return .failure(error)
        }
    }
}
