import Base

/// A `curl` command line that sends the same bytes from a POSIX shell.
///
/// It disables curl's own changes: dot segments and brackets stay, and default header fields are suppressed. A body
/// that is not plain text comes from `printf`. Secrets are removed before quoting, which could hide them.
package struct CurlCommand: Hashable, Sendable, CustomStringConvertible {
    /// The complete command, over several lines that end in a backslash.
    package let description: String

    /// Writes the command.
    ///
    /// - Parameters:
    ///   - request: What to send.
    ///   - options: Further arguments of curl, one word each: `["--cacert", "ca.pem"]`.
    ///   - redactor: Removes secrets from the URL, the header fields, the body and the options; the command then
    ///     reproduces the request only after they are filled in again.
    ///   - isQuiet: Whether curl hides its progress, but shows errors.
    package init(
        _ request: HTTPRequest,
        options: [String] = [],
        redactor: Redactor = Redactor(),
        isQuiet: Bool = false
    ) {
        let redacted = request.redacted(by: redactor)
        var request = redacted.named ?? redacted
        // A format of `printf` cannot contain variables.
        if request.body.map(Self.isFormat) == true { request.body = redacted.body }
        let body = request.body.map(ShellBody.init)
        var lines = [Self.opening(of: request, isQuiet: isQuiet)]
        if !options.isEmpty {
            lines.append(
                options.map { ShellQuoting.word(redactor.redact($0)) }.joined(separator: " ")
            )
        }
        lines += request.headers.fields.map { Self.option(for: $0) }
        let suppressed = Self.suppressedFields(of: request)
        if !suppressed.isEmpty {
            lines.append(suppressed.map { "-H '\($0):'" }.joined(separator: " "))
        }
        if let body { lines.append(body.argument) }
        lines.append(Self.address(of: request))
        let curl = lines.joined(separator: " \\\n  ")
        description = ShellQuoting.withVariables(
            body?.producer.map { "\($0) |\n\(curl)" } ?? curl
        )
    }
}

extension CurlCommand {
    /// Whether a body reaches curl as the format of a `printf`.
    private static func isFormat(_ body: [UInt8]) -> Bool { ShellBody.plainText(body) == nil }

    private static func opening(of request: HTTPRequest, isQuiet: Bool) -> String {
        let isPlainHead = request.method == "HEAD" && request.body == nil
        let opening = "curl \(isQuiet ? "-sS " : "")\(isPlainHead ? "-I" : "-i") -g --path-as-is"
        let implied = isPlainHead ? "HEAD" : request.body == nil ? "GET" : "POST"
        return request.method == implied
            ? opening : "\(opening) -X \(ShellQuoting.word(request.method))"
    }

    private static func option(for field: HTTPFields.Field) -> String {
        // curl takes "Name:" as an order to leave the field out, and "Name;" as an empty field.
        let isEmpty = field.value.utf8.allSatisfy { $0 == 0x20 || $0 == 0x09 }
        return "-H "
            + ShellQuoting.quoted(isEmpty ? "\(field.name);" : "\(field.name): \(field.value)")
    }

    /// Fields that curl 7.88 would add by default.
    private static func suppressedFields(of request: HTTPRequest) -> [String] {
        let added =
            ["User-Agent", "Accept"] + (request.body == nil ? [] : ["Content-Type", "Expect"])
        return added.filter { request.headers[$0] == nil }
    }

    private static func address(of request: HTTPRequest) -> String {
        guard request.path.utf8.first == UInt8(ascii: "/"),
            request.target.utf8.allSatisfy(isPlain)
        else {
            return
                "--request-target \(ShellQuoting.quoted(request.target)) \(ShellQuoting.quoted(request.origin))"
        }
        return ShellQuoting.quoted(request.url)
    }

    /// Whether curl passes a byte of a URL on as it is (RFC 3986 §2.2, without `#`).
    private static func isPlain(_ byte: UInt8) -> Bool {
        byte.isASCIILetter || byte.isASCIIDigit || "-._~:/?[]@!$&'()*+,;=%".utf8.contains(byte)
    }
}

extension HTTPRequest {
    /// The request without secrets, for display only.
    package func redacted(by redactor: Redactor) -> HTTPRequest {
        guard !redactor.isEmpty else { return self }
        var request = rewritten { redactor.redact($0) }
        let marked = rewritten { redactor.naming($0) }
        if marked != self { request.named = marked.rewritten { redactor.redact($0) } }
        return request
    }

    private func rewritten(_ bytes: @escaping ([UInt8]) -> [UInt8]) -> HTTPRequest {
        let text = { (text: String) in String(decoding: bytes(Array(text.utf8)), as: UTF8.self) }
        var request = self
        request.origin = text(origin)
        request.path = text(path)
        request.query = query.map(text)
        request.body = body.map(bytes)
        request.headers = HTTPFields(
            headers.fields.map { HTTPFields.Field(name: $0.name, value: text($0.value)) }
        )
        return request
    }
}

/// A body as an argument of curl, or from a pipe.
private struct ShellBody {
    /// The option that takes the body.
    let argument: String
    /// A command that writes the body to curl's standard input; `nil` when it is in the argument.
    let producer: String?

    /// Longer arguments are piped: Linux allows 128 KiB for one word.
    private static let longestArgument = 32_768

    init(_ bytes: [UInt8]) {
        guard let text = Self.plainText(bytes) else {
            argument = "--data-binary @-"
            producer = "printf '\(ShellQuoting.printfFormat(bytes))'"
            return
        }
        if bytes.count > Self.longestArgument {
            argument = "--data-binary @-"
            producer = "printf '%s' \(ShellQuoting.quoted(text))"
        } else {
            // A leading "@" would be read as a file name.
            let option = bytes.first == UInt8(ascii: "@") ? "--data-raw" : "--data-binary"
            argument = "\(option) \(ShellQuoting.quoted(text))"
            producer = nil
        }
    }

    /// The text, when it survives being pasted into a terminal.
    fileprivate static func plainText(_ bytes: [UInt8]) -> String? {
        guard bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x0A }) else { return nil }
        return String(validating: bytes, as: UTF8.self)
    }
}
