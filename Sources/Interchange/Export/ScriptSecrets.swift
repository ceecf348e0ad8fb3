import Base
import Contract
import HTTP
import JSON

/// Stands for values that only the shell puts in.
struct ScriptSecrets {
    /// A value and where the shell finds it.
    struct Secret {
        let variable: String
        let environment: String
        /// Whether the shell writes the Base64 of the texts around it.
        var basic: (user: String, password: String)?
    }

    /// What stands in a request for a value as that place writes it: letters and digits that no
    /// encoding changes.
    private struct Mark {
        let text: String
        /// Its place in `known`.
        let secret: Int
        let spelling: ShellSpelling
    }

    private var known: [Secret] = []
    private var marks: [Mark] = []
    private var usedSecrets: Set<Int> = []
    private var usedFunctions: Set<String> = []

    /// Those that a command holds, in the order of the contracts.
    var used: [Secret] {
        known.indices.filter { usedSecrets.contains($0) && known[$0].basic == nil }
            .map { known[$0] }
    }

    /// The functions that commands use.
    var functions: [String] {
        ShellSpelling.Layer.functions.filter { usedFunctions.contains($0.name) }.map(\.text)
    }

    /// The mark of a variable, and the value that stands for the variable's until the script is written.
    mutating func mark(of variable: VariableSpecification) -> (mark: String, standIn: JSONValue) {
        let environment = variable.environment ?? DraftName.environment(variable.name)
        switch variable.type {
        case .string:
            let mark = mark(of: variable.name, environment)
            return (mark, .string(mark + ShellSpelling.probe))
        case .number:
            // Its digits stand for themselves everywhere, so that there is nothing to find out.
            let number = Self.firstNumber + marks.count
            known.append(Secret(variable: variable.name, environment: environment))
            marks.append(
                Mark(text: "\(number)", secret: known.count - 1, spelling: ShellSpelling())
            )
            return ("\(number)", .integer(number))
        }
    }

    /// Nothing else has so many digits by chance.
    private static let firstNumber = 618_033_988_749_894_000

    /// The mark of a value that is known by some name.
    mutating func mark(of name: String, _ environment: String) -> String {
        if let index = known.firstIndex(where: { $0.variable == name && $0.basic == nil }) {
            return mark(of: index, ShellSpelling())
        }
        known.append(Secret(variable: name, environment: environment))
        return mark(of: known.count - 1, ShellSpelling())
    }

    private mutating func mark(of secret: Int, _ spelling: ShellSpelling) -> String {
        if let mark = marks.first(where: { $0.secret == secret && $0.spelling == spelling }) {
            return mark.text
        }
        marks.append(
            Mark(text: "assay0variable0\(marks.count)x", secret: secret, spelling: spelling)
        )
        return marks[marks.count - 1].text
    }

    /// The mark of a scheme's access token, which the shell takes from the environment.
    mutating func accessToken(of scheme: SecurityScheme) -> String {
        mark(
            of: "\(scheme.name).\(TokenSource.name)",
            DraftName.environment("\(scheme.name)-access-token")
        )
    }

    /// The scheme with a mark in place of a user's name and password in Base64.
    mutating func hidingPassword(
        of scheme: SecurityScheme,
        using evaluator: inout Evaluator
    ) throws(TemplateError) -> SecurityScheme {
        var headers: [TemplateValue.Member] = []
        for header in scheme.headers {
            guard case .basic(let user, let password)? = SchemeKind(header.value) else {
                headers.append(header)
                continue
            }
            var secret = Secret(variable: scheme.name, environment: "")
            secret.basic = (
                settled(try evaluator.value(of: user).spelling),
                settled(try evaluator.value(of: password).spelling)
            )
            known.append(secret)
            let mark = mark(of: known.count - 1, ShellSpelling())
            let value = TemplateValue.constant(.string("Basic \(mark)"))
            headers.append(TemplateValue.Member(name: header.name, value: value))
        }
        return SecurityScheme(
            name: scheme.name,
            headers: headers,
            query: scheme.query,
            signature: scheme.signature,
            token: scheme.token
        )
    }
}

// MARK: - How values are written

extension ScriptSecrets {
    /// A text in which every mark says how its value is written, in place of the probe behind it.
    ///
    /// - Parameters:
    ///   - text: What an evaluator or an encoding made.
    ///   - keepsQuestionMark: Whether a question mark stands for itself there; `nil` when it does
    ///     where a slash does.
    ///   - isFormat: Whether the command has it as a format of `printf`.
    /// - Returns: The text, of marks and no probes.
    mutating func settled(
        _ text: String,
        keepsQuestionMark: Bool? = nil,
        isFormat: Bool = false
    ) -> String {
        var text = text
        for mark in marks where text.contains(mark.text) {
            let pieces = text.split(separator: mark.text, omittingEmptySubsequences: false)
            var result = String(pieces[0])
            for piece in pieces.dropFirst() {
                var (spelling, rest) = ShellSpelling.read(
                    piece,
                    keepsQuestionMark: keepsQuestionMark
                )
                if spelling.layers.isEmpty { spelling = mark.spelling }
                if isFormat, spelling.layers.last != .format { spelling.layers.append(.format) }
                result += self.mark(of: mark.secret, spelling) + rest
            }
            text = result
        }
        return text
    }

    /// A request in which every mark says how its value is written.
    ///
    /// - Parameters:
    ///   - request: What was laid out.
    ///   - encoding: How its query and its form are spelled.
    /// - Returns: The request, of marks and no probes.
    mutating func settled(_ request: HTTPRequest, _ encoding: QueryEncoding) -> HTTPRequest {
        var request = request
        let keepsIt = encoding.encoded("?") == "?"
        request.path = closed(settled(request.path))
        request.query = request.query.map { settled($0, keepsQuestionMark: keepsIt) }
        if let query = request.query, let joint = joint(behind: request.path) {
            request.path += joint + query
            request.query = nil
        }
        request.headers = HTTPFields(
            request.headers.fields.map { .init(name: $0.name, value: settled($0.value)) }
        )
        if let bytes = request.body, let text = String(validating: bytes, as: UTF8.self) {
            let isFormat = CurlCommand.isFormat(bytes)
            let body = settled(text, keepsQuestionMark: keepsIt, isFormat: isFormat)
            request.body = Array(body.utf8)
        }
        return request
    }

    /// A value that may bring what ends a path, or is no part of a URL; `nil` when there is none.
    private func openMark(in path: String) -> Mark? {
        marks.last { $0.spelling.layers.contains(.reserved) && path.contains($0.text) }
    }

    /// Whether only the shell knows where a path ends.
    func isOpen(_ path: String) -> Bool { openMark(in: path) != nil }

    /// A path that does not end in a question mark alone, as no request does.
    private mutating func closed(_ path: String) -> String {
        guard let open = openMark(in: path), path.hasSuffix(open.text) else { return path }
        let others = path.dropLast(open.text.count)
        // One that stands before it has begun the query, if it does.
        guard openMark(in: String(others)) == nil else { return path }
        return others
            + mark(of: open.secret, ShellSpelling(layers: open.spelling.layers + [.ending]))
    }

    /// What joins a query to a path of which only the shell knows where it ends.
    private mutating func joint(behind path: String) -> String? {
        openMark(in: path).map { open in
            let ending = open.spelling.layers.filter { $0 == .ending }
            return mark(of: open.secret, ShellSpelling(layers: ending + [.joint]))
        }
    }

    /// A request with marks in place of a value that it was signed with.
    mutating func hide(
        _ value: String,
        markedAs mark: String,
        _ encoding: QueryEncoding,
        in request: inout HTTPRequest
    ) {
        guard !value.isEmpty, let secret = marks.first(where: { $0.text == mark })?.secret else {
            return
        }
        hideOpen(value, of: secret, in: &request)
        var seen: Set<String> = []
        let forms = ShellSpelling.forms(of: value, encoding).filter {
            seen.insert($0.text).inserted
        }
        // The longest is encoded most, and may hold others.
        for form in forms.sorted(by: { $0.text.utf8.count > $1.text.utf8.count }) {
            request.replace(form.text, with: self.mark(of: secret, form.spelling))
        }
    }

    /// Hides a value that ends the path with a question mark, and begins the query.
    private mutating func hideOpen(
        _ value: String,
        of secret: Int,
        in request: inout HTTPRequest
    ) {
        let halves = PercentEncoding.encoded(value, keepsReserved: true)
            .split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        guard halves.count == 2, request.path.hasSuffix(halves[0]),
            (request.query ?? "").hasPrefix(halves[1])
        else { return }
        let rest = (request.query ?? "").dropFirst(halves[1].count)
        let mark = mark(of: secret, ShellSpelling(layers: [.reserved]))
        request.path = request.path.dropLast(halves[0].count) + mark + rest
        request.query = nil
    }

    /// A command in which the shell puts in what the marks stand for.
    mutating func revealed(_ command: String) -> String {
        var text = command
        // Those in Base64 hold other marks.
        let inOrder =
            marks.filter { known[$0.secret].basic != nil }
            + marks.filter { known[$0.secret].basic == nil }
        for mark in inOrder where text.contains(mark.text) {
            usedSecrets.insert(mark.secret)
            usedFunctions.formUnion(mark.spelling.layers.map(\.function))
            let secret = known[mark.secret]
            let value: String
            if let basic = secret.basic {
                let pair = ShellQuoting.quoted("\(basic.user):\(basic.password)")
                // Without line ends, which base64 writes after 76 characters.
                value = "\"$(printf '%s' \(pair) | base64 | tr -d '\\n')\""
            } else {
                value = mark.spelling.word(of: secret.environment)
            }
            text = text.split(separator: mark.text, omittingEmptySubsequences: false)
                .joined(separator: "'\(value)'")
        }
        return text
    }
}

extension HTTPRequest {
    /// Replaces a text wherever it stands.
    fileprivate mutating func replace(_ secret: String, with mark: String) {
        func replaced(_ text: String) -> String {
            text.split(separator: secret, omittingEmptySubsequences: false).joined(separator: mark)
        }
        path = replaced(path)
        query = query.map(replaced)
        headers = HTTPFields(
            headers.fields.map { .init(name: $0.name, value: replaced($0.value)) }
        )
        if let bytes = body, let text = String(validating: bytes, as: UTF8.self) {
            body = Array(replaced(text).utf8)
        }
    }
}
