import Contract
import HTTP
import JSON
import JSONSchemas

/// All single changes of a valid request.
struct EditMaker {
    let model: RequestModel
    let contract: ContractDocument
    /// The depth to which values are changed.
    private static let depth = 6

    /// In the order of the request, without impossible ones.
    var edits: [GeneratedEdit] {
        let all =
            fields("params") + fields("query") + fields("headers") + body + credentials + methods
        return all.filter { edit in
            do {
                _ = try model.edited([edit])
                return true
            } catch {
                return false
            }
        }
    }
}

// MARK: - Together

extension EditMaker {
    /// All optional members and parameters with valid values at once, or none of them; shrinking finds which of them
    /// cause a failure.
    static func together(
        _ edits: [GeneratedEdit],
        _ category: GeneratedEdit.Category = .surplus,
        of model: RequestModel
    ) -> [GeneratedEdit] {
        var chosen: [GeneratedEdit] = []
        for edit in edits where edit.category == category && edit.demand == .byRule {
            let all = chosen + [edit]
            guard model.outcome(of: all) == .success,
                chosen.allSatisfy({ $0.isApart(from: edit) })
            else { continue }
            chosen = all
        }
        return chosen
    }

    /// Two optional members or parameters with valid values, and no others: this shows failures that all together
    /// hide.
    static func pairs(_ edits: [GeneratedEdit], of model: RequestModel) -> [[GeneratedEdit]] {
        let optional = edits.filter { edit in
            edit.category == .surplus && edit.demand == .byRule
                && model.outcome(of: [edit]) == .success
        }
        // For two members, all together are the only pair.
        guard model.isSound, optional.count > 2 else { return [] }
        let pairs = optional.indices.lazy.flatMap { first in
            optional[(first + 1)...].filter { $0.isApart(from: optional[first]) }
                .map { [optional[first], $0] }
        }
        return Array(pairs.prefix(mostPairs))
    }

    private static let mostPairs = 40
}

// MARK: - Values

extension EditMaker {
    private func view(_ section: String) -> SchemaView? {
        model.rule(section).flatMap { SchemaView($0.schema) }
    }

    /// Fields of the path, the query, the header or a form.
    private func fields(_ section: String) -> [GeneratedEdit] {
        let view = view(section)
        let template = model.template[section]
        guard template != nil || view != nil else { return [] }
        let isHead = section == "headers"
        var names = template?.members?.map(\.name) ?? []
        if isHead { names = names.filter { view?.property($0) != nil } }
        names += (view?.properties ?? []).filter { !names.contains($0) }
        var found = names.flatMap { field($0, of: section, view) }
        if section == "query" || section == "form", template?.constantValue?.stringValue == nil {
            found.append(unknown(below: [section], view, "1"))
        }
        return found
    }

    private func field(
        _ name: String,
        of section: String,
        _ view: SchemaView?
    ) -> [GeneratedEdit] {
        let tokens = [section, name]
        let given = model.template[section]?[name]
        if section == "multipart", let property = view?.property(name), property.isSentAsJSON {
            return structured(property, at: tokens, given)
        }
        let valid = model.sample(section)?[name] ?? view?.property(name)?.example
        let maker = ValueMaker(view: view?.property(name), valid: valid, isText: true)
        let isOptional = section != "params" && !(view?.required.contains(name) ?? true)
        // A schema of a value sent as JSON describes that value and not its text.
        let isEncoded = if case .expression(.json) = given { true } else { false }
        var found = maker.candidates.filter { GeneratedEdit.fits($0.value, in: section) }.map {
            // Many servers treat a field without a value as missing.
            let isOpen = isEncoded || isOptional && $0.value == ""
            let demand = isOpen ? .open : $0.demand
            return GeneratedEdit($0.category, at: tokens, .set($0.value), demand, remark: $0.remark)
        }
        guard given != nil else {
            // A value missing in the example can be added in a valid form.
            if let valid { found.append(GeneratedEdit(.surplus, at: tokens, .set(valid))) }
            return found
        }
        if section != "params" {
            found.append(GeneratedEdit(.missing, at: tokens, .unset))
            if section != "headers", let valid, valid.arrayValue == nil {
                found.append(
                    GeneratedEdit(.repeated, at: tokens, .set([valid, valid]), .open)
                )
            }
        }
        return found
    }

    /// A part that is an object, which is sent as JSON.
    private func structured(
        _ view: SchemaView,
        at tokens: [String],
        _ given: TemplateValue?
    ) -> [GeneratedEdit] {
        let type = given?["type"] ?? .constant("application/json")
        func part(_ value: JSONValue) -> GeneratedEdit.Change {
            .set(["text": .string(value.text), "type": type.constantValue ?? "application/json"])
        }
        let valid = view.example
        let maker = ValueMaker(view: view, valid: valid, isText: false)
        let found = maker.candidates.map {
            GeneratedEdit($0.category, at: tokens, part($0.value), $0.demand, remark: $0.remark)
        }
        guard given == nil else { return found + [GeneratedEdit(.missing, at: tokens, .unset)] }
        return found
            + [valid].compactMap(\.self).map {
                GeneratedEdit(.surplus, at: tokens, part($0))
            }
    }

    /// A member that is not described: unless the schema allows additional ones, many servers reject it.
    private func unknown(
        below tokens: [String],
        _ view: SchemaView?,
        _ value: JSONValue
    ) -> GeneratedEdit {
        let isStated = view?.keywords["additionalProperties"] != nil
        return GeneratedEdit(
            .surplus,
            at: tokens + ["assayUnknown"],
            .set(value),
            isStated ? .byRule : .unsure
        )
    }
}

// MARK: - Bodies

extension EditMaker {
    private var body: [GeneratedEdit] {
        switch model.template.bodySection {
        case "json": jsonBody
        case "form": fields("form") + mediaTypes
        case "multipart": uploads + mediaTypes
        case nil: []
        default: mediaTypes
        }
    }

    private var jsonBody: [GeneratedEdit] {
        guard let value = model.template["json"], value.constantValue?.stringValue == nil else {
            return mediaTypes
        }
        var found: [GeneratedEdit] = []
        visit(value, model.sample("json"), view("json"), ["json"], &found)
        found.append(GeneratedEdit(.missing, at: ["json"], .unset))
        // At the root, a text is sent as it is, whatever its content.
        found.removeAll { edit in
            guard edit.tokens == ["json"], case .set(.string) = edit.change else { return false }
            return true
        }
        // For its schema a missing body is null; the schema does not say whether null is a body.
        if model.rule("json")?.accepts(nil) == true {
            found = found.map { edit in
                guard edit.tokens == ["json"], edit.change == .set(.null) else { return edit }
                return GeneratedEdit(edit.category, at: edit.tokens, edit.change, .open)
            }
        }
        found += doubled(model.sample("json"))
        let broken = ["{", "{\"a\":", "[1,]", "\u{FEFF}{]", "nul"]
        found += broken.map {
            GeneratedEdit(.body, at: ["json"], .set(.string($0)), .breaks, remark: "no JSON")
        }
        found.append(
            GeneratedEdit(
                .body,
                at: ["file"],
                .set(.string(GeneratedFiles.invalidText)),
                .open,
                remark: "not UTF-8"
            )
        )
        return found + mediaTypes
    }

    /// An object with a duplicate member, for which JSON parsers use one or the other (RFC 8259, section 4).
    ///
    /// Half a surrogate pair is not sent: a server that stores it may return it, which no UTF-8 reader can check.
    private func doubled(_ valid: JSONValue?) -> [GeneratedEdit] {
        guard let valid, let first = valid.objectValue?.members.first else { return [] }
        let text = "{\(JSONValue.string(first.name).text):null,\(valid.text.dropFirst())"
        return [
            GeneratedEdit(
                .body,
                at: ["json"],
                .set(.string(text)),
                .open,
                remark: "a member twice"
            )
        ]
    }

    /// Files and fields of a form in several parts.
    private var uploads: [GeneratedEdit] {
        let view = view("multipart")
        let sent = (model.template["multipart"]?.members ?? []).map(\.name)
        let files = Set((sent + (view?.properties ?? [])).filter { isFile($0, view) })
        return fields("multipart").filter { !files.contains($0.tokens[1]) }
            + sent.filter(files.contains).flatMap { name -> [GeneratedEdit] in
                let tokens = ["multipart", name]
                let large = String(repeating: "x", count: 1_000_000)
                let contents: [(String, String, String)] = [
                    ("", "empty.bin", "an empty file"),
                    ("text", "../../x.bin", "a name with a path"),
                    ("text", "é😀.bin", "a name beyond ASCII"), ("text", "", "no name"),
                    (large, "large.bin", "a file of 1 MB"),
                    ("\u{0}\u{1}", "x.bin", "control bytes"),
                ]
                let missing = GeneratedEdit(.missing, at: tokens, .unset)
                return [missing, GeneratedEdit(.type, at: tokens, .set("text"), .open)]
                    + contents.map { text, name, remark in
                        let part: JSONValue = ["text": .string(text), "filename": .string(name)]
                        return GeneratedEdit(.body, at: tokens, .set(part), .open, remark: remark)
                    }
            }
    }

    /// Whether a part is a file, or a list of files: by the example, or by its schema.
    private func isFile(_ name: String, _ view: SchemaView?) -> Bool {
        let part = model.template["multipart"]?[name]
        let isSent = [part, part?.elements?.first].contains {
            $0?["filename"] != nil || $0?["file"] != nil
        }
        let property = view?.property(name)
        return isSent || [property, property?.element(0)].contains { $0?.describesFile == true }
    }

    private func visit(
        _ value: TemplateValue?,
        _ sample: JSONValue?,
        _ view: SchemaView?,
        _ tokens: [String],
        _ found: inout [GeneratedEdit]
    ) {
        let valid = sample ?? view?.example
        let maker = ValueMaker(view: view, valid: valid, isText: false)
        found += maker.candidates.map {
            GeneratedEdit($0.category, at: tokens, .set($0.value), $0.demand, remark: $0.remark)
        }
        for alternative in (view?.alternatives ?? []).dropFirst().prefix(8) {
            guard let example = alternative.example else { continue }
            found.append(
                GeneratedEdit(.surplus, at: tokens, .set(example), remark: "another alternative")
            )
        }
        guard tokens.count < Self.depth else { return }
        if let elements = value?.elements {
            guard let first = elements.first else { return }
            visit(first, sample?.arrayValue?.first, view?.element(0), tokens + ["0"], &found)
            return
        }
        let isObject = value?.members != nil || view?.types == ["object"]
        guard isObject else { return }
        let names = value?.members?.map(\.name) ?? []
        for name in names {
            found.append(GeneratedEdit(.missing, at: tokens + [name], .unset))
            visit(value?[name], sample?[name], view?.property(name), tokens + [name], &found)
        }
        for name in view?.properties ?? [] where !names.contains(name) {
            guard let property = view?.property(name) else { continue }
            guard let example = property.example else {
                visit(nil, nil, property, tokens + [name], &found)
                continue
            }
            found.append(GeneratedEdit(.surplus, at: tokens + [name], .set(example)))
            found += added(example, property, tokens + [name])
        }
        found.append(unknown(below: tokens, view, "x"))
    }

    /// The changes of an optional member that the example leaves out, each together with the rest of its value.
    private func added(
        _ example: JSONValue,
        _ view: SchemaView,
        _ tokens: [String]
    ) -> [GeneratedEdit] {
        let whole = TemplateValue.constant(example)
        var changes: [GeneratedEdit] = []
        visit(whole, example, view, tokens, &changes)
        return changes.compactMap { edit in
            guard edit.tokens.count > tokens.count else { return edit }
            let inner = edit.tokens[tokens.count...]
            let changed: TemplateValue?
            do {
                switch edit.change {
                case .set(let value): changed = try whole.setting(.constant(value), at: inner)
                case .unset: changed = whole.removing(at: inner)
                case .tamperUnset, .tamperFlip, .tamperLonger: return nil
                }
            } catch {
                return nil
            }
            guard let value = changed?.constantValue else { return nil }
            var added = GeneratedEdit(
                edit.category,
                at: tokens,
                .set(value),
                edit.demand,
                remark: edit.remark
            )
            added.inner = Array(inner) + edit.inner
            return added
        }
    }

    private var mediaTypes: [GeneratedEdit] {
        let tokens = ["headers", "Content-Type"]
        var found = ["text/plain", "application/xml", "application/octet-stream", "none"].map {
            GeneratedEdit(.mediaType, at: tokens, .set(.string($0)), .open)
        }
        found.append(GeneratedEdit(.mediaType, at: tokens, .unset, .open))
        return found
    }
}

// MARK: - Credentials and methods

extension EditMaker {
    private var credentials: [GeneratedEdit] {
        guard let name = model.template.constant("security"),
            let scheme = contract.securitySchemes[name]
        else { return [] }
        var found = [GeneratedEdit(.credentials, at: ["security"], .set("none"), .breaks)]
        var fields: [(tokens: [String], value: TemplateValue?)] = []
        switch scheme.signature?.place {
        case .header(let name): fields.append((["headers", name], nil))
        case .query(let name): fields.append((["query", name], nil))
        case nil: break
        }
        fields += scheme.headers.map { (["headers", $0.name], $0.value) }
        fields += scheme.query.map { (["query", $0.name], $0.value) }
        fields += scheme.form.map { (["form", $0.name], $0.value) }
        // Credentials of the command line are constants of a scheme that has no others.
        let areConstants = !fields.contains { $0.value.map(isCredential) ?? true }
        for field in fields where areConstants || field.value.map(isCredential) ?? true {
            found += [.tamperUnset, .tamperFlip].map {
                GeneratedEdit(.credentials, at: field.tokens, $0, .breaks)
            }
            guard case .text(let template)? = field.value,
                template.names.allSatisfy({ $0 != "request" && $0 != TokenSource.name })
            else { continue }
            found.append(
                GeneratedEdit(
                    .credentials,
                    at: field.tokens,
                    .tamperLonger(template.spelling + "x"),
                    .breaks
                )
            )
        }
        return found
    }

    /// Whether the value must be known.
    private func isCredential(_ value: TemplateValue) -> Bool {
        let names = Set(value.templates.flatMap(\.names))
        return names.contains(TokenSource.name)
            || contract.variables.contains { names.contains($0.name) }
            || contract.bindings.contains { names.contains($0.name) }
    }

    /// Methods that no operation has at the same path.
    private var methods: [GeneratedEdit] {
        guard model.template["url"] == nil, let path = model.template["path"] else { return [] }
        let own = model.template.constant("method") ?? "GET"
        let taken = contract.operations.flatMap(\.variants).map(\.request)
            .filter { shape($0["path"]) == shape(path) }
            .map { $0.constant("method") ?? "GET" }
        return ["GET", "POST", "PUT", "DELETE", "PATCH"]
            .filter { $0 != own && !taken.contains($0) }
            .map { GeneratedEdit(.method, at: ["method"], .set(.string($0)), .breaks) }
    }

    /// A path with the same sign for all inserted values.
    private func shape(_ path: TemplateValue?) -> String {
        PathShape.shape(path?.spelling.stringValue ?? "")
    }
}

extension SchemaView {
    /// Whether a value of it is a part of its own, in JSON (OpenAPI 3.0.3, "Encoding Object", contentType).
    fileprivate var isSentAsJSON: Bool { types.contains("object") && !types.contains("string") }
}
