import Contract
import HTTP
import JSON

// MARK: - The request

extension CurlInvocation {
    /// The request to one of its URLs.
    ///
    /// - Parameters:
    ///   - text: The URL as written.
    ///   - files: Finds the files that it sends.
    /// - Returns: The request.
    /// - Throws: When that is not an HTTP URL.
    mutating func request(
        to text: String,
        sending files: ForeignFiles
    ) throws(InterchangeError) -> ObservedRequest {
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
        var url = isPathAsIs ? written : written.withoutDotSegments
        if let name = upload?.split(separator: "/").last, url.path.hasSuffix("/") {
            url = url.with(path: url.path + name, query: url.query)
        }
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
        request.usesDigest = usesDigest
        addBody(to: &request, files)
        return request
    }

    /// A body in a file.
    private mutating func body(_ path: String, _ files: ForeignFiles) -> ObservedRequest.Body {
        guard data.isEmpty, bodyFileCount < 2, let known = files.path(of: path, in: file) else {
            leaveOut(
                data.isEmpty && bodyFileCount < 2
                    ? ForeignFiles.loss("the body", path)
                    : "the body of several parts, one of which is in the file \(path)"
            )
            return .elsewhere("in the file \(path)")
        }
        if removesLineEnds {
            remarks.append("-d removes the line breaks of a file; a contract keeps them.")
        }
        return .file(known)
    }

    /// Finds the file of a part.
    private mutating func find(_ part: inout ObservedRequest.Part, _ files: ForeignFiles) {
        guard let path = part.fileName else { return }
        guard !part.value.hasPrefix("<") else {
            return leaveOut("the part \(part.name), the text in the file \(path)")
        }
        var found = files.part(part.name, file: path, in: file)
        guard found.isKept else {
            return leaveOut(ForeignFiles.loss("the part \(part.name)", path))
        }
        (found.type, found.shownName) = (part.type ?? found.type, part.shownName)
        part = found
    }

    private var impliedMethod: String {
        if let method { return method }
        if isHead { return "HEAD" }
        if upload != nil { return "PUT" }
        return (hasData && !isGet) || !parts.isEmpty ? "POST" : "GET"
    }

    private mutating func addBody(to request: inout ObservedRequest, _ files: ForeignFiles) {
        if let upload {
            request.body = body(upload, files)
        } else if !parts.isEmpty {
            request.headers.removeAll { $0.name.lowercased() == "content-type" }
            var sent = parts
            for index in sent.indices { find(&sent[index], files) }
            request.body = .parts(sent)
        } else if let bodyFile, !isGet {
            request.body = body(bodyFile, files)
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
