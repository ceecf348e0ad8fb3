/// Reads a mapping through the table of its keys and reports the keys that are not in it.
///
/// A decoder made with it reads like the list of the keys it knows; wrong ones are reported to the
/// collector, never thrown, so that one run shows every error of a file:
///
/// ```swift
/// struct RequestKeys: KeyTable {
///     let method = DefaultKey("method", .choice, default: Method.get, "GET", "The method.")
///     let path = Key("path", .string, "The path.", required: true)
///     let timeout = Key("timeout", .duration, "How long to wait for a response.")
///     …
/// }
///
/// guard let reader = KeyReader(node, of: "a request", RequestKeys.self, diagnostics) else {
///     return nil
/// }
/// let method = reader[\.method]
/// let path = reader[\.path]
/// let timeout = reader[\.timeout]
/// reader.finish()
/// guard let path else { return nil }
/// return Request(method: method, path: path, timeout: timeout)
/// ```
///
/// `finish()` comes before the first `guard` on a value, so that unknown keys are reported even
/// when a required one is missing. A reader belongs to one decoder call; it is not `Sendable`.
package struct KeyReader<Keys: KeyGroup> {
    private let mapping: MappingReader
    private let keys: Keys

    private init(_ mapping: MappingReader, _ keys: Keys) {
        self.mapping = mapping
        self.keys = keys
    }

    /// The mapping that is read.
    package var node: YAMLNode { mapping.node }
    /// What the mapping is, with its article, as messages name it: "a request".
    package var subject: String { mapping.subject }
    /// Where everything is reported.
    package var diagnostics: Diagnostics { mapping.diagnostics }
}

extension KeyReader {
    /// Begins to read a mapping by some of its keys; `nil` after a report that `node` is none.
    ///
    /// - Parameters:
    ///   - node: What should be a mapping.
    ///   - subject: What the mapping is, with its article: "a request".
    ///   - keys: Those that are read first.
    ///   - diagnostics: Where everything is reported.
    package init?(_ node: YAMLNode, of subject: String, _ keys: Keys, _ diagnostics: Diagnostics) {
        guard let mapping = MappingReader(node, of: subject, diagnostics) else { return nil }
        self.init(mapping, keys)
    }
}

extension KeyReader where Keys: KeyTable {
    /// Whether the mapping has an unknown key that is not a remark.
    var hasUnknownKeys: Bool {
        let known = Set(keys.descriptions.map(\.name))
        return (node.entries ?? []).compactMap(\.key.text).contains {
            !$0.hasPrefix("x-") && !known.contains($0)
        }
    }

    /// Begins to read a mapping; `nil` after a report that `node` is none.
    ///
    /// - Parameters:
    ///   - node: What should be a mapping.
    ///   - subject: What the mapping is, with its article: "a request".
    ///   - table: Its keys.
    ///   - diagnostics: Where everything is reported.
    package init?(
        _ node: YAMLNode,
        of subject: String,
        _ table: Keys.Type,
        _ diagnostics: Diagnostics
    ) {
        self.init(node, of: subject, Keys.keys, diagnostics)
    }
}

extension KeyReader {
    /// The decoded value under a key; `nil` when the key is not there, which is reported if it is
    /// required, or when its value was reported.
    package subscript<Value>(_ path: KeyPath<Keys, Key<Value>>) -> Value? {
        let key = keys[keyPath: path]
        let value = key.isRequired ? mapping.required(key.name) : mapping.optional(key.name)
        return value?.decoded(as: key.kind, diagnostics)
    }

    /// The decoded value under a key; what holds without it when it is not there or was reported.
    package subscript<Value>(_ path: KeyPath<Keys, DefaultKey<Value>>) -> Value {
        let key = keys[keyPath: path]
        return mapping.optional(key.key.name)?.decoded(as: key.key.kind, diagnostics)
            ?? key.standard
    }

    /// Reports a version of the format other than the one that is read.
    func checkVersion(_ path: KeyPath<Keys, Key<YAMLNode>>) {
        guard let node = self[path], node.text != "1" else { return }
        diagnostics.error(
            "expected version \"1\" of the format, got \(node.kindAndValue)",
            at: node,
            hint: "write \(keys[keyPath: path].name): \"1\""
        )
    }

    /// The decoded value under a key that is needed here, though not always; `nil` after a report.
    package func required<Value>(_ path: KeyPath<Keys, Key<Value>>) -> Value? {
        let key = keys[keyPath: path]
        return mapping.required(key.name)?.decoded(as: key.kind, diagnostics)
    }

    /// The key and its value as they stand there, for diagnostics about the key.
    package func entry<Value>(_ path: KeyPath<Keys, Key<Value>>) -> YAMLNode.Entry? {
        mapping.entry(keys[keyPath: path].name)
    }

    /// The key and its value as they stand there.
    package func entry<Value>(_ path: KeyPath<Keys, DefaultKey<Value>>) -> YAMLNode.Entry? {
        mapping.entry(keys[keyPath: path].key.name)
    }

    /// The entries of a list of keys that are there, in source order.
    ///
    /// - Parameters:
    ///   - path: The list.
    ///   - wanted: The names to look for; `nil` for all of the list. Others are never found.
    /// - Returns: The entries.
    package func present(
        _ path: KeyPath<Keys, KeyList>,
        _ wanted: [String]? = nil
    ) -> [YAMLNode.Entry] {
        let list = keys[keyPath: path]
        guard let wanted else { return mapping.present(of: list.names) }
        let names = list.names + list.refused
        return mapping.present(of: wanted.filter { names.contains($0) })
    }

    /// The value of one key of a list, which must be there if it is required.
    ///
    /// - Parameters:
    ///   - path: The list.
    ///   - name: One of its keys.
    /// - Returns: The value; `nil` when the key is not there.
    package func value(_ path: KeyPath<Keys, KeyList>, _ name: String) -> YAMLNode? {
        guard let key = keys[keyPath: path].keys.first(where: { $0.name == name }) else {
            preconditionFailure("\(name) is none of \(keys[keyPath: path].names)")
        }
        return key.isRequired ? mapping.required(name) : mapping.optional(name)
    }

    /// The entry for alternative keys, exactly one of them required; `nil` after a report that
    /// none or more than one is present.
    package func exactlyOne(_ path: KeyPath<Keys, KeyList>) -> YAMLNode.Entry? {
        let list = keys[keyPath: path]
        precondition(list.isChoice, "\(list.names) are not alternatives")
        return mapping.exactlyOne(of: list.names + list.refused)
    }

    /// Marks all keys as read, because another error was reported already.
    package func passOver() {
        _ = mapping.present(of: keys.descriptions.map(\.name))
    }

    /// The same mapping, of whose keys only a part is read.
    package func part<Part: KeyGroup>(_ path: KeyPath<Keys, Part>) -> KeyReader<Part> {
        KeyReader<Part>(mapping, keys[keyPath: path])
    }

    /// The same mapping, which turned out to have other keys or further ones.
    package func with<Other: KeyGroup>(_ keys: Other) -> KeyReader<Other> {
        KeyReader<Other>(mapping, keys)
    }

    /// Reports that none of some keys is there, unless one of them turns out to be mistyped.
    package func reportLack(of keys: [String], _ message: String, hint: String? = nil) {
        mapping.reportLack(of: keys, message, hint: hint)
    }

    /// Gives the hint for keys that are unknown here, but that people know from elsewhere.
    package func explain(_ keys: [String], _ hint: String) { mapping.explain(keys, hint) }

    /// Reports every unread key, unless it begins with `x-`.
    package func finish() { mapping.finish() }
}
