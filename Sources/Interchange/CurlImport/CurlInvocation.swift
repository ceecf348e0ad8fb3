import Base
import Contract
import HTTP
import JSON

/// One `curl` command line, parsed as by curl.
struct CurlInvocation {
    /// Of the word `curl`, counted from one.
    let line: Int
    private(set) var urls: [String] = []
    private var fields: [Field] = []
    /// curl's own fields that `-H 'Name:'` removes, in lower case.
    private var removedFields: Set<String> = []
    /// `user:password`.
    private(set) var user: String?
    private(set) var isHead = false
    /// Notes for the author: options without an equivalent in a contract.
    var remarks: [String] = []
    /// Remarks on parts of the command that the request does not have.
    private(set) var losses: [String] = []

    private(set) var method: String?
    private(set) var data: [String] = []
    private(set) var hasData = false
    private(set) var isGet = false
    private(set) var urlQuery: [String] = []
    private(set) var parts: [ObservedRequest.Part] = []
    private(set) var upload: String?
    private(set) var bodyFile: String?
    private(set) var defaultType: String?
    /// The number of files with data.
    private(set) var bodyFileCount = 0
    /// Whether line breaks of the file are not sent.
    private(set) var removesLineEnds = false
    private(set) var usesDigest = false
    private var isGlobOff = false
    private(set) var isPathAsIs = false
    private var followsRedirects = false
    private var mostRedirects: Int?
    /// Whether `--next` ended it.
    private var isEnded = false
    let file: String

    /// A header field, and whether an option other than `-H` adds it.
    private struct Field {
        let name: String
        let value: String
        var isImplied = false
    }

    /// As in a contract; `nil` where redirects are not followed.
    var redirects: JSONValue? {
        guard followsRedirects, mostRedirects != 0 else { return nil }
        // With a negative number curl follows all of them.
        return mostRedirects.map { $0 < 0 ? "follow" : .integer($0) } ?? "follow"
    }

    /// Reads a command: several requests when it has `--next`.
    ///
    /// - Parameters:
    ///   - words: The command, `curl` included.
    ///   - file: For messages.
    /// - Returns: At least one.
    /// - Throws: For an option without its value, and for a command without a URL.
    static func all(
        in words: [ShellWord],
        file: String
    ) throws(InterchangeError) -> [CurlInvocation] {
        var rest = words.dropFirst()
        var invocations = [
            try CurlInvocation(&rest, line: words.first?.line ?? 1, file: file)
        ]
        while let next = rest.first {
            invocations.append(try CurlInvocation(&rest, line: next.line, file: file))
        }
        return invocations
    }

    /// Reads up to `--next`.
    private init(
        _ rest: inout ArraySlice<ShellWord>,
        line: Int,
        file: String
    ) throws(InterchangeError) {
        self.file = file
        self.line = line
        while !isEnded, let word = rest.popFirst() {
            if Self.redirects(word.text) {
                if word.text.last == ">" || word.text.last == "<" { _ = rest.popFirst() }
            } else if word.text.hasPrefix("--"), word.text != "--" {
                try take(String(word.text.dropFirst(2)), word, &rest)
            } else if word.text.hasPrefix("-"), word.text.utf8.count > 1, word.text != "--" {
                try takeLetters(word, &rest)
            } else if word.text != "--" {
                urls.append(word.text)
            }
        }
        guard urls.isEmpty else {
            finish()
            return
        }
        throw InterchangeError(
            file: file,
            place: .line(line),
            expected: "a URL in the curl command",
            found: "none"
        )
    }

    /// Completes options whose effect depends on others.
    private mutating func finish() {
        if !isGlobOff {
            let patterns = urls
            urls = []
            for pattern in patterns { urls += expanded(pattern) }
        }
        if usesDigest, user == nil { lose("FILL IN security: --digest cannot be taken over.") }
        if isGet, let bodyFile { lose("FILL IN the query fields in the file \(bodyFile).") }
    }

    /// The URLs that a pattern stands for.
    private mutating func expanded(_ url: String) -> [String] {
        let pattern = CurlPattern(url)
        let urls = pattern.urls(limit: Self.mostURLs)
        if pattern.count > urls.count {
            lose(
                "The pattern \(url) stands for \(pattern.count) URLs; the first \(urls.count) are here."
            )
        }
        return urls
    }

    /// The maximum number of requests of one pattern.
    private static let mostURLs = 20

    /// Adds a remark on a part of the command that the request does not have.
    private mutating func lose(_ remark: String) { note(remark, remark) }

    /// Adds a remark on a file or a text that is not sent.
    mutating func leaveOut(_ what: String) { note(what, "Not carried over: \(what).") }

    private mutating func note(_ loss: String, _ remark: String) {
        if !remarks.contains(remark) { remarks.append(remark) }
        if !losses.contains(loss) { losses.append(loss) }
    }

    /// Whether a word redirects output or input.
    private static func redirects(_ word: String) -> Bool {
        let rest = word.drop { $0.isNumber }
        return rest.hasPrefix(">") || rest.hasPrefix("<")
    }

    private mutating func takeLetters(
        _ word: ShellWord,
        _ rest: inout ArraySlice<ShellWord>
    ) throws(InterchangeError) {
        var letters = word.text.dropFirst()
        while let letter = letters.popFirst() {
            guard let name = CurlOption.name(of: letter) else {
                remarks.append("-\(letter) is not known and was left out.")
                continue
            }
            guard CurlOption.takesValue(name) == true else {
                apply(name, nil, spelled: "-\(letter)")
                continue
            }
            if letters.isEmpty {
                try take(name, word, &rest, spelled: "-\(letter)")
            } else {
                apply(name, String(letters), spelled: "-\(letter)")
            }
            return
        }
    }

    private mutating func take(
        _ name: String,
        _ word: ShellWord,
        _ rest: inout ArraySlice<ShellWord>,
        spelled: String? = nil
    ) throws(InterchangeError) {
        let spelling = spelled ?? word.text
        guard CurlOption.takesValue(name) == true else {
            apply(name, nil, spelled: spelling)
            return
        }
        guard let value = rest.popFirst() else {
            throw InterchangeError(
                file: file,
                place: .line(word.line),
                expected: "a value behind \(spelling)",
                found: "the end of the command"
            )
        }
        apply(name, value.text, spelled: spelling)
    }
}

// MARK: - Options

extension CurlInvocation {
    private mutating func apply(_ name: String, _ value: String?, spelled: String) {
        let text = value ?? ""
        switch name {
        case "request": method = text
        case "url": urls.append(text)
        case "header": addHeader(text)
        case "user": user = text
        case "oauth2-bearer": imply("Authorization", "Bearer \(text)")
        case "user-agent": imply("User-Agent", text)
        case "referer": imply("Referer", text)
        case "range": imply("Range", "bytes=\(text)")
        case "cookie": addCookie(text)
        case "head": isHead = true
        case "get": isGet = true
        case "path-as-is": isPathAsIs = true
        case "next": isEnded = true
        case "globoff": isGlobOff = true
        case "digest": usesDigest = true
        case "basic": usesDigest = false
        case "url-query":
            urlQuery.append(text.hasPrefix("+") ? String(text.dropFirst()) : field(text))
        case "data", "data-ascii", "data-binary", "data-raw", "data-urlencode", "json":
            addData(text, name)
        case "form", "form-string": addPart(text, isLiteral: name == "form-string")
        case "upload-file": upload = text
        case "location", "location-trusted": followsRedirects = true
        case "max-redirs": mostRedirects = Int(text)
        default: remark(name, spelled)
        }
    }

    private mutating func addHeader(_ text: String) {
        if text.hasPrefix("@") {
            return lose("FILL IN the header fields of the file \(text.dropFirst()).")
        }
        if let colon = text.firstIndex(of: ":") {
            let value = text[text.index(after: colon)...].trimmed
            let name = text[..<colon].trimmed
            // "Name:" removes curl's own field, whatever option adds it.
            if value.isEmpty {
                removedFields.insert(name.lowercased())
            } else {
                fields.append(Field(name: name, value: value))
            }
        } else if text.hasSuffix(";") {
            fields.append(Field(name: String(text.dropLast()), value: ""))
        } else {
            // Its text is not shown: it may be a secret.
            remarks.append("A header without a colon was left out, as curl does.")
        }
    }

    private mutating func addCookie(_ text: String) {
        if text.contains("=") {
            imply("Cookie", text)
        } else {
            lose("Cookies of a file were left out.")
        }
    }

    private mutating func addData(_ text: String, _ option: String) {
        hasData = true
        defaultType = option == "json" ? "application/json" : defaultType ?? MediaType.form
        if option == "json" {
            imply("Accept", "application/json")
        }
        if option == "data-urlencode" {
            data.append(field(text))
        } else if text.hasPrefix("@"), option != "data-raw" {
            bodyFile = String(text.dropFirst())
            bodyFileCount += 1
            removesLineEnds = option == "data" || option == "data-ascii"
        } else {
            data.append(text)
        }
    }

    private mutating func addPart(_ text: String, isLiteral: Bool) {
        let halves = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = halves.first.map(String.init) ?? ""
        let value = halves.count > 1 ? String(halves[1]) : ""
        guard !isLiteral else {
            parts.append(ObservedRequest.Part(name: name, value: value, fileName: nil))
            return
        }
        let pieces = Self.formPieces(value)
        let isFile = pieces[0].hasPrefix("@") || pieces[0].hasPrefix("<")
        var part = ObservedRequest.Part(
            name: name,
            value: pieces[0],
            fileName: isFile ? String(pieces[0].dropFirst()) : nil
        )
        for piece in pieces.dropFirst().map(\.trimmed) {
            if piece.lowercased().hasPrefix("type=") {
                part.type = String(piece.dropFirst(5))
            } else if piece.lowercased().hasPrefix("filename=") {
                part.shownName = String(piece.dropFirst(9))
            } else if let type = part.type {
                // A parameter of the type, such as `charset=utf-8`.
                part.type = "\(type);\(piece)"
            } else {
                lose("Of the part \(name) only content, type and filename are taken over.")
            }
        }
        parts.append(part)
    }

    /// The content of a part and its attributes, without the quotes around either.
    private static func formPieces(_ text: String) -> [String] {
        var pieces = [""]
        var isQuoted = false
        var isEscaped = false
        for character in text {
            let piece = pieces[pieces.count - 1]
            if isQuoted, character == "\\", !isEscaped {
                isEscaped = true
                continue
            }
            if character == "\"", !isEscaped, isQuoted || opensQuotes(piece) {
                isQuoted.toggle()
            } else if character == ";", !isQuoted {
                pieces.append("")
            } else {
                pieces[pieces.count - 1].append(character)
            }
            isEscaped = false
        }
        return pieces
    }

    /// Whether a quote after a text begins a quoted one; elsewhere, as in JSON, it is literal.
    private static func opensQuotes(_ text: String) -> Bool {
        ["", "@", "<", "type=", "filename="].contains(text.trimmed.lowercased())
    }

    /// `content`, `=content`, `name=content`, `@file` or `name@file`, encoded as `--data-urlencode` does.
    private mutating func field(_ text: String) -> String {
        guard !text.contains("="), let mark = text.firstIndex(of: "@") else {
            return Self.encodedField(text)
        }
        let name = text[..<mark]
        let path = text[text.index(after: mark)...]
        lose(
            "FILL IN the field \(name.isEmpty ? "without a name" : name), the encoded content of the file \(path)."
        )
        return Self.encodedField("\(name)=the content of \(path)")
    }

    private static func encodedField(_ text: String) -> String {
        let halves = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard halves.count == 2 else { return encoded(text) }
        let content = encoded(String(halves[1]))
        return halves[0].isEmpty ? content : "\(halves[0])=\(content)"
    }

    private static func encoded(_ text: String) -> String {
        // Templates are evaluated later and must stay recognizable.
        LiteralText.isTemplate(text) ? text : PercentEncoding.encoded(text)
    }

    private mutating func imply(_ name: String, _ value: String) {
        guard name == "Cookie" || !fields.contains(where: { $0.name == name && $0.isImplied })
        else {
            return
        }
        fields.append(Field(name: name, value: value, isImplied: true))
    }

    /// The header fields: those that options add only if no `-H` replaces or removes them.
    var headers: [(name: String, value: String)] {
        let own = Set(fields.filter { !$0.isImplied }.map { $0.name.lowercased() })
        return fields.filter { field in
            let name = field.name.lowercased()
            return !field.isImplied || !own.contains(name) && !removes(name)
        }.map { ($0.name, $0.value) }
    }

    /// Whether `-H 'Name:'` removes curl's own field.
    func removes(_ name: String) -> Bool { removedFields.contains(name.lowercased()) }

    private mutating func remark(_ name: String, _ spelled: String) {
        switch name {
        case "insecure", "cacert", "cert", "key", "pass", "proxy", "unix-socket", "resolve",
            "connect-to", "connect-timeout", "max-time", "http1.1", "http2",
            "http2-prior-knowledge":
            lose("\(spelled): give --\(name) to `assay verify` instead.")
        case "compressed":
            remarks.append("\(spelled) was left out: compressed bodies are decoded in any case.")
        case "ntlm", "negotiate", "anyauth", "aws-sigv4":
            lose("FILL IN security: \(spelled) cannot be taken over.")
        case "http1.0":
            lose("\(spelled) was left out: requests are sent with HTTP/1.1 or later.")
        default:
            let isKnown = CurlOption.takesValue(name) != nil
            guard !isKnown || !Self.outputOnly.contains(name) else { return }
            let reason = isKnown ? "cannot be expressed in a contract" : "is not known"
            lose("\(spelled) \(reason) and was left out.")
        }
    }

    /// Options that change only curl's output, not the request.
    private static let outputOnly: Set<String> = [
        "silent", "show-error", "verbose", "include", "output", "remote-name", "write-out", "fail",
        "fail-with-body", "no-buffer", "progress-bar", "no-progress-meter",
        "dump-header", "stderr", "trace", "trace-ascii", "styled-output",
        "remote-header-name", "create-dirs", "output-dir", "show-headers", "trace-time",
    ]
}
