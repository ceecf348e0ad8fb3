import JSON

// MARK: - Variables

extension PostmanTransfer {
    /// Translates Postman's own expressions for a contract.
    static func content(_ text: String) -> ForeignVariables.Content {
        guard text.hasPrefix("$") else { return .variable(text) }
        let functions = [
            "$guid": "uuid", "$randomUUID": "uuid", "$timestamp": "now unix",
            "$isoTimestamp": "now rfc3339-ms", "$randomInt": "digits 3",
            "$randomAlphaNumeric": "alnum 1", "$randomPassword": "alnum 15",
            "$randomHexadecimal": "hex 8", "$now": "now unix-ms",
        ]
        if let function = functions[text] { return .function(function) }
        return .unknown("\"{{\(text)}}\", which Postman makes up; FILL IN the variable")
    }

    /// Reads the values of an exported environment, which take precedence over those of the
    /// collection.
    mutating func addEnvironment(_ environment: ReadValue, of file: String) {
        environment["name"]?.settle()
        for entry in environment["values"]?.elements ?? [] {
            if let line = declare(entry, of: file) { remarks.append(line) }
        }
        for part in environment.unread
        where part.pointer.tokens.first.map({ $0 == "values" }) ?? true {
            remarks.append(
                ledger.note(
                    part.value.text(maximumLength: 100),
                    at: .pointer(part.pointer),
                    of: file
                )
            )
        }
    }

    /// Reads the variables of the collection.
    mutating func addVariables(of root: ReadValue) {
        for entry in root["variable"]?.elements ?? [] {
            if let line = declare(entry, of: file) { remarks.append(line) }
        }
    }

    /// Declares one; returns a line when its value is kept out of files.
    private mutating func declare(_ entry: ReadValue, of file: String) -> String? {
        guard let foreign = (entry["key"] ?? entry["id"])?.text else { return nil }
        let comment = Self.lines(of: entry["description"]).map { "\(foreign): \($0)" }
        remarks += comment
        if isOff(entry) {
            defer { entry.settle() }
            return leaveOut(
                "the variable \(foreign), which is switched off",
                at: entry.pointer,
                of: file
            )
        }
        let isSecret = isHidden(entry) || SecretNames.isSecretVariable(foreign)
        let name = variables.name(of: foreign)
        guard !declared.contains(where: { $0.name == name }) else {
            guard entry["value"] != nil else { return nil }
            entry["value"]?.settle()
            return leaveOut(
                "the value of the variable \(foreign), which has another before it",
                at: entry.pointer,
                of: file
            )
        }
        let written = entry["value"]
        var value: JSONValue?
        if !isSecret { value = written?.scalarText.map { variables.value($0) } }
        declared.append(
            ForeignContract.Variable(name: name, isSecret: isSecret, value: value)
        )
        guard isSecret, let written, written.scalarText?.isEmpty == false else { return nil }
        return leaveOut(
            "the value of the variable \(foreign), a secret; set it in the environment",
            at: written.pointer,
            of: file
        )
    }

    /// Whether an entry is disabled.
    func isOff(_ entry: ReadValue) -> Bool {
        entry["disabled"]?.flag ?? false || !(entry["enabled"]?.flag ?? true)
    }

    /// Whether Postman hides a value; other types do not show that.
    private func isHidden(_ entry: ReadValue) -> Bool {
        entry.value["type"]?.stringValue == "secret" && entry["type"]?.text != nil
    }

    /// The variables of a folder or a request, by their contract names.
    mutating func folderVariables(
        of item: ReadValue,
        _ comment: inout [String]
    ) -> [(name: String, value: JSONValue)] {
        var values: [(name: String, value: JSONValue)] = []
        for entry in item["variable"]?.elements ?? [] {
            guard let foreign = (entry["key"] ?? entry["id"])?.text else { continue }
            comment += Self.lines(of: entry["description"]).map { "\(foreign): \($0)" }
            guard !isOff(entry), let text = entry["value"]?.scalarText else {
                comment.append(
                    leaveOut("the variable \(foreign), which is switched off", at: entry.pointer)
                )
                entry.settle()
                continue
            }
            guard !isHidden(entry), !SecretNames.isSecretVariable(foreign) else {
                comment.append(
                    leaveOut(
                        "the value of the variable \(foreign), a secret; set it in the environment",
                        at: entry.pointer
                    )
                )
                continue
            }
            values.append((variables.name(of: foreign), variables.value(text)))
        }
        return values
    }
}

// MARK: - Authentication and scripts

extension PostmanTransfer {
    mutating func auth(of item: ReadValue) -> PostmanAuth? {
        var lines: [String] = []
        let auth = auth(of: item, &lines)
        remarks += lines
        return auth
    }

    /// The authentication of an item; `nil` if it does not specify one.
    mutating func auth(of item: ReadValue, _ comment: inout [String]) -> PostmanAuth? {
        guard let value = item["auth"], let auth = PostmanAuth(value) else { return nil }
        if case .unknown(let what) = auth.addition {
            comment.append(leaveOut(what, at: value.pointer))
            value.settle()
        } else {
            let isSecret = auth.parameters.contains { name, text in
                PostmanAuth.secretNames.contains(name) && !text.isEmpty
                    && !LiteralText.isTemplate(text)
            }
            if isSecret {
                comment.append(
                    leaveOut(
                        "the credentials of type \(auth.kind), a secret; the environment gives them",
                        at: value.pointer
                    )
                )
            }
        }
        return auth
    }

    /// Reads the scripts of an item.
    mutating func addScripts(of item: ReadValue, to context: inout Context) {
        for event in item["event"]?.elements ?? [] {
            if let script = script(event, &context.comment) { context.scripts.append(script) }
        }
    }

    /// Reads a script; `nil` without checks or captures.
    private mutating func script(_ event: ReadValue, _ comment: inout [String]) -> Script? {
        guard let listen = event["listen"]?.text, ["test", "prerequest"].contains(listen),
            let content = event["script"], let code = content["exec"]
        else { return nil }
        let lines = code.text.map { [$0] } ?? code.elements.compactMap(\.text)
        if isOff(event) {
            comment.append(leaveOut("a script that is switched off", at: event.pointer))
            event.settle()
            return nil
        }
        let outer = variables.takeUses()
        var reader = ScriptReader(dialect: .postman, variables: variables)
        variables = ForeignVariables(reading: Self.content)
        reader.read(lines.joined(separator: "\n"))
        variables = reader.variables
        for found in reader.leftOut {
            let pointer = Self.place(of: found.line, in: lines, code)
            comment.append(leaveOut(found.text, at: pointer))
        }
        for reason in variables.takeUnknown() {
            comment.append(leaveOut(reason, at: code.pointer))
        }
        let isTest = listen == "test"
        if !isTest, reader.status != nil || !reader.asserts.isEmpty || !reader.captures.isEmpty {
            comment.append(
                leaveOut("a check of a script before there is a response", at: code.pointer)
            )
        }
        var script = Script(isTest: isTest, uses: variables.takeUses())
        variables.restoreUses(outer)
        script.given = reader.given
        script.tests = reader.tests
        if isTest {
            script.status = reader.status
            script.asserts = reader.asserts
            script.captures = reader.captures
        }
        return script
    }

    /// The place of a line of a script, whose texts can have several lines each.
    private static func place(of line: Int, in lines: [String], _ code: ReadValue) -> JSONPointer {
        guard code.value.arrayValue != nil else { return code.pointer }
        var rest = line
        for (index, text) in lines.enumerated() {
            let count = text.count { $0.isNewline } + 1
            if rest <= count { return code.pointer.appending("\(index)") }
            rest -= count
        }
        return code.pointer
    }
}
