import Contract
import JSON

/// Turns the events of one document into a tree and notes everything a contract must not hold.
struct YAMLTreeBuilder {
    /// Collections may be nested this deep.
    static let maximumDepth = 200

    private let source: SourceText
    private var frames: [Frame] = []
    private var documents = 0

    private(set) var root: YAMLNode?
    private(set) var diagnostics: [Diagnostic] = []
    /// Set when reading on is of no use; the last diagnostic says why.
    private(set) var isStopped = false

    init(_ source: SourceText) {
        self.source = source
    }

    /// Takes the next event.
    mutating func take(_ event: YAMLEvent) {
        checkProperties(of: event)
        switch event.kind {
        case .documentStart:
            startDocument(event.range)
        case .scalar(let text, let isPlain):
            checkNumber(text, isPlain: isPlain, at: event.range)
            complete(YAMLNode(.scalar(text: text, isPlain: isPlain), at: event.range, in: source))
        case .alias(let name):
            report("aliases are not allowed in a contract, got \"*\(name)\"", at: event.range)
            complete(YAMLNode(.scalar(text: "*" + name, isPlain: false), at: event.range, in: source))
        case .sequenceStart(let isFlow):
            open(Frame(isMapping: false, isFlow: isFlow, range: event.range))
        case .mappingStart(let isFlow):
            open(Frame(isMapping: true, isFlow: isFlow, range: event.range))
        case .collectionEnd:
            close(at: event.range)
        case .other, .streamEnd:
            break
        }
    }

    private mutating func report(_ message: String, at range: Range<Int>, hint: String? = nil) {
        let location = source.location(ofCharacter: range.lowerBound)
        let length = source.lengthOnFirstLine(range)
        diagnostics.append(Diagnostic(message, at: location, length: length, hint: hint))
    }
}

// MARK: - Collections

extension YAMLTreeBuilder {
    /// A collection that is still open.
    private struct Frame {
        let isMapping: Bool
        let isFlow: Bool
        /// Its first characters: the bracket, or nothing for a collection in block style.
        let range: Range<Int>
        var elements: [YAMLNode] = []
        var entries: [YAMLNode.Entry] = []
        /// The key whose value comes next.
        var key: YAMLNode?
        /// The line of every key so far.
        var keyLines: [CodePoints: Int] = [:]
    }

    private mutating func startDocument(_ range: Range<Int>) {
        documents += 1
        guard documents > 1 else { return }
        report(
            "a second document begins here; a contract is one document",
            at: range,
            hint: "remove this line, or move what follows to a file of its own"
        )
        isStopped = true
    }

    private mutating func open(_ frame: Frame) {
        frames.append(frame)
        guard frames.count > Self.maximumDepth else { return }
        report("nested deeper than \(Self.maximumDepth) levels", at: frame.range)
        isStopped = true
    }

    private mutating func close(at range: Range<Int>) {
        guard let frame = frames.popLast() else { return }
        let content: YAMLNode.Content =
            frame.isMapping ? .mapping(frame.entries) : .sequence(frame.elements)
        let location = source.location(ofCharacter: frame.range.lowerBound)
        let length =
            frame.isFlow
            ? source.lengthOnFirstLine(frame.range.lowerBound..<range.upperBound)
            : frame.entries.first?.key.length ?? 1
        complete(YAMLNode(content, at: location, length: length))
    }

    /// Hands a finished node to the collection it stands in.
    private mutating func complete(_ node: YAMLNode) {
        guard let last = frames.indices.last else {
            if root == nil { root = node }
            return
        }
        guard frames[last].isMapping else {
            frames[last].elements.append(node)
            return
        }
        if let key = frames[last].key {
            frames[last].key = nil
            if key.text != nil { frames[last].entries.append(.init(key: key, value: node)) }
        } else {
            frames[last].key = node
            checkKey(node, in: last)
        }
    }
}

// MARK: - What a contract must not hold

extension YAMLTreeBuilder {
    private mutating func checkProperties(of event: YAMLEvent) {
        if let anchor = event.anchor {
            report("anchors are not allowed in a contract, got \"&\(anchor)\"", at: event.range)
        }
        if let tag = event.tag {
            report("tags are not allowed in a contract, got \"\(tag)\"", at: event.range)
        }
    }

    private mutating func checkNumber(_ text: String, isPlain: Bool, at range: Range<Int>) {
        guard isPlain, let unusable = YAMLScalar.resolve(text).unusable else { return }
        let excerpt = Excerpt.quoted(text)
        let reason =
            switch unusable {
            case .tooLarge: "the number \(text) does not fit into 64 bits"
            case .notFinite: "JSON has no number \(text)"
            }
        report(reason, at: range, hint: "quote this: \(excerpt)")
    }

    private mutating func checkKey(_ key: YAMLNode, in frame: Int) {
        guard case .scalar(let text, let isPlain) = key.content else {
            let message = "expected a text as key, got a \(key.kindName)"
            diagnostics.append(Diagnostic(message, at: key.location, length: key.length))
            return
        }
        if isPlain, text == "<<" {
            let message = "merge keys are not allowed in a contract"
            let hint = "write the entries out"
            let place = key.location
            diagnostics.append(Diagnostic(message, at: place, length: key.length, hint: hint))
            return
        }
        let points = CodePoints(text)
        if let line = frames[frame].keyLines[points] {
            let message = "duplicate key \(Excerpt.quoted(text)); the first is in line \(line)"
            diagnostics.append(Diagnostic(message, at: key.location, length: key.length))
        } else {
            frames[frame].keyLines[points] = key.location.line
        }
    }
}

extension YAMLNode {
    /// A node that takes the characters in `range`.
    init(_ content: Content, at range: Range<Int>, in source: SourceText) {
        self.init(
            content,
            at: source.location(ofCharacter: range.lowerBound),
            length: source.lengthOnFirstLine(range)
        )
    }
}
