import Contract
import HTTP
import JSON

/// A request laid open for conditions and edits.
struct RequestDocument {
    private let original: ServerRequest
    private let wire: any MessageWire
    private let value: JSONObject

    /// - Parameters:
    ///   - request: The client's request.
    ///   - leading: Number of segments of the path that belong to `base`.
    ///   - wire: The service's encodings on top of HTTP and JSON.
    init(_ request: ServerRequest, leading: Int, _ wire: any MessageWire) {
        original = request
        self.wire = wire
        let parts = request.path.split(separator: "/", omittingEmptySubsequences: false)
            .dropFirst()
        var value = JSONObject()
        value["method"] = .string(request.method)
        value["base"] = .array(parts.prefix(leading).map { .string(String($0)) })
        value["path"] = .string(parts.dropFirst(leading).joined(separator: "/"))
        value["query"] = .fields(FormDecoding.fields(in: Array((request.query ?? "").utf8)))
        value["headers"] = .headers(request.headers)
        value["json"] = .body(request.body)
        if request.isForm || wire.sendsForms {
            value["form"] = .fields(FormDecoding.fields(in: request.body))
        }
        value["size"] = .integer(request.body.count)
        value["server"] = .object(wire.known)
        wire.open(&value)
        self.value = value
    }

    /// The document, for conditions.
    var json: JSONValue { .object(value) }

    /// The request after edits, with valid signatures if the original has them.
    ///
    /// - Parameters:
    ///   - edits: Changes to apply.
    ///   - forges: Whether signatures are valid even if the original's are not.
    /// - Returns: `nil` when nothing changed, or the original must be used.
    func request(after edits: [MessageEdit], forges: Bool) -> ServerRequest? {
        request(forges: forges) { document in
            document = edits.applied(to: .object(document)).objectValue ?? document
        }
    }

    /// The request after a change of its document.
    func request(
        forges: Bool = false,
        _ change: (inout JSONObject) -> Void
    ) -> ServerRequest? {
        var changed = value
        change(&changed)
        wire.close(&changed, unlike: value)
        var request = original
        request.method = changed["method"]?.stringValue ?? request.method
        if changed["base"] != value["base"] || changed["path"] != value["path"] {
            let base = (changed["base"]?.arrayValue ?? []).compactMap(\.stringValue)
            let path = changed["path"]?.stringValue ?? ""
            request.path = "/" + (base + [path]).joined(separator: "/")
        }
        for (name, new) in changed.members(of: "query", unlike: value) {
            request.setParameter(name, to: new?.stringValue ?? new?.text)
        }
        request.headers.take(changed, unlike: value)
        if changed["json"] != value["json"] { request.body = changed["json"]?.textBytes ?? [] }
        if changed["form"] != value["form"] {
            let fields = changed["form"]?.objectValue?.members ?? []
            request.body = Array(
                QueryEncoding.form.encoded(
                    fields.map { ($0.name, $0.value.stringValue ?? $0.value.text) }
                ).utf8
            )
        }
        guard forges || request != original else { return nil }
        return wire.sealed(request, for: original, forges: forges)
    }

    /// The response after edits, with a valid signature.
    func response(_ response: ServerResponse, after edits: [MessageEdit]) -> ServerResponse {
        guard var value = response.document.objectValue else { return response }
        value["server"] = self.value["server"]
        guard let changed = edits.applied(to: .object(value)).objectValue else { return response }
        var edited = response
        edited.status = changed["status"]?.intValue ?? response.status
        edited.headers.take(changed, unlike: value)
        guard changed["json"] != value["json"] else { return edited }
        edited.body = changed["json"]?.textBytes ?? []
        // A header field that an edit wrote stays as it is.
        return edited.headers == response.headers ? wire.sealed(edited, to: original) : edited
    }

    /// The response to a changed request, with a valid signature for the original one.
    func sealed(_ response: ServerResponse) -> ServerResponse {
        wire.sealed(response, to: original)
    }
}

extension ServerResponse {
    /// The response laid open for conditions and edits.
    var document: JSONValue {
        var value = JSONObject()
        value["status"] = .integer(status)
        value["headers"] = .headers(headers)
        value["json"] = .body(body)
        value["size"] = .integer(body.count)
        return .object(value)
    }

    /// A response from its document.
    init(reply: JSONValue) {
        self.init(status: reply["status"]?.intValue ?? 200, body: reply["json"]?.textBytes ?? [])
        headers.take(reply.objectValue ?? JSONObject(), unlike: JSONObject())
    }
}

extension ServerRequest {
    fileprivate var isForm: Bool {
        let type = headers["Content-Type"]?.lowercased() ?? ""
        return type.hasPrefix("application/x-www-form-urlencoded")
    }

    /// Sets a query parameter; `nil` removes it.
    fileprivate mutating func setParameter(_ name: String, to value: String?) {
        let encoded = value.map { "\(name)=\(PercentEncoding.encoded($0))" }
        var isPlaced = false
        var items = (query ?? "").split(separator: "&").compactMap { item -> String? in
            guard item.prefix(while: { $0 != "=" }) == name else { return String(item) }
            isPlaced = true
            return encoded
        }
        if !isPlaced, let encoded { items.append(encoded) }
        query = items.isEmpty ? nil : items.joined(separator: "&")
    }
}

extension HTTPFields {
    /// Adopts the fields of a document that differ from another one.
    fileprivate mutating func take(_ document: JSONObject, unlike original: JSONObject) {
        for (name, new) in document.members(of: "headers", unlike: original) {
            remove(name)
            for value in new?.arrayValue ?? new.map({ [$0] }) ?? [] {
                append(name, value.stringValue ?? value.text)
            }
        }
    }
}

extension JSONObject {
    /// The members of an object in it that are new, changed or removed (`nil`) compared with another document.
    fileprivate func members(
        of name: String,
        unlike original: JSONObject
    ) -> [(name: String, value: JSONValue?)] {
        guard self[name] != original[name] else { return [] }
        let new = self[name]?.objectValue ?? JSONObject()
        let old = original[name]?.objectValue ?? JSONObject()
        let gone = old.names.filter { !new.contains($0) }.map { ($0, JSONValue?.none) }
        let changed = new.members.filter { $0.value != old[$0.name] }.map { ($0.name, $0.value) }
        return gone + changed
    }
}

extension JSONValue {
    /// The JSON of a body; `nil` for a body that is not JSON.
    fileprivate static func body(_ bytes: [UInt8]) -> JSONValue? {
        bytes.isEmpty ? nil : try? JSONValue(parsing: bytes, duplicates: .refused)
    }

    /// Fields by name; the first among several of the same name.
    fileprivate static func fields(_ fields: [(name: String, value: String)]) -> JSONValue {
        var object = JSONObject()
        for field in fields where !object.contains(field.name) {
            object[field.name] = .string(field.value)
        }
        return .object(object)
    }

    /// Header fields by names in lower case; repeated ones become lists.
    fileprivate static func headers(_ headers: HTTPFields) -> JSONValue {
        var object = JSONObject()
        for name in Set(headers.fields.map { $0.name.lowercased() }).sorted() {
            let values = headers[all: name].map { JSONValue.string($0) }
            object[name] = values.count == 1 ? values[0] : .array(values)
        }
        return .object(object)
    }
}
