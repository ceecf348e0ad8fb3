import Contract
import Cryptography
import HTTP
import JSON

/// One exchange of a HAR file.
///
/// Source: HTTP Archive 1.2, "entries"; `_resourceType` is added by browsers.
struct HARRecord {
    /// Why an entry is not part of an API.
    enum Irrelevance: String, CaseIterable {
        case page = "of pages, scripts, images and the like"
        case preflight = "for permission only (CORS)"
        case unchanged = "from a cache (304)"
        case other = "not over HTTP"
    }

    let pointer: JSONPointer
    let request: ObservedRequest
    /// Zero without a response.
    let status: Int
    /// The values of the cookies in both directions.
    let cookieValues: [String]
    /// The server's reason phrase; `nil` without one.
    let statusText: String?
    /// The media type of the response, without parameters; `nil` without a body.
    let mediaType: String?
    /// The body of the response, if it is JSON.
    let json: JSONValue?
    let irrelevance: Irrelevance?

    /// Reads an entry.
    ///
    /// - Throws: When the entry has no method or no URL.
    init(_ entry: LocatedValue, file: String) throws(InterchangeError) {
        pointer = entry.pointer
        let method = try Self.text("method", of: entry, file)
        let url = try Self.text("url", of: entry, file).replacing("{{", with: "%7B%7B")
        status = entry.value["response"]?["status"]?.intValue ?? 0
        cookieValues = Self.cookieValues(of: entry)
        statusText = entry["response"]?.text("statusText")
        let content = entry["response"]?["content"]
        let isEmpty = (content?.text("text") ?? "").isEmpty
        let type = LiteralText.literal(MediaType.name(content?.text("mimeType") ?? ""))
        mediaType = isEmpty || type.isEmpty || type == "x-unknown" ? nil : type
        json = MediaType.isJSON(type) ? content.flatMap(Self.json) : nil
        let place = url.lowercased().hasPrefix("http") ? ObservedURL(url) : nil
        // A placeholder: the entry is left out.
        let nowhere = ObservedURL("http://localhost/")
        guard let known = place ?? nowhere else {
            preconditionFailure("http://localhost/ is a URL")
        }
        var request = ObservedRequest(method: method, url: known)
        request.headers = Self.headers(of: entry)
        request.body = Self.body(of: entry)
        if let type = entry["request"]?["postData"]?.text("mimeType"),
            request.body != nil, request.header("Content-Type") == nil
        {
            request.headers.append(("Content-Type", type))
        }
        request.escapeTemplates()
        self.request = request
        let isHTTP = place != nil && HTTPToken.isToken(method)
        irrelevance = Self.irrelevance(entry, type, status, isHTTP: isHTTP, request)
    }

    private static func text(
        _ name: String,
        of entry: LocatedValue,
        _ file: String
    ) throws(InterchangeError) -> String {
        if let text = entry["request"]?.text(name) { return text }
        throw InterchangeError(
            file: file,
            place: .pointer(JSONPointer(tokens: entry.pointer.tokens + ["request", name])),
            expected: "a text",
            found: entry.value["request"]?[name]?.text(maximumLength: 40) ?? "nothing"
        )
    }

    private static func json(_ content: LocatedValue) -> JSONValue? {
        guard let text = content.text("text") else { return nil }
        let isEncoded = content.text("encoding")?.lowercased() == "base64"
        guard let bytes = isEncoded ? Base64.decode(recorded: text) : Array(text.utf8) else {
            return nil
        }
        do {
            return try JSONValue(parsing: bytes, duplicates: .lastWins)
        } catch {
            // Truncated by the recorder, or not JSON despite its type: it has no usable schema.
            return nil
        }
    }

    private static func irrelevance(
        _ entry: LocatedValue,
        _ type: String,
        _ status: Int,
        isHTTP: Bool,
        _ request: ObservedRequest
    ) -> Irrelevance? {
        if !isHTTP { return .other }
        if request.method == "OPTIONS", request.header("Access-Control-Request-Method") != nil {
            return .preflight
        }
        if status == 304 { return .unchanged }
        let kind = entry.text("_resourceType")
        if kind == "xhr" || kind == "fetch" { return nil }
        if kind == "websocket" { return .other }
        if kind == nil, !(100...599).contains(status), isFile(request.url.path) { return .page }
        let isPage =
            ["image/", "font/", "audio/", "video/", "text/css", "text/html", "application/wasm"]
            .contains { type.hasPrefix($0) } || type.contains("javascript")
        return isPage || kind != nil && kind != "other" ? .page : nil
    }

    /// Whether a path names a file of a page, by the end of its name.
    private static func isFile(_ path: String) -> Bool {
        let name = path.lowercased().split(separator: "/").last ?? ""
        return [
            ".js", ".mjs", ".css", ".map", ".html", ".htm", ".png", ".jpg", ".jpeg", ".gif",
            ".webp",
            ".svg", ".ico", ".woff", ".woff2", ".ttf", ".mp3", ".mp4", ".webm", ".wasm",
        ].contains { name.hasSuffix($0) }
    }
}

// MARK: - The request

extension HARRecord {
    private static func headers(of entry: LocatedValue) -> [(name: String, value: String)] {
        (entry["request"]?["headers"]?.elements ?? []).compactMap { field in
            guard let name = field.text("name") else { return nil }
            return (name, field.value["value"]?.stringValue ?? "")
        }
    }

    private static func cookieValues(of entry: LocatedValue) -> [String] {
        let parts = ["request", "response"].compactMap { entry[$0] }
        let listed = parts.flatMap { $0["cookies"]?.elements ?? [] }.compactMap { $0.text("value") }
        let fields = parts.flatMap { $0["headers"]?.elements ?? [] }
        func values(_ name: String) -> [String] {
            fields.filter { $0.text("name")?.lowercased() == name }.compactMap { $0.text("value") }
        }
        return listed + CookieText.values(sent: values("cookie"), set: values("set-cookie"))
    }

    private static func body(of entry: LocatedValue) -> ObservedRequest.Body? {
        guard let data = entry["request"]?["postData"] else { return nil }
        let type = MediaType.name(data.text("mimeType") ?? "")
        let params = data["params"]?.elements ?? []
        if type == MediaType.multipart {
            guard !params.isEmpty else {
                return .elsewhere("a multipart form that was recorded raw")
            }
            return .parts(
                params.map { param in
                    ObservedRequest.Part(
                        name: param.text("name") ?? "",
                        value: param.text("value") ?? "",
                        fileName: param.text("fileName"),
                        type: param.text("contentType").flatMap { $0.isEmpty ? nil : $0 }
                    )
                }
            )
        }
        if let text = data.text("text") { return .text(text) }
        guard !params.isEmpty else { return nil }
        // Values in `params` are as they were sent.
        let items = params.map { "\($0.text("name") ?? "")=\($0.text("value") ?? "")" }
        return .text(items.joined(separator: "&"))
    }
}
