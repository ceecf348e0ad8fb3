import JSON

/// A tree to be written as YAML: values, and the comments between them.
indirect enum YAMLTree {
    /// On one line if it fits.
    case value(JSONValue)
    case sequence([YAMLTree])
    /// - Parameter isTable: Whether every entry has a line of its own, even if one would do.
    case mapping([Item], isTable: Bool = false)

    /// The content of a mapping.
    enum Item {
        case entry(String, YAMLTree)
        /// Lines above the next item; long ones are wrapped.
        case comment([String])
        /// Lines above the next item that are not wrapped: an example to be copied.
        case sample([String])
        /// An empty line.
        case gap
    }
}

extension YAMLTree {
    /// A text.
    static func text(_ text: String) -> YAMLTree { .value(.string(text)) }

    /// A mapping with these entries, without those that have no value.
    static func entries(_ entries: (String, YAMLTree?)...) -> YAMLTree {
        .mapping(entries.compactMap { name, value in value.map { .entry(name, $0) } })
    }

    /// The tree with only values and keys.
    var isBare: Bool {
        switch self {
        case .value: true
        case .sequence(let elements): elements.allSatisfy(\.isBare)
        case .mapping(let items, let isTable):
            !isTable
                && items.allSatisfy { item in
                    if case .entry(_, let value) = item { value.isBare } else { false }
                }
        }
    }
}
