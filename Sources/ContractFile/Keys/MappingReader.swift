import Base
import Contract
import JSON

/// The state of reading a mapping: which keys were asked for.
///
/// Only `KeyReader` hands it the names of keys.
final class MappingReader {
    /// The mapping that is read.
    let node: YAMLNode
    /// What the mapping is, with its article, as messages name it: "a request".
    let subject: String
    /// Where everything is reported.
    let diagnostics: Diagnostics

    /// The entries of `node` in source order.
    private let entries: [YAMLNode.Entry]
    /// The keys that were asked for, in that order.
    private var known: [String] = []
    /// What to say of keys that other tools have.
    private var explanations: [String: String] = [:]
    /// What was said of keys that are not there, with the keys.
    private var lacks: [(keys: [String], diagnostic: Diagnostic)] = []

    /// Begins to read a mapping; `nil` after a report that `node` is none.
    init?(_ node: YAMLNode, of subject: String, _ diagnostics: Diagnostics) {
        guard let entries = node.entries else {
            diagnostics.mismatch("a mapping", at: node)
            return nil
        }
        self.node = node
        self.subject = subject
        self.diagnostics = diagnostics
        self.entries = entries
    }

    /// The value under a key; `nil` when the key is not there.
    func optional(_ key: String) -> YAMLNode? {
        entry(key)?.value
    }

    /// The value under a key that must be there; `nil` after a report that it is not.
    func required(_ key: String) -> YAMLNode? {
        if let value = optional(key) { return value }
        reportLack(of: [key], "missing key \(Excerpt.quoted(key)) in \(subject)")
        return nil
    }

    /// Reports that none of some keys is there.
    ///
    /// It is taken back at the end when one of them was mistyped, of which the end tells.
    func reportLack(of keys: [String], _ message: String, hint: String? = nil) {
        let diagnostic = Diagnostic(message, at: node.location, length: node.length, hint: hint)
        lacks.append((keys, diagnostic))
        diagnostics.report(diagnostic)
    }

    /// The key and its value, for diagnostics about the key.
    func entry(_ key: String) -> YAMLNode.Entry? {
        known.append(key)
        return entries.first { $0.key.text?.hasSameCodePoints(as: key) ?? false }
    }

    /// Gives the hint for keys that are unknown here, but that people know from elsewhere.
    func explain(_ keys: [String], _ hint: String) {
        for key in keys { explanations[key] = hint }
    }

    /// Declares keys and returns the entries that are there, in source order.
    func present(of keys: [String]) -> [YAMLNode.Entry] {
        known += keys
        return entries.filter { entry in
            keys.contains { entry.key.text?.hasSameCodePoints(as: $0) ?? false }
        }
    }

    /// Declares keys of which exactly one must be there, for example `call` and `request`.
    ///
    /// - Parameter keys: The choices; the message lists them.
    /// - Returns: The entry, or `nil` after a report that there is none or more than one.
    func exactlyOne(of keys: [String]) -> YAMLNode.Entry? {
        let found = present(of: keys)
        if found.count == 1 { return found[0] }
        let choices = "exactly one of \(keys.joined(separator: ", ")) in \(subject)"
        if found.isEmpty {
            reportLack(of: keys, "expected \(choices), got none")
            return nil
        }
        let names = found.compactMap { $0.key.text.map { Excerpt.quoted($0) } }
        diagnostics.error(
            "expected \(choices), got \(names.joined(separator: " and "))",
            at: found[1].key
        )
        return nil
    }

    /// Reports every unread key, unless it begins with `x-`.
    func finish() {
        for entry in entries {
            guard let name = entry.key.text, !name.utf8.starts(with: "x-".utf8) else { continue }
            let isKnown = known.contains { $0.hasSameCodePoints(as: name) }
            guard !isKnown else { continue }
            let nearest =
                explanations[name] == nil ? NearestName.suggestion(for: name, among: known) : nil
            if let nearest { takeBackLacks(of: nearest) }
            diagnostics.error(
                "unknown key \(Excerpt.quoted(name)) in \(subject)",
                at: entry.key,
                hint: explanations[name] ?? nearest.map(Diagnostics.hint) ?? knownKeys
            )
        }
    }

    /// Takes back that a key is not there: it is there under another name.
    private func takeBackLacks(of key: String) {
        for lack in lacks where lack.keys.contains(key) { diagnostics.takeBack(lack.diagnostic) }
    }

    private var knownKeys: String {
        var seen: Set<String> = []
        let names = known.filter { seen.insert($0).inserted }
        return names.isEmpty
            ? "no key is known here" : "known keys: \(names.joined(separator: ", "))"
    }
}

extension Diagnostics {
    /// "did you mean "path"?", or `nil` when no name is near.
    static func suggestion(for name: String, among names: [String]) -> String? {
        NearestName.suggestion(for: name, among: names).map(hint)
    }

    /// Asks whether a name was meant.
    fileprivate static func hint(_ nearest: String) -> String {
        "did you mean \(Excerpt.quoted(nearest))?"
    }
}
