import Base
import Contract
import JSON

/// Imports `curl` command lines as a contract.
package enum CurlImport {
    /// Makes the contract: one operation for each command and URL.
    ///
    /// - Parameters:
    ///   - text: Command lines of a POSIX shell; other commands among them are named in a comment.
    ///   - file: Its name, for `docs` and for messages.
    ///   - title: The title of the contract; `nil` for the name of the file.
    ///   - sent: Finds the files that requests send.
    /// - Returns: The contract, which can be loaded as it is.
    /// - Throws: The first error in the commands.
    package static func contract(
        from text: String,
        file: String,
        title: String? = nil,
        sending sent: ForeignFiles = .none
    ) throws(InterchangeError) -> ImportedContract {
        var transfer = CurlTransfer(file: file, title: title ?? "Commands of \(file)")
        transfer.files = sent
        return try transfer.draft(ShellText(text, file: file)).imported
    }
}

/// Command lines being turned into a contract.
private struct CurlTransfer {
    let file: String
    var drafter = RequestDrafter()
    var contract: ContractDraft
    /// Values that the text assigns to shell variables.
    var assigned: [String: String] = [:]
    var skipped: [String] = []
    var files = ForeignFiles.none
    private var ledger = LossLedger()
    /// The contract's names of the text's variables.
    private var names: [String: String] = [:]
    private var unique = UniqueNames(reserved: DraftVariableNames.reserved)

    init(file: String, title: String) {
        self.file = file
        contract = ContractDraft(
            document: ContractDraft.Document(key: "curl", title: title, file: file),
            title: title
        )
    }

    mutating func draft(_ shell: ShellText) throws(InterchangeError) -> ContractDraft {
        let texts = shell.commands.joined().map(\.text)
        drafter.foreignNames = Set(texts.flatMap(RequestDrafter.names(in:)))
        for command in shell.commands { try add(command) }
        guard !contract.operations.isEmpty else {
            throw InterchangeError(
                file: file,
                place: .whole,
                expected: "at least one curl command",
                found: skipped.isEmpty ? "none" : "only \(skipped.joined(separator: ", "))"
            )
        }
        if !skipped.isEmpty {
            let list = skipped.joined(separator: ", ")
            contract.remarks.append("Other commands were left out: \(list).")
        }
        contract.takeTables(of: drafter)
        contract.losses = ledger.losses
        return contract
    }

    private mutating func add(_ command: [ShellWord]) throws(InterchangeError) {
        var words = command[...]
        if words.first?.text == "export" { words.removeFirst() }
        while let first = words.first, let assignment = Self.assignment(first.text) {
            assigned[assignment.name] = assignment.value
            words.removeFirst()
        }
        // A prompt that was copied together with the command.
        if words.first?.text == "$" { words.removeFirst() }
        guard let program = words.first else { return }
        guard program.text == "curl" || program.text.hasSuffix("/curl") else {
            let name = String(program.text.prefix(40))
            if !skipped.contains(name) { skipped.append(name) }
            return
        }
        var known = words.map { ShellWord(text: expanded($0.text), line: $0.line) }
        for index in known.indices { try declareNames(in: &known[index]) }
        let invocations = try CurlInvocation.all(in: known, file: file)
        for invocation in invocations {
            for url in invocation.urls { try add(invocation, url) }
        }
    }

    /// `NAME=VALUE`.
    private static func assignment(_ word: String) -> (name: String, value: String)? {
        let halves = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard halves.count == 2, let first = halves[0].first, !first.isNumber,
            halves[0].allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") })
        else { return nil }
        return (String(halves[0]), String(halves[1]))
    }

    /// Replaces variables by the values in the text, except secrets.
    private func expanded(_ text: String) -> String {
        guard LiteralText.isTemplate(text) else { return text }
        var result = text
        for (name, value) in assigned where !SecretNames.isSecretVariable(name) {
            result = result.split(separator: "{{\(name)}}", omittingEmptySubsequences: false)
                .joined(separator: value)
        }
        return result
    }

    /// Every name in a `{{…}}` must be defined, and valid in a contract; malformed ones are detected here.
    private mutating func declareNames(in word: inout ShellWord) throws(InterchangeError) {
        let names: [String]
        do {
            names = try Template(parsing: word.text).names
        } catch {
            throw InterchangeError(
                file: file,
                place: .line(word.line),
                expected: "\"{{\" to begin a template such as {{name}}",
                found: error.reason
            )
        }
        for name in names {
            guard Self.isUsable(name) else { throw unusable(name, word) }
            let known = self.names[name] ?? unique.unique(name)
            self.names[name] = known
            drafter.declare(known, isSecret: SecretNames.isSecretVariable(name))
        }
        if names.contains(where: { self.names[$0] != $0 }) { rename(in: &word) }
    }

    /// Replaces the names of variables by those in the contract.
    private func rename(in word: inout ShellWord) {
        let parts = word.text.split(separator: "{{", omittingEmptySubsequences: false)
        let renamed = parts.dropFirst().map { part -> String in
            guard let end = part.firstRange(of: "}}"),
                let name = names[String(part[..<end.lowerBound]).trimmed]
            else { return String(part) }
            return name + part[end.lowerBound...]
        }
        word.text = ([String(parts[0])] + renamed).joined(separator: "{{")
    }

    /// Whether a name is valid for a variable.
    private static func isUsable(_ name: String) -> Bool {
        !DraftVariableNames.reserved.contains(name) && !name.contains { " .'{}".contains($0) }
    }

    private func unusable(_ name: String, _ word: ShellWord) -> InterchangeError {
        InterchangeError(
            file: file,
            place: .line(word.line),
            expected: "the name of a variable, without dots, quotes and braces, which is not a "
                + "reserved name",
            found: "\"{{\(name)}}\""
        )
    }

    private mutating func add(
        _ invocation: CurlInvocation,
        _ url: String
    ) throws(InterchangeError) {
        var invocation = invocation
        var observed = try invocation.request(to: url, sending: files)
        if let user = invocation.user, !invocation.removes("Authorization") {
            let halves = user.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            // Without a password curl prompts for it.
            observed.url = observed.url.with(user: halves.count > 1 ? user : "\(user):")
        }
        for loss in invocation.losses {
            _ = ledger.note(loss, at: .line(invocation.line), of: file)
        }
        var operation = drafter.operation(observed, doc: "curl#L\(invocation.line)")
        operation.request.comment = invocation.remarks + operation.request.comment
        operation.request.redirects = invocation.redirects
        let comment = "FILL IN the status and the schema of its successful response."
        operation.responses = [ContractDraft.Response(status: "2XX", comment: [comment])]
        contract.operations.append(operation)
    }
}
