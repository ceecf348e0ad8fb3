import Contract
import HTTP
import JSON

// MARK: - The request

extension CurlInvocation {
    /// The request to one of its URLs.
    ///
    /// - Parameter text: The URL as written.
    /// - Returns: The request.
    /// - Throws: When that is not an HTTP URL.
    func request(to text: String) throws(InterchangeError) -> ObservedRequest {
        var fields = urlQuery
        if isGet { fields += data }
        let extended =
            fields.isEmpty
            ? text : text + (text.contains("?") ? "&" : "?") + fields.joined(separator: "&")
        guard let written = ObservedURL(extended) else {
            throw InterchangeError(
                file: file,
                place: .line(line),
                expected: "a URL that begins with http:// or https://",
                found: "\"\(text)\""
            )
        }
        let url = isPathAsIs ? written : written.withoutDotSegments
        guard HTTPToken.isToken(impliedMethod) || LiteralText.isTemplate(impliedMethod) else {
            throw InterchangeError(
                file: file,
                place: .line(line),
                expected: "a method such as POST",
                found: "\"\(impliedMethod)\""
            )
        }
        var request = ObservedRequest(method: impliedMethod, url: url, headers: headers)
        request.holdsTemplates = true
        addBody(to: &request)
        return request
    }

    private var impliedMethod: String {
        if let method { return method }
        if isHead { return "HEAD" }
        if upload != nil { return "PUT" }
        return (hasData && !isGet) || !parts.isEmpty ? "POST" : "GET"
    }

    private func addBody(to request: inout ObservedRequest) {
        if let upload {
            request.body = .elsewhere("in the file \(upload)")
        } else if !parts.isEmpty {
            request.headers.removeAll { $0.name.lowercased() == "content-type" }
            request.body = .parts(parts)
        } else if let bodyFile, !isGet {
            request.body = .elsewhere("in the file \(bodyFile)")
        } else if hasData, !isGet {
            let isJSON = defaultType == "application/json"
            request.body = .text(data.joined(separator: isJSON ? "" : "&"))
        } else {
            return
        }
        if hasData, request.header("Content-Type") == nil, let defaultType {
            if removes("Content-Type") {
                request.hidesType = true
            } else {
                request.headers.append(("Content-Type", defaultType))
            }
        }
    }
}
