package import Contract

/// What a YAML text may hold.
package enum YAMLRules: Sendable {
    /// Only what every reader sees in the same way: no anchors, aliases, merge keys and tags.
    case contract
    /// Anchors, aliases and merge keys too, which are written out; for documents of others.
    case foreign

    /// Larger texts are refused, unread.
    package var maximumBytes: Int {
        switch self {
        case .contract: YAMLDocument.maximumBytes
        case .foreign: 128 * 1024 * 1024
        }
    }

    /// What a text is, for messages.
    var subject: String {
        switch self {
        case .contract: "a contract"
        case .foreign: "such a document"
        }
    }
}

/// Reads the text of a contract file into a tree of nodes.
package enum YAMLDocument {
    /// Larger files are refused, unread.
    package static let maximumBytes = 8 * 1024 * 1024

    /// Parses one YAML document.
    ///
    /// - Parameters:
    ///   - bytes: The whole file.
    ///   - file: The path as it is shown to the user.
    /// - Returns: The root node, of any kind.
    /// - Throws: Everything that is wrong with the text as YAML, not only the first error.
    package static func parse(
        _ bytes: [UInt8],
        file: String
    ) throws(DiagnosticList) -> YAMLNode {
        try parse(SourceText(file: file, bytes: bytes))
    }

    /// Parses one YAML document.
    ///
    /// - Parameters:
    ///   - source: The whole file.
    ///   - rules: What it may hold.
    /// - Returns: The root node, of any kind.
    /// - Throws: Everything that is wrong with the text as YAML, not only the first error.
    package static func parse(
        _ source: SourceText,
        by rules: YAMLRules = .contract
    ) throws(DiagnosticList) -> YAMLNode {
        let diagnostics = Diagnostics()
        let root = parse(source, by: rules, into: diagnostics)
        try diagnostics.throwIfErrors()
        guard let root else { preconditionFailure("no tree of \(source.file), and no error") }
        return root
    }

    /// Parses one YAML document as far as possible, for a caller that goes on after errors.
    ///
    /// - Parameters:
    ///   - source: The whole file.
    ///   - rules: What it may hold.
    ///   - diagnostics: Gets everything that is wrong with the text as YAML.
    /// - Returns: The root node, of any kind, in which a text that should have been quoted is a
    ///   string; `nil` when the text has no structure that one could go on with.
    package static func parse(
        _ source: SourceText,
        by rules: YAMLRules = .contract,
        into diagnostics: Diagnostics
    ) -> YAMLNode? {
        guard source.bytes.count <= rules.maximumBytes else {
            let size = "\(source.bytes.count) bytes"
            SourceText.tooLarge(source.file, size: size, by: rules).diagnostics
                .forEach(diagnostics.report)
            return nil
        }
        let unfit = YAMLTextCheck.diagnostics(for: source)
        guard unfit.isEmpty else {
            unfit.forEach(diagnostics.report)
            return nil
        }
        var reading = YAMLReading(source, rules)
        let root = reading.run()
        reading.diagnostics.forEach(diagnostics.report)
        return root
    }
}

/// Parses a text again and again, each time with the texts made harmless that stopped it before.
///
/// A text that must be quoted is replaced by as many letters x, which keeps every other character
/// in its place; so one run finds all of them, and what else is wrong behind them.
private struct YAMLReading {
    private let source: SourceText
    private let rules: YAMLRules
    private var bytes: [UInt8]
    private var patches: [Int: String] = [:]
    /// Pairs of escapes that are none where they stand, by their first characters.
    private var literalPairs: Set<Int> = []
    private(set) var diagnostics: [Diagnostic] = []

    init(_ source: SourceText, _ rules: YAMLRules) {
        self.source = source
        self.rules = rules
        bytes = source.bytes
    }

    /// Parses until nothing new is found; `nil` when the text cannot be read to its end.
    mutating func run() -> YAMLNode? {
        // Bounds the time for a large file in which everything is wrong.
        let passes = min(50, max(3, 64 * 1024 * 1024 / max(1, bytes.count)))
        for pass in 1...passes {
            let (builder, error) = build()
            let culprit = error.flatMap { YAMLSyntaxMessage.trap(for: $0, builder) }
            let fresh = unpatched(builder.traps, and: culprit)
            diagnostics += fresh.map { $0.diagnostic(in: source) }
            if fresh.isEmpty || pass == passes {
                return finish(builder, culprit == nil ? error : nil, isComplete: error == nil)
            }
            patch(fresh)
        }
        return nil
    }

    /// Builds as much of a tree as there is; with the error that ended it.
    ///
    /// Which escapes are some is known once the text was read as if all were.
    private mutating func build() -> (builder: YAMLTreeBuilder, error: YAMLSyntaxError?) {
        while true {
            let pairs = SurrogatePairs(in: bytes, besides: literalPairs)
            var builder = YAMLTreeBuilder(source, rules, patches: patches)
            let (error, literal) = feed(&builder, pairs)
            if literal.isEmpty { return (builder, error) }
            literalPairs.formUnion(literal)
        }
    }

    /// Hands the events to a builder.
    ///
    /// - Returns: The error that ended them, and the pairs of escapes that are none.
    private func feed(
        _ builder: inout YAMLTreeBuilder,
        _ pairs: SurrogatePairs
    ) -> (error: YAMLSyntaxError?, literal: [Int]) {
        let events = YAMLEvents(pairs.joined(in: bytes))
        var literal: [Int] = []
        do throws(YAMLSyntaxError) {
            while !builder.isStopped {
                var event = try events.next()
                if case .streamEnd = event.kind { break }
                event.range = pairs.origin(of: event.range)
                if case .scalar = event.kind, !event.hasEscapes {
                    literal += pairs.starts(in: event.range)
                }
                builder.take(event)
            }
            return (nil, literal)
        } catch {
            let place = YAMLSyntaxError(
                problem: error.problem,
                context: error.context,
                index: pairs.origin(of: error.index),
                contextIndex: error.contextIndex.map(pairs.origin)
            )
            return (place, literal)
        }
    }

    private mutating func finish(
        _ builder: YAMLTreeBuilder,
        _ error: YAMLSyntaxError?,
        isComplete: Bool
    ) -> YAMLNode? {
        diagnostics += builder.diagnostics
        if let error { diagnostics.append(YAMLSyntaxMessage.diagnostic(for: error, builder)) }
        guard isComplete, !builder.isStopped else { return nil }
        if let root = builder.root, !root.isNull || root.text?.isEmpty == false { return root }
        let message =
            switch rules {
            case .contract: "the file is empty; a contract begins with `contract: \"1\"`"
            case .foreign: "the file is empty"
            }
        let place = SourceLocation(file: source.file, line: 1, column: 1)
        diagnostics.append(Diagnostic(message, at: place))
        return nil
    }

    /// The traps that were not known before, without those that lie in another one.
    private func unpatched(_ traps: [YAMLTrap], and culprit: YAMLTrap?) -> [YAMLTrap] {
        var result = traps
        if let culprit {
            result.removeAll { $0.range.overlaps(culprit.range) }
            result.append(culprit)
        }
        return result.filter { patches[$0.range.lowerBound] == nil }
    }

    private mutating func patch(_ traps: [YAMLTrap]) {
        for trap in traps { patches[trap.range.lowerBound] = trap.text }
        let ranges = patches.map { $0.key..<$0.key + $0.value.unicodeScalars.count }
        bytes = source.bytes(replacing: ranges.sorted { $0.lowerBound < $1.lowerBound })
    }
}

extension SourceText {
    /// Says that a text has more bytes than `YAMLDocument.maximumBytes`.
    static func tooLarge(
        _ path: String,
        size: String,
        by rules: YAMLRules = .contract
    ) -> DiagnosticList {
        let limit = rules.maximumBytes
        let message =
            "the file has \(size); the limit is \(limit) bytes (\(limit / 1024 / 1024) MiB)"
        let hint =
            switch rules {
            case .contract: "split the contract and join the parts with `use:`"
            case .foreign: "split the document, and let its parts refer to each other"
            }
        return DiagnosticList([Diagnostic(message, at: .whole(path), hint: hint)])
    }
}

extension SourceLocation {
    /// A file as a whole, for what has no place in it; line and column are zero.
    package static func whole(_ file: String) -> SourceLocation {
        SourceLocation(file: file, line: 0, column: 0)
    }
}
