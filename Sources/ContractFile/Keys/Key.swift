package import JSON

/// One key of a mapping: how its value is read, and what an editor and the reference say of it.
///
/// A class, so that tables of many keys are passed on cheaply; it never changes.
package final class Key<Value>: Sendable {
    package let name: String
    let kind: NodeDecoder<Value>
    let isRequired: Bool
    let remarks: KeyRemarks

    /// - Parameters:
    ///   - name: The key.
    ///   - kind: What its value is.
    ///   - doc: What it means, in one sentence; `nil` when the definition of its value says so.
    ///   - isRequired: Whether the mapping must have it.
    ///   - standard: What holds without it, for people.
    ///   - examples: Values that editors offer.
    package init(
        _ name: String,
        _ kind: NodeDecoder<Value>,
        _ doc: String? = nil,
        required isRequired: Bool = false,
        default standard: JSONValue? = nil,
        examples: [JSONValue] = []
    ) {
        self.name = name
        self.kind = kind
        self.isRequired = isRequired
        remarks = KeyRemarks(doc: doc, standard: standard, examples: examples)
    }
}

extension Key<YAMLNode> {
    /// The first key of a file: the version of its format.
    static func version(_ name: String) -> Key {
        Key(
            name,
            .node(["enum": ["1", 1]]),
            #"The version of the format: always "1"."#,
            required: true,
            default: "1"
        )
    }
}

/// A key whose value is known when it is left out.
package final class DefaultKey<Value: Sendable>: Sendable {
    let key: Key<Value>
    let standard: Value

    /// - Parameters:
    ///   - name: The key.
    ///   - kind: What its value is.
    ///   - standard: What holds without it.
    ///   - spelling: How a file would write that.
    ///   - doc: What it means, in one sentence.
    package init(
        _ name: String,
        _ kind: NodeDecoder<Value>,
        default standard: Value,
        _ spelling: JSONValue,
        _ doc: String? = nil
    ) {
        key = Key(name, kind, doc, default: spelling)
        self.standard = standard
    }
}

/// Keys that are distinguished by name at run time.
package struct KeyList: Sendable {
    let keys: [Key<YAMLNode>]
    /// Those of the keys, in order.
    let names: [String]
    /// Further names that are looked for, to say why they cannot be here.
    let refused: [String]
    /// Whether exactly one of the keys must be there.
    let isChoice: Bool

    /// Keys of which any may be there.
    package init(_ keys: [Key<YAMLNode>], refusing refused: [String] = []) {
        self.keys = keys
        names = keys.map(\.name)
        self.refused = refused
        isChoice = false
    }

    /// Keys of which exactly one must be there.
    package init(oneOf keys: [Key<YAMLNode>], refusing refused: [String] = []) {
        self.keys = keys
        names = keys.map(\.name)
        self.refused = refused
        isChoice = true
    }
}

/// What is said of a key, and read by no decoder.
struct KeyRemarks: Sendable {
    let doc: String?
    let standard: JSONValue?
    let examples: [JSONValue]
}

/// Keys that several mappings have.
package protocol KeyGroup: Sendable {}

/// The keys of one mapping of a format, each a property.
///
/// Its decoder reads through them (`reader[\.delay]`), so that no key can be read that is not
/// here; editor schemas and the reference chapters are written from the same properties.
package protocol KeyTable: KeyGroup {
    /// The keys, made once.
    static var keys: Self { get }
    /// What is said of the mapping as a whole.
    static var outline: TableOutline { get }
    /// Its name among the definitions of the editor schema.
    static var name: String { get }
}

/// What an editor knows of a mapping beside its keys.
package struct TableOutline: Sendable {
    /// What the mapping is, in one sentence; `nil` where each use of it says so.
    let doc: String?
    /// Where rows may put values in.
    let filling: Filling
    /// What keys alone cannot say, each a schema that holds too.
    let rules: [JSONValue]
    /// What else may stand in place of the mapping: members of its schema; `type` is null where
    /// anything may.
    let alternatives: JSONValue
    /// As people write them: a YAML list that shows every key.
    let text: String
    /// The elements of that list, and further ones.
    let examples: [JSONValue]

    /// - Parameters:
    ///   - doc: What the mapping is, in one sentence.
    ///   - filling: Where rows may put values in.
    ///   - rules: What keys alone cannot say.
    ///   - alternatives: What else may stand in its place.
    ///   - text: A YAML list of examples that shows every key.
    ///   - further: Examples that were made from those of another mapping.
    init(
        _ doc: String? = nil,
        filling: Filling = .none,
        rules: [JSONValue] = [],
        alternatives: JSONValue = [:],
        examples text: String = "",
        further: [JSONValue] = []
    ) {
        self.doc = doc
        self.filling = filling
        self.rules = rules
        self.alternatives = alternatives
        self.text = text
        examples = Self.values(of: text) + further
    }

    /// Whether anything may stand in place of the mapping.
    var hasNoType: Bool { alternatives["type"] == .null }
}

extension TableOutline {
    /// The elements of a list that the tool itself writes.
    static func values(of text: String) -> [JSONValue] {
        do {
            return text.isEmpty
                ? [] : try YAMLDocument.parse(Array(text.utf8), file: "").json.arrayValue ?? []
        } catch {
            preconditionFailure("\(error) in \(text)")
        }
    }
}

// MARK: - For those who list keys

/// A key as editors and the reference show it.
struct KeyDescription {
    let name: String
    let schema: ValueSchema
    let isRequired: Bool
    let remarks: KeyRemarks
}

/// A property of a table.
private protocol DescribedKeys {
    var descriptions: [KeyDescription] { get }
    /// The names of which exactly one must be there; empty without such a rule.
    var choice: [String] { get }
}

extension Key: DescribedKeys {
    fileprivate var descriptions: [KeyDescription] {
        [
            KeyDescription(
                name: name,
                schema: kind.schema,
                isRequired: isRequired,
                remarks: remarks
            )
        ]
    }
    fileprivate var choice: [String] { [] }
}

extension DefaultKey: DescribedKeys {
    fileprivate var descriptions: [KeyDescription] { key.descriptions }
    fileprivate var choice: [String] { [] }
}

extension KeyList: DescribedKeys {
    fileprivate var descriptions: [KeyDescription] { keys.flatMap(\.descriptions) }
    fileprivate var choice: [String] { isChoice ? names : [] }
}

extension KeyGroup {
    /// Every key in order; one that is in two lists is described by the first.
    var descriptions: [KeyDescription] {
        var known: Set<String> = []
        return properties.flatMap(\.descriptions).filter { known.insert($0.name).inserted }
    }

    /// The lists of names of which exactly one must be there.
    var choices: [[String]] { properties.map(\.choice).filter { !$0.isEmpty } }

    private var properties: [any DescribedKeys] {
        Mirror(reflecting: self).children.flatMap { child -> [any DescribedKeys] in
            if let group = child.value as? any KeyGroup { return group.properties }
            return (child.value as? any DescribedKeys).map { [$0] } ?? []
        }
    }
}
