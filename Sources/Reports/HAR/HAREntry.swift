import Base
import Contract
import Cryptography
import HTTP
import JSON

/// One exchange of an archive.
struct HAREntry {
    let exchange: ExchangeRecord
    let startedAt: Timestamp
    /// The fault that was injected into the requests of its step; the format has no member for it.
    let fault: String?
    /// The case and the step, for the reader.
    let comment: String

    private var request: HTTPRequest { exchange.request }

    var object: JSONValue {
        let timings = HARTimings(exchange.phases)
        var object = JSONObject()
        let start = TimeFormat.rfc3339Milliseconds.text(of: startedAt, offsetSeconds: 0)
        object["startedDateTime"] = .string(start)
        object["time"] = timings.total
        object["request"] = requestObject
        object["response"] = responseObject
        object["cache"] = .object(JSONObject())
        object["timings"] = timings.object
        object["comment"] = .string(comment)
        object["_fault"] = fault.map(JSONValue.string)
        return .object(object)
    }

    private var requestObject: JSONValue {
        var object = JSONObject()
        object["method"] = .string(request.method)
        object["url"] = .string(request.url)
        object["httpVersion"] = .string(httpVersion)
        object["cookies"] = .array(
            Cookie.pairs(in: request.headers[all: "Cookie"]).map(Self.pair)
        )
        object["headers"] = Self.list(request.headers)
        let query = FormDecoding.fields(in: Array((request.query ?? "").utf8))
        object["queryString"] = .array(query.map(Self.pair))
        object["postData"] = request.body.map(postData)
        object["headersSize"] = -1
        object["bodySize"] = .integer(exchange.wireLengths.request)
        return .object(object)
    }

    /// The format has no member for the encoding of a request's body, so that it gets its own.
    private func postData(_ body: [UInt8]) -> JSONValue {
        var object = JSONObject()
        object["mimeType"] = .string(request.headers["Content-Type"] ?? "")
        let (text, isEncoded) = Self.text(of: body)
        object["text"] = .string(text)
        if isEncoded {
            object["_encoding"] = "base64"
            object["comment"] = "The text is Base64: the body is not UTF-8."
        }
        return .object(object)
    }

    /// An exchange without a response has status 0, as in the archives of browsers.
    private var responseObject: JSONValue {
        let response = exchange.response
        var object = JSONObject()
        object["status"] = .integer(response?.status ?? 0)
        object["statusText"] = ""
        object["httpVersion"] = .string(httpVersion)
        let cookies = response?.headers[all: "Set-Cookie"].compactMap(Cookie.init) ?? []
        object["cookies"] = .array(cookies.map(Self.object))
        object["headers"] = Self.list(response?.headers ?? HTTPFields())
        object["content"] = content
        object["redirectURL"] = .string(response?.headers["Location"] ?? "")
        object["headersSize"] = -1
        object["bodySize"] = .integer(exchange.response == nil ? -1 : exchange.wireLengths.response)
        object["_error"] = exchange.failure.map { .string($0.description) }
        return .object(object)
    }

    /// The body without its compression.
    private var content: JSONValue {
        var object = JSONObject()
        let lengths = exchange.wireLengths
        object["size"] = .integer(lengths.content)
        let saved = lengths.content - lengths.response
        if saved != 0 { object["compression"] = .integer(saved) }
        object["mimeType"] = .string(exchange.response?.headers["Content-Type"] ?? "")
        let content = exchange.content
        if !content.isEmpty {
            let (text, isEncoded) = Self.text(of: content)
            object["text"] = .string(text)
            if isEncoded { object["encoding"] = "base64" }
        }
        return .object(object)
    }

    /// Only the response shows the HTTP version.
    private var httpVersion: String {
        exchange.response.map { "HTTP/\($0.version)" } ?? "unknown"
    }
}

// MARK: - Parts

extension HAREntry {
    private static func text(of body: [UInt8]) -> (text: String, isEncoded: Bool) {
        String(validating: body, as: UTF8.self).map { ($0, false) } ?? (Base64.encode(body), true)
    }

    private static func list(_ headers: HTTPFields) -> JSONValue {
        .array(headers.fields.map { pair(($0.name, $0.value)) })
    }

    private static func pair(_ pair: (name: String, value: String)) -> JSONValue {
        ["name": .string(pair.name), "value": .string(pair.value)]
    }

    private static func object(_ cookie: Cookie) -> JSONValue {
        var object = JSONObject()
        object["name"] = .string(cookie.name)
        object["value"] = .string(cookie.value)
        if case .string(let path) = cookie.attribute("Path") { object["path"] = .string(path) }
        if case .string(let domain) = cookie.attribute("Domain") {
            object["domain"] = .string(domain)
        }
        object["httpOnly"] = .bool(cookie.attribute("HttpOnly") != nil)
        object["secure"] = .bool(cookie.attribute("Secure") != nil)
        return .object(object)
    }
}

extension ExchangeRecord {
    fileprivate var phases: PhaseTimes {
        switch result {
        case .success(let response): response.phases
        case .failure(let failure): failure.phases
        }
    }
}
