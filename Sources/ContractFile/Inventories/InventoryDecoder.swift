import Base
import Contract
import Trace

/// Reads an inventory of a document.
struct InventoryDecoder {
    let file: String
    let diagnostics: Diagnostics
    /// What the contracts of the folder promise; `nil` where they could not all be read, so that an
    /// undefined name is not an error.
    let directory: PromiseDirectory?

    /// `nil` after a report that there is too little of it.
    func inventory(_ reader: KeyReader<InventoryKeys>) -> Inventory? {
        let document = reader[\.document].flatMap(self.document)
        let statements = (reader[\.statements] ?? []).compactMap {
            statement($0, lineCount: document?.lineCount)
        }
        let asides = (reader[\.aside] ?? []).compactMap {
            aside($0, lineCount: document?.lineCount)
        }
        reader.finish()
        checkOverlaps(statements, asides)
        guard let document else { return nil }
        return Inventory(
            file: file,
            document: document,
            statements: statements.map(\.value),
            asides: asides.map(\.value)
        )
    }

    /// An entry with the node of its lines.
    private struct Decoded<Value> {
        let value: Value
        let lines: YAMLNode
    }

    // MARK: - The document

    private func document(_ node: YAMLNode) -> TracedDocument? {
        let table = TracedDocumentKeys.self
        guard let reader = KeyReader(node, of: "a document", table, diagnostics) else {
            return nil
        }
        let name = reader[\.doc]
        let title = reader[\.title]
        let count = reader[\.lines]?
            .decoded(as: .integer(in: 0...TracedDocumentKeys.mostLines), diagnostics)
        _ = reader[\.twin]
        let sha256 = reader[\.sha256]?
            .decoded(as: .hexadecimal(64, "the SHA-256 of the file"), diagnostics)
        reader.finish()
        guard let name else { return nil }
        if let node = reader.entry(\.doc)?.value { check(name, at: node) }
        let reference = directory?.documents[name]
        if let sha256, let known = reference?.sha256, known.lowercased() != sha256,
            let node = reader.entry(\.sha256)?.value
        {
            diagnostics.warning(
                "the contracts name another edition of \(Excerpt.quoted(name)): sha256 \(known)",
                at: node,
                hint: "let docs: and the inventory name the same file"
            )
        }
        return TracedDocument(
            name: name,
            title: title ?? reference?.title ?? name,
            lineCount: count,
            sha256: sha256
        )
    }

    /// Reports a document that the contracts do not have.
    private func check(_ document: String, at node: YAMLNode) {
        guard let directory, directory.hasContracts, directory.documents[document] == nil else {
            return
        }
        let names = directory.documents.keys.sorted()
        diagnostics.error(
            "no contract of this folder has the document \(Excerpt.quoted(document)) in docs:",
            at: node,
            hint: Diagnostics.suggestion(for: document, among: names)
                ?? (names.isEmpty
                    ? "add it to docs: of a contract" : "known: " + Words.list(names, limit: 12))
        )
    }

    // MARK: - Statements

    private func statement(
        _ entry: NamedValue<YAMLNode>,
        lineCount: Int?
    ) -> Decoded<Statement>? {
        let subject = "statement \(Excerpt.quoted(entry.name))"
        checkName(entry)
        guard let reader = KeyReader(entry.value, of: subject, StatementKeys.self, diagnostics)
        else { return nil }
        let lines = reader[\.lines]
        let digest = reader[\.digest]
        let says = reader[\.says]
        _ = reader[\.sameAs]
        let fate = fate(reader)
        reader.finish()
        guard let lines, let node = reader.entry(\.lines)?.value else { return nil }
        check(lines, of: lineCount, at: node)
        guard let says, let fate else { return nil }
        let statement = Statement(
            name: entry.name,
            lines: lines,
            digest: digest,
            says: says,
            fate: fate,
            location: entry.key.location
        )
        return Decoded(value: statement, lines: node)
    }

    private func checkName(_ entry: NamedValue<YAMLNode>) {
        let name = entry.name
        guard name.isEmpty || name.contains(where: { "[]/*".contains($0) || $0.isWhitespace })
        else { return }
        diagnostics.error(
            "\(Excerpt.quoted(name)) cannot name a statement: no brackets, \"/\", \"*\" or spaces",
            at: entry.key
        )
    }

    private func fate(_ reader: KeyReader<StatementKeys>) -> Statement.Fate? {
        let node = reader[\.promises]
        let fates = reader.present(\.fates)
        let choices = "promises, local, console, open and contradicted"
        guard fates.count + (node == nil ? 0 : 1) > 0 else {
            diagnostics.error("expected one of \(choices) in \(reader.subject)", at: reader.node)
            return nil
        }
        let isFollowed = fates.first?.key.text == "contradicted"
        if fates.count > 1 || (fates.count == 1 && node != nil && !isFollowed) {
            let names = fates.compactMap(\.key.text) + (node == nil ? [] : ["promises"])
            diagnostics.error(
                "expected only one of \(choices) in \(reader.subject), got "
                    + names.joined(separator: " and "),
                at: fates[fates.count - 1].key,
                hint: "split it into statements; only contradicted can be combined with promises"
            )
            return nil
        }
        let promises = node.map { self.promises($0) } ?? []
        guard let entry = fates.first else { return promises.map { .promised($0) } }
        if entry.key.text == "contradicted" {
            guard let contradiction = contradiction(entry.value), let promises else { return nil }
            return .contradicted(contradiction, promises)
        }
        guard let reason = entry.value.decoded(as: .filled("a reason"), diagnostics) else {
            return nil
        }
        switch entry.key.text {
        case "local": return .local(reason)
        case "console": return .console(reason)
        default: return .open(reason)
        }
    }

    private func contradiction(_ node: YAMLNode) -> Contradiction? {
        let table = ContradictionKeys.self
        guard let reader = KeyReader(node, of: "a contradiction", table, diagnostics) else {
            return nil
        }
        let source = reader[\.by]
        let because = reader[\.because]
        reader.finish()
        guard let source, let because else { return nil }
        let expected = "a source such as \"notes#2017-06\""
        guard let by = source.decoded(as: .filled(expected), diagnostics) else { return nil }
        check(String(by.prefix { $0 != "#" }), at: source)
        return Contradiction(by: by, because: because)
    }

    private func aside(_ node: YAMLNode, lineCount: Int?) -> Decoded<Aside>? {
        guard let reader = KeyReader(node, of: "lines aside", AsideKeys.self, diagnostics) else {
            return nil
        }
        let lines = reader[\.lines]
        let because = reader[\.because]
        let digest = reader[\.digest]
        reader.finish()
        guard let lines, let place = reader.entry(\.lines)?.value else { return nil }
        check(lines, of: lineCount, at: place)
        guard let because else { return nil }
        let aside = Aside(
            lines: lines,
            because: because,
            digest: digest,
            location: node.location
        )
        return Decoded(value: aside, lines: place)
    }
}

// MARK: - Promises

extension InventoryDecoder {
    private func promises(_ node: YAMLNode) -> [PromiseReference]? {
        guard let elements = node.elements, !elements.isEmpty else {
            diagnostics.mismatch("a list of promises, at least one", at: node)
            return nil
        }
        var seen: Set<String> = []
        let promises = elements.compactMap { element -> PromiseReference? in
            let expected = "the name of a promise such as createPush/both-times"
            guard let name = element.decoded(as: .filled(expected), diagnostics) else {
                return nil
            }
            guard seen.insert(name).inserted else {
                diagnostics.error("duplicate promise \(Excerpt.quoted(name))", at: element)
                return nil
            }
            return PromiseReference(text: name, key: key(of: name, at: element))
        }
        return promises.count == elements.count ? promises : nil
    }

    /// `nil` after a report, or where not all promises are known.
    private func key(of name: String, at node: YAMLNode) -> PromiseKey? {
        guard let directory else { return nil }
        switch directory.find(name) {
        case .row(let key): return key
        case .ambiguous(let names):
            diagnostics.error(
                "several files of the folder have \(Excerpt.quoted(name))",
                at: node,
                hint: "write \(Words.alternatives(names))"
            )
        case .unknown(let nearest):
            let hint =
                directory.hasContracts
                ? "\"assay coverage --verbose\" lists what the contracts of the folder promise"
                : "there is no contract in the folder"
            diagnostics.error(
                "unknown promise \(Excerpt.quoted(name))",
                at: node,
                hint: nearest.map { "did you mean \(Excerpt.quoted($0))?" } ?? hint
            )
        }
        return nil
    }
}

// MARK: - Lines

extension InventoryDecoder {
    private func check(_ lines: LineRanges, of lineCount: Int?, at node: YAMLNode) {
        guard let lineCount, lines.last > lineCount else { return }
        diagnostics.error(
            "lines \(lines) go beyond the document, which has \(Count.of(lineCount, "line"))",
            at: node
        )
    }

    /// Claimed lines, with the place of the claim.
    private struct Claim {
        let range: ClosedRange<Int>
        let node: YAMLNode
        /// `statement "a"`, or `aside`.
        let owner: String
        let isAside: Bool
    }

    /// Reports lines that stand aside and belong to something else too.
    private func checkOverlaps(
        _ statements: [Decoded<Statement>],
        _ asides: [Decoded<Aside>]
    ) {
        let claims =
            statements.flatMap { entry in
                entry.value.lines.ranges.map {
                    Claim(
                        range: $0,
                        node: entry.lines,
                        owner: "to statement \(Excerpt.quoted(entry.value.name))",
                        isAside: false
                    )
                }
            }
            + asides.flatMap { entry in
                entry.value.lines.ranges.map {
                    Claim(
                        range: $0,
                        node: entry.lines,
                        owner: "aside in line \(entry.value.location.line)",
                        isAside: true
                    )
                }
            }
        /// Those that reach furthest so far.
        var statement: Claim?
        var aside: Claim?
        for claim in claims.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
            if let aside, aside.range.overlaps(claim.range) {
                report(claim, aside)
            } else if claim.isAside, let statement, statement.range.overlaps(claim.range) {
                report(claim, statement)
            }
            if claim.isAside {
                if claim.range.upperBound > aside?.range.upperBound ?? 0 { aside = claim }
            } else if claim.range.upperBound > statement?.range.upperBound ?? 0 {
                statement = claim
            }
        }
    }

    private func report(_ claim: Claim, _ other: Claim) {
        let shared = claim.range.clamped(to: other.range)
        let (place, owner) = claim.isAside ? (claim, other) : (other, claim)
        let verb = owner.isAside ? "stand" : "belong"
        diagnostics.error(
            "lines \(LineRanges.text(of: shared)) stand aside and \(verb) \(owner.owner) too",
            at: place.node,
            hint: "a line can be in \"aside\" once, and only if no statement has it"
        )
    }
}
