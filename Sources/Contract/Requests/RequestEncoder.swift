import Compression
package import HTTP
import JSON

/// The destination and the encodings of requests.
package struct RequestEncoder: Sendable {
    /// Scheme, host and port of the target.
    package let origin: String
    /// The server's own path, before everything else; empty for none.
    package let prefix: String
    /// Prepended to every path without its own `basePath`; empty or beginning with `/`.
    package let basePath: String
    /// Encodings by name, besides the built-in ones.
    package let encodings: [String: QueryEncoding]
    /// The contents of the files that the contract's requests send, by the path in the contract.
    package let attachments: [String: [UInt8]]
    /// Replaces compressed bodies; `nil` compresses them.
    package var standIns: (any ValueStandIns)?

    package init(
        origin: String,
        prefix: String = "",
        basePath: String,
        encodings: [String: QueryEncoding] = [:],
        attachments: [String: [UInt8]] = [:]
    ) {
        self.origin = origin
        self.prefix = prefix
        self.basePath = basePath
        self.encodings = encodings
        self.attachments = attachments
    }
}

extension RequestEncoder {
    /// Encodes a request whose templates have all been replaced by values.
    ///
    /// - Parameter request: The request document.
    /// - Returns: The request as sent over the wire, unsigned.
    /// - Throws: `TemplateError` naming the section that cannot be sent.
    package func encoded(_ request: RequestTemplate) throws(TemplateError) -> HTTPRequest {
        let document = RequestDocument(request)
        let encoding = try encoding(of: document)
        let place = try place(of: document)
        var encoded = HTTPRequest(
            method: document.text("method") ?? "GET",
            origin: place.origin,
            path: place.path,
            query: try query(of: document, place.query, encoding)
        )
        encoded.headers = try headers(of: document)
        let body = try body(of: document, encoding)
        encoded.body = body?.bytes
        if let type = body?.contentType, encoded.headers["Content-Type"] == nil {
            encoded.headers.append("Content-Type", type)
        }
        try compress(&encoded, as: document)
        return encoded
    }

    /// Compresses the body and sets its header field, unless the request has its own.
    private func compress(
        _ request: inout HTTPRequest,
        as document: RequestDocument
    ) throws(TemplateError) {
        guard let name = document.text("compression") else { return }
        guard let coding = ContentCoding(rawValue: name) else {
            let known = ContentCoding.allCases.map(\.rawValue).joined(separator: ", ")
            throw TemplateError(
                "unknown compression \"\(name)\"; known: \(known)",
                at: document.location
            )
        }
        guard let body = request.body else {
            throw TemplateError("\"compression\" has no body to compress", at: document.location)
        }
        request.body = standIns?.compressed(body, as: coding) ?? coding.encoded(body)
        if request.headers["Content-Encoding"] == nil {
            request.headers.append("Content-Encoding", coding.rawValue)
        }
    }

    private func encoding(of document: RequestDocument) throws(TemplateError) -> QueryEncoding {
        guard let name = document.text("encoding") else { return .percent }
        if let encoding = encodings[name] ?? QueryEncoding.builtIn[name] { return encoding }
        let known = Set(encodings.keys).union(QueryEncoding.builtIn.keys)
        throw TemplateError(
            "unknown encoding \"\(name)\"; known: \(known.sorted().joined(separator: ", "))",
            at: document.location
        )
    }

    private func place(
        of document: RequestDocument
    ) throws(TemplateError) -> (origin: String, path: String, query: String?) {
        if let url = document.text("url") {
            guard let parts = URLParts(url) else {
                throw TemplateError("\"\(url)\" is not an http or https URL", at: document.location)
            }
            return (parts.origin, PercentEncoding.path(parts.path), parts.query)
        }
        let path = document.text("path") ?? ""
        do {
            let template = try URITemplate(path)
            let expanded = try template.expand(
                document.value("params")?.objectValue ?? JSONObject()
            )
            let target = (prefix + (document.text("basePath") ?? basePath) + expanded).utf8
            let written = target.prefix { $0 != UInt8(ascii: "?") }
            let whole = PercentEncoding.path(String(Substring(written)))
            let hasQuery = written.endIndex < target.endIndex
            let query = String(Substring(target[written.endIndex...].dropFirst()))
            return (origin, whole.isEmpty ? "/" : whole, hasQuery ? query : nil)
        } catch {
            throw TemplateError("path \"\(path)\": \(error)", at: document.location)
        }
    }

    private func query(
        of document: RequestDocument,
        _ written: String?,
        _ encoding: QueryEncoding
    ) throws(TemplateError) -> String? {
        let section: String?
        switch document.value("query") {
        case nil, .null: section = nil
        case .string(let verbatim): section = verbatim
        case let value?: section = encoding.encoded(try pairs(value, "query", document.location))
        }
        let parts = [written, section].compactMap(\.self).filter { !$0.isEmpty }
        return parts.isEmpty ? nil : parts.joined(separator: "&")
    }

    private func headers(of document: RequestDocument) throws(TemplateError) -> HTTPFields {
        guard let value = document.value("headers"), value != .null else { return HTTPFields() }
        let fields = try pairs(value, "headers", document.location)
        return HTTPFields(fields.map { HTTPFields.Field(name: $0.name, value: $0.value) })
    }

    /// The body, and a media type that only the body determines.
    ///
    /// Null means that no body is sent, except in JSON, where it is the text `null`.
    private func body(
        of document: RequestDocument,
        _ encoding: QueryEncoding
    ) throws(TemplateError) -> (bytes: [UInt8], contentType: String?)? {
        let isThere = { (section: String) in document.value(section) ?? .null != .null }
        let section = RequestTemplate.bodySections.first(where: isThere) ?? "json"
        guard let value = document.value(section) else { return nil }
        switch section {
        case "json":
            return (Array((value.stringValue ?? value.text).utf8), nil)
        case "form":
            if let verbatim = value.stringValue { return (Array(verbatim.utf8), nil) }
            let fields = try pairs(value, section, document.location)
            return (Array(encoding.encoded(fields).utf8), nil)
        case "text":
            return (Array(value.scalarText.utf8), nil)
        case "file":
            return (try attachment(value, document.location), nil)
        default:
            return try multipart(value, document.location)
        }
    }

    /// Names and values of a map; a list repeats its name, null omits it.
    private func pairs(
        _ value: JSONValue,
        _ section: String,
        _ location: SourceLocation
    ) throws(TemplateError) -> [(name: String, value: String)] {
        guard let object = value.objectValue else {
            throw TemplateError(
                "\(section): expected a mapping, got \(value.text(maximumLength: 60))",
                at: location
            )
        }
        var pairs: [(name: String, value: String)] = []
        for member in object.members {
            for element in member.value.arrayValue ?? [member.value] where element != .null {
                pairs.append((member.name, element.scalarText))
            }
        }
        return pairs
    }

    private func attachment(
        _ value: JSONValue,
        _ location: SourceLocation
    ) throws(TemplateError) -> [UInt8] {
        guard let path = value.stringValue, let bytes = attachments[path] else {
            throw TemplateError(
                "file: expected the path of a file named in the contract, got "
                    + value.text(maximumLength: 60),
                at: location
            )
        }
        return bytes
    }

    private func multipart(
        _ value: JSONValue,
        _ location: SourceLocation
    ) throws(TemplateError) -> (bytes: [UInt8], contentType: String?) {
        guard let object = value.objectValue else {
            throw TemplateError(
                "multipart: expected a mapping, got \(value.text(maximumLength: 60))",
                at: location
            )
        }
        var form = MultipartForm()
        for member in object.members {
            for part in member.value.arrayValue ?? [member.value] where part != .null {
                try add(part, named: member.name, to: &form, location)
            }
        }
        let (contentType, bytes) = form.encoded
        return (bytes, contentType)
    }

    private func add(
        _ part: JSONValue,
        named name: String,
        to form: inout MultipartForm,
        _ location: SourceLocation
    ) throws(TemplateError) {
        let fileName = part["filename"]?.stringValue
        let type = part["type"]?.stringValue
        if let file = part["file"] {
            let own = file.stringValue?.split(separator: "/").last.map(String.init)
            let bytes = try attachment(file, location)
            form.add(name, bytes, fileName: fileName ?? own, contentType: type)
        } else {
            let text = (part["text"] ?? part).scalarText
            form.add(name, Array(text.utf8), fileName: fileName, contentType: type)
        }
    }
}

/// The sections of a request without templates.
private struct RequestDocument {
    private let sections: JSONObject
    let location: SourceLocation

    init(_ request: RequestTemplate) {
        sections = request.document.constantValue?.objectValue ?? JSONObject()
        location = request.location
    }

    func value(_ section: String) -> JSONValue? { sections[section] }

    func text(_ section: String) -> String? {
        guard let value = sections[section], value != .null else { return nil }
        return value.scalarText
    }
}
