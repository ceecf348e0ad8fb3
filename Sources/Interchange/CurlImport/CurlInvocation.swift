import Contract
import HTTP
import JSON

/// One `curl` command line, read as curl reads it.
struct CurlInvocation {
    /// Of the word `curl`; counts from one.
    let line: Int
    private(set) var urls: [String] = []
    private(set) var headers: [(name: String, value: String)] = []
    /// `user:password`.
    private(set) var user: String?
    private(set) var isHead = false
    /// What the author should know: options that have no place in a contract.
    private(set) var remarks: [String] = []

    private(set) var method: String?
    private(set) var data: [String] = []
    private(set) var hasData = false
    private(set) var isGet = false
    private(set) var urlQuery: [String] = []
    private(set) var parts: [ObservedRequest.Part] = []
    private(set) var upload: String?
    private(set) var bodyFile: String?
    private(set) var defaultType: String?
    let file: String

    /// Reads the words behind `curl`.
    ///
    /// - Parameters:
    ///   - words: The command, `curl` included.
    ///   - file: For messages.
    /// - Throws: For an option without its value, and for a command without a URL.
    init(_ words: [ShellWord], file: String) throws(InterchangeError) {
        self.file = file
        line = words.first?.line ?? 1
        var rest = words.dropFirst()
        while let word = rest.popFirst() {
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
        guard urls.isEmpty else { return }
        throw InterchangeError(
            file: file,
            place: .line(line),
            expected: "a URL in the curl command",
            found: "none"
        )
    }

    /// Whether a word sends output elsewhere, or takes input from there.
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
        case "oauth2-bearer": headers.append(("Authorization", "Bearer \(text)"))
        case "user-agent": headers.append(("User-Agent", text))
        case "referer": headers.append(("Referer", text))
        case "range": headers.append(("Range", "bytes=\(text)"))
        case "cookie": addCookie(text)
        case "head": isHead = true
        case "get": isGet = true
        case "url-query": urlQuery.append(Self.encodedField(text))
        case "data", "data-ascii", "data-binary", "data-raw", "data-urlencode", "json":
            addData(text, name)
        case "form", "form-string": addPart(text, isLiteral: name == "form-string")
        case "upload-file": upload = text
        default: remark(name, spelled)
        }
    }

    private mutating func addHeader(_ text: String) {
        if text.hasPrefix("@") {
            remarks.append("FILL IN the header fields of the file \(text.dropFirst()).")
            return
        }
        if let colon = text.firstIndex(of: ":") {
            let value = text[text.index(after: colon)...].trimmed
            // "Name:" takes a field of curl's own away; a contract adds none of them.
            if !value.isEmpty { headers.append((text[..<colon].trimmed, value)) }
        } else if text.hasSuffix(";") {
            headers.append((String(text.dropLast()), ""))
        } else {
            // Its text is not repeated: it may be a secret.
            remarks.append("A header without a colon was left out, as curl does.")
        }
    }

    private mutating func addCookie(_ text: String) {
        if text.contains("=") {
            headers.append(("Cookie", text))
        } else {
            remarks.append("Cookies of a file were left out.")
        }
    }

    private mutating func addData(_ text: String, _ option: String) {
        hasData = true
        defaultType = option == "json" ? "application/json" : defaultType ?? MediaType.form
        if option == "json" {
            if header("Accept") == nil { headers.append(("Accept", "application/json")) }
        }
        if option == "data-urlencode" {
            data.append(Self.encodedField(text))
        } else if text.hasPrefix("@"), option != "data-raw" {
            bodyFile = String(text.dropFirst())
        } else {
            data.append(text)
        }
    }

    private mutating func addPart(_ text: String, isLiteral: Bool) {
        let halves = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = halves.first.map(String.init) ?? ""
        let value = halves.count > 1 ? String(halves[1]) : ""
        let isFile = !isLiteral && (value.hasPrefix("@") || value.hasPrefix("<"))
        let content = isLiteral ? value : String(value.prefix { $0 != ";" })
        parts.append(
            ObservedRequest.Part(
                name: name,
                value: content,
                fileName: isFile ? String(content.dropFirst()) : nil
            )
        )
    }

    /// `content`, `=content`, `name=content`, encoded as `--data-urlencode` does.
    private static func encodedField(_ text: String) -> String {
        let halves = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard halves.count == 2 else { return encoded(text) }
        let content = encoded(String(halves[1]))
        return halves[0].isEmpty ? content : "\(halves[0])=\(content)"
    }

    private static func encoded(_ text: String) -> String {
        // Templates are put in later; they must be found again.
        LiteralText.isTemplate(text) ? text : PercentEncoding.encoded(text)
    }

    private func header(_ name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }

    private mutating func remark(_ name: String, _ spelled: String) {
        switch name {
        case "insecure", "cacert", "cert", "key", "proxy", "unix-socket", "resolve",
            "connect-timeout", "max-time", "http1.1", "http2":
            remarks.append("\(spelled): give --\(name) to `assay verify` instead.")
        case "compressed":
            remarks.append("\(spelled) was left out: answers are judged as they come.")
        case "location", "location-trusted":
            remarks.append("\(spelled): redirects are not followed; make a step of each.")
        case "digest", "ntlm", "negotiate", "anyauth", "aws-sigv4":
            remarks.append("FILL IN security: \(spelled) cannot be taken over.")
        case "next":
            remarks.append("\(spelled): what follows belongs to a command of its own.")
        default:
            let isKnown = CurlOption.takesValue(name) != nil
            guard !isKnown || !Self.outputOnly.contains(name) else { return }
            let reason = isKnown ? "has no place in a contract" : "is not known"
            remarks.append("\(spelled) \(reason) and was left out.")
        }
    }

    /// Options that change what curl prints, and nothing on the wire.
    private static let outputOnly: Set<String> = [
        "silent", "show-error", "verbose", "include", "output", "remote-name", "write-out", "fail",
        "fail-with-body", "no-buffer", "progress-bar", "no-progress-meter", "globoff",
        "path-as-is", "dump-header", "stderr", "trace", "trace-ascii", "styled-output",
        "remote-header-name", "create-dirs", "output-dir", "basic", "show-headers", "trace-time",
    ]
}
