import Base
import Contract
import JSON

/// Turns the events of one document into a tree and notes everything that it must not hold.
struct YAMLTreeBuilder {
    /// Collections may be nested this deep.
    static let maximumDepth = 200
    /// A file with more errors than this is not read on.
    static let maximumDiagnostics = 1000
    /// No more traps are looked for in one pass; the next pass finds the next ones.
    static let maximumTraps = 100

    /// The maximum number of values that all aliases expand to.
    static let maximumAliased = 1_000_000

    let source: SourceText
    private let rules: YAMLRules
    /// Texts that were made harmless for the parser, by their first character.
    private let patches: [Int: String]
    private var frames: [YAMLFrame] = []
    private var documents = 0
    private var anchors: Set<String> = []
    /// What aliases stand for, with the number of values in it.
    private var anchored: [String: (node: YAMLNode, weight: Int)] = [:]
    /// How many values all aliases so far stand for.
    private var aliased = 0

    /// The document; `nil` as long as it is not complete.
    private(set) var root: YAMLNode?
    private(set) var diagnostics: [Diagnostic] = []
    /// Texts that were read as something else; not among the diagnostics.
    private(set) var traps: [YAMLTrap] = []
    /// Set when reading on is of no use; the last diagnostic says why.
    private(set) var isStopped = false

    init(_ source: SourceText, _ rules: YAMLRules, patches: [Int: String]) {
        self.source = source
        self.rules = rules
        self.patches = patches
    }

    /// Takes the next event.
    mutating func take(_ event: YAMLEvent) {
        switch event.kind {
        case .documentStart:
            startDocument(event.range)
        case .scalar(let text, let isPlain):
            takeScalar(text, isPlain: isPlain, event)
        case .alias(let name):
            takeAlias(name, event.range)
        case .sequenceStart(let isFlow):
            checkProperties(of: event)
            open(YAMLFrame(isMapping: false, isFlow: isFlow, event))
        case .mappingStart(let isFlow):
            checkProperties(of: event)
            open(YAMLFrame(isMapping: true, isFlow: isFlow, event))
        case .collectionEnd:
            close(at: event.range)
        case .other, .streamEnd:
            break
        }
    }

    /// The trap at a character, with the brackets that are open there taken into account.
    func trap(at index: Int) -> YAMLTrap? {
        YAMLTrap.find(at: index, outerDepth: outerDepth(ofLineAt: index), in: source)
    }

    /// Whether a document has begun.
    var hasDocument: Bool { documents > 0 }

    /// Where the innermost bracket stands that is open.
    var innermostBracket: Int? { frames.last { $0.isFlow }?.start }

    /// How many brackets are open where the line of a character begins.
    func outerDepth(ofLineAt index: Int) -> Int {
        let line = source.location(ofCharacter: index).line
        let start = source.firstCharacter(ofLine: line)
        return frames.count { $0.isFlow && $0.start < start }
    }

    /// Adds an error, unless a trap explains what stands there.
    private mutating func report(_ message: String, at range: Range<Int>, hint: String? = nil) {
        if traps.last?.range.contains(range.lowerBound) ?? false { return }
        if isStopped { return }
        var message = message
        if diagnostics.count == Self.maximumDiagnostics {
            message = "more than \(Self.maximumDiagnostics) errors; the rest was not read"
            isStopped = true
        }
        let location = source.location(ofCharacter: range.lowerBound)
        let length = source.lengthOnFirstLine(range)
        diagnostics.append(Diagnostic(message, at: location, length: length, hint: hint))
    }

    /// Adds the trap at a character if it is of a kind that fits.
    private mutating func addTrap(at index: Int, _ kind: YAMLTrap.Kind) -> Bool {
        guard traps.count < Self.maximumTraps else { return false }
        guard let trap = trap(at: index), trap.kind == kind else { return false }
        traps.append(trap)
        return true
    }
}

/// A collection that is still open.
private struct YAMLFrame {
    let isMapping: Bool
    let isFlow: Bool
    /// Its first character.
    let start: Int
    var elements: [YAMLNode] = []
    var entries: [YAMLNode.Entry] = []
    /// The key whose value comes next, and its characters.
    var key: (node: YAMLNode, range: Range<Int>)?
    /// The line of every key so far.
    var keyLines: [CodePoints: Int] = [:]
    /// The keys in braces that have no colon.
    var bareKeys: [(text: String, range: Range<Int>)] = []
    /// Entries of merge keys, which those of the mapping itself come before.
    var merged: [YAMLNode.Entry] = []
    /// What aliases call it.
    let anchor: String?
    /// How many values it holds, itself among them.
    var weight = 1

    init(isMapping: Bool, isFlow: Bool, _ event: YAMLEvent) {
        self.isMapping = isMapping
        self.isFlow = isFlow
        start = event.range.lowerBound
        anchor = event.anchor
    }

    /// The entries of a mapping, with those that were merged.
    var allEntries: [YAMLNode.Entry] {
        guard !merged.isEmpty else { return entries }
        var known = Set(entries.map { CodePoints($0.key.text ?? "") })
        return entries + merged.filter { known.insert(CodePoints($0.key.text ?? "")).inserted }
    }
}

// MARK: - Scalars

extension YAMLTreeBuilder {
    private mutating func takeScalar(_ text: String, isPlain: Bool, _ event: YAMLEvent) {
        let range = event.range
        if let original = patches[range.lowerBound] {
            let content = YAMLNode.Content.scalar(text: original, isPlain: false)
            complete(YAMLNode(content, at: range, in: source), range)
            return
        }
        checkProperties(of: event)
        checkNumber(text, isPlain: isPlain, at: range)
        noteBareKey(isEmpty: isPlain && range.isEmpty, at: range.lowerBound)
        let isPlain = isPlain && event.tag != "tag:yaml.org,2002:str"
        let content = YAMLNode.Content.scalar(text: text, isPlain: isPlain)
        let node = YAMLNode(content, at: range, in: source)
        remember(node, weight: 1, as: event.anchor)
        complete(node, range)
    }

    /// Keeps what an anchor names; a later one of the same name takes its place.
    private mutating func remember(_ node: YAMLNode, weight: Int, as anchor: String?) {
        guard let anchor, rules == .foreign else { return }
        anchored[anchor] = (node, weight)
    }

    private mutating func takeAlias(_ name: String, _ range: Range<Int>) {
        guard rules == .contract else { return followAlias(name, range) }
        if anchors.contains(name) || !addTrap(at: range.lowerBound, .alias) {
            let hint = "write out the value"
            report("aliases are not allowed in a contract, got \"*\(name)\"", at: range, hint: hint)
        }
        let content = YAMLNode.Content.scalar(text: "*" + name, isPlain: false)
        complete(YAMLNode(content, at: range, in: source), range)
    }

    /// Puts what an alias stands for in its place.
    private mutating func followAlias(_ name: String, _ range: Range<Int>) {
        if frames.contains(where: { $0.anchor == name }) {
            let hint = "write out the value"
            report("\"*\(name)\" is inside its own value", at: range, hint: hint)
        } else if let (node, weight) = anchored[name] {
            aliased += weight
            if aliased <= Self.maximumAliased { return complete(node, range, weight: weight) }
            report(
                "aliases stand for more than \(Self.maximumAliased) values, up to \"*\(name)\"",
                at: range,
                hint: "a document that expands to more is rejected"
            )
            isStopped = true
        } else if !addTrap(at: range.lowerBound, .alias) {
            let hint = "an anchor must precede its aliases: &\(name)"
            report(
                "no value before this place has the anchor of \"*\(name)\"",
                at: range,
                hint: hint
            )
        }
        let content = YAMLNode.Content.scalar(text: "*" + name, isPlain: false)
        complete(YAMLNode(content, at: range, in: source), range)
    }

    private mutating func checkNumber(_ text: String, isPlain: Bool, at range: Range<Int>) {
        // In documents of others it is a text; numbers are marked there.
        guard isPlain, rules == .contract, let unusable = YAMLScalar.resolve(text).unusable else {
            return
        }
        let number = "the number \(Excerpt.bare(text))"
        let reason =
            switch unusable {
            case .tooLarge:
                "\(number) is too large: expected at most 64 bits, or an exponent of at most 18 digits"
            case .notFinite: "\(number) cannot be written in JSON"
            }
        report(reason, at: range, hint: YAMLQuotes.hint(for: text))
    }

    private mutating func checkProperties(of event: YAMLEvent) {
        guard event.anchor != nil || event.tag != nil else { return }
        let start = event.range.lowerBound
        let standard = "tag:yaml.org,2002:"
        let isStandard = event.tag?.utf8.starts(with: standard.utf8) ?? false
        if rules == .foreign, event.tag == nil || isStandard { return }
        if case .scalar(_, isPlain: true) = event.kind, !isStandard {
            if addTrap(at: start, event.anchor == nil ? .tag : .anchor) { return }
        }
        if let anchor = event.anchor {
            anchors.insert(anchor)
            let hint = "remove it, and write the value out where it is used"
            let message = "anchors are not allowed in a contract, got \"&\(anchor)\""
            report(message, at: start..<start + anchor.unicodeScalars.count + 1, hint: hint)
        }
        if let tag = event.tag {
            let name = isStandard ? "!!" + tag.dropFirst(standard.count) : tag
            let message = "tags are not allowed in \(rules.subject), got \(Excerpt.quoted(name))"
            report(message, at: start..<start + 1, hint: "remove it")
        }
    }
}

// MARK: - Collections

extension YAMLTreeBuilder {
    private mutating func startDocument(_ range: Range<Int>) {
        documents += 1
        guard documents > 1 else { return }
        let hint = "remove this line, or move the rest to a separate file"
        let subject = rules == .contract ? "a contract" : "what is read"
        report("a second document begins here; \(subject) is one document", at: range, hint: hint)
        isStopped = true
    }

    private mutating func open(_ frame: YAMLFrame) {
        if let parent = frames.last, parent.isMapping, parent.key == nil, parent.isFlow,
            frame.isFlow, frame.start == parent.start + 1
        {
            _ = addTrap(at: parent.start, .template)
        }
        frames.append(frame)
        guard frames.count > Self.maximumDepth else { return }
        let message = "mappings and sequences are nested more than \(Self.maximumDepth) deep"
        report(message, at: frame.start..<frame.start + 1)
        isStopped = true
    }

    private mutating func close(at range: Range<Int>) {
        guard var frame = frames.popLast() else { return }
        let whole = frame.start..<max(range.upperBound, frame.start)
        reportCutTexts(of: &frame)
        reportBareKeys(of: frame, whole)
        let content: YAMLNode.Content =
            frame.isMapping ? .mapping(frame.allEntries) : .sequence(frame.elements)
        let length =
            frame.isFlow
            ? source.lengthOnFirstLine(whole) : frame.entries.first?.key.length ?? 1
        let location = source.location(ofCharacter: frame.start)
        let node = YAMLNode(content, at: location, length: length)
        remember(node, weight: frame.weight, as: frame.anchor)
        complete(node, whole, weight: frame.weight)
    }

    /// Hands a finished node to the collection it stands in.
    private mutating func complete(_ node: YAMLNode, _ range: Range<Int>, weight: Int = 1) {
        guard let last = frames.indices.last else {
            if root == nil { root = node }
            return
        }
        frames[last].weight += weight
        guard frames[last].isMapping else {
            frames[last].elements.append(node)
            return
        }
        if let key = frames[last].key {
            frames[last].key = nil
            if rules == .foreign, key.node.isMergeKey {
                merge(node, range, in: last)
            } else if key.node.text != nil {
                frames[last].entries.append(YAMLNode.Entry(key: key.node, value: node))
            }
        } else {
            frames[last].key = (node, range)
            checkKey(node, range, in: last)
        }
    }
}

// MARK: - Keys

extension YAMLTreeBuilder {
    private mutating func checkKey(_ key: YAMLNode, _ range: Range<Int>, in frame: Int) {
        guard case .scalar(let text, let isPlain) = key.content else {
            report("expected a text as key, got a \(key.kindName)", at: range)
            return
        }
        if isPlain, text.isEmpty {
            report("expected a key before the colon, got nothing", at: range)
            return
        }
        if key.isMergeKey {
            if rules == .foreign { return }
            let hint = "write the entries out; for a key of this name, quote it"
            report("merge keys are not allowed in a contract, got \"<<\"", at: range, hint: hint)
            return
        }
        let points = CodePoints(text)
        if let line = frames[frame].keyLines[points] {
            let first = line == key.location.line ? "this line too" : "line \(line)"
            let message = "duplicate key \(Excerpt.quoted(text)); the first is in \(first)"
            report(message, at: range, hint: "remove one of the two, or rename it")
        } else {
            frames[frame].keyLines[points] = key.location.line
        }
    }

    /// Takes over the entries of a mapping, or of several of which the first comes first.
    private mutating func merge(_ node: YAMLNode, _ range: Range<Int>, in frame: Int) {
        for part in node.elements ?? [node] {
            guard let entries = part.entries else {
                let found =
                    "expected a mapping after \"<<\", or a list of mappings, got "
                    + "\(part.kindAndValue)"
                report(found, at: range)
                continue
            }
            frames[frame].merged += entries
        }
    }

    /// Remembers a key in braces that has neither colon nor value, such as `{name}`.
    private mutating func noteBareKey(isEmpty: Bool, at index: Int) {
        guard isEmpty, let last = frames.indices.last, frames[last].isFlow,
            let key = frames[last].key, let text = key.node.text, index >= key.range.upperBound,
            patches[key.range.lowerBound] == nil, source.isBlank(key.range.upperBound..<index)
        else { return }
        frames[last].bareKeys.append((text, key.range))
    }

    /// Reports a text in braces that its comma ends, and reads it as it was meant.
    private mutating func reportCutTexts(of frame: inout YAMLFrame) {
        var cut: [(entry: Int, first: Range<Int>)] = []
        for key in frame.bareKeys {
            let place = source.location(ofCharacter: key.range.lowerBound)
            guard let index = frame.entries.firstIndex(where: { $0.key.location == place }),
                index > 0, let rest = frame.entries[index].key.text, !rest.contains(":"),
                case .scalar(let text, isPlain: true) = frame.entries[index - 1].value.content,
                frame.entries[index - 1].value.stringValue != nil
            else { continue }
            if cut.last?.entry != index - 1 { cut.append((index - 1, key.range)) }
            let value = frame.entries[index - 1].value
            frame.entries[index - 1] = YAMLNode.Entry(
                key: frame.entries[index - 1].key,
                value: YAMLNode(
                    .scalar(text: "\(text), \(rest)", isPlain: true),
                    at: value.location,
                    length: value.length
                )
            )
            frame.entries.remove(at: index)
            frame.bareKeys.removeAll { $0.range == key.range }
        }
        for (index, first) in cut {
            let entry = frame.entries[index]
            let text = entry.value.text ?? ""
            report(
                "in braces a comma ends a text",
                at: first,
                hint: "quote it: \(entry.key.text ?? ""): \(YAMLQuotes.quoted(text))"
            )
        }
    }

    private mutating func reportBareKeys(of frame: YAMLFrame, _ whole: Range<Int>) {
        for key in frame.bareKeys {
            let parts = key.text.split(separator: ":", maxSplits: 1)
            if parts.count == 2, !parts[1].hasPrefix("/"), !parts[0].contains(" ") {
                let message = "\(Excerpt.quoted(key.text)) is a key without a value"
                let hint = "write a space after the colon: \(parts[0]): \(parts[1])"
                report(message, at: key.range, hint: hint)
            } else if frame.entries.count == 1, traps.count < Self.maximumTraps,
                source.isShort(line: source.location(ofCharacter: frame.start).line),
                let text = source.text(in: whole)
            {
                if traps.last?.range.contains(frame.start) ?? false { return }
                traps.append(YAMLTrap(kind: .wordInBraces, text: text, range: whole))
            } else {
                let message = "the key \(Excerpt.quoted(key.text)) has no value"
                let hint = "write \(YAMLQuotes.quoted(key.text)): null to set it to null"
                report(message, at: key.range, hint: hint)
            }
        }
    }
}

extension YAMLNode {
    /// Whether it is the key whose value is merged into its mapping.
    fileprivate var isMergeKey: Bool {
        if case .scalar("<<", isPlain: true) = content { true } else { false }
    }

    /// A node that takes the characters in `range`.
    fileprivate init(_ content: Content, at range: Range<Int>, in source: SourceText) {
        self.init(
            content,
            at: source.location(ofCharacter: range.lowerBound),
            length: source.lengthOnFirstLine(range)
        )
    }
}
