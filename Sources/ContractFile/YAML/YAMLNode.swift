package import Contract

/// A node of a YAML document that knows its place in the file.
package struct YAMLNode: Sendable {
    /// What a node holds.
    package enum Content: Sendable {
        /// A plain scalar has no quotes and is resolved by the YAML 1.2 core schema.
        case scalar(text: String, isPlain: Bool)
        case sequence([YAMLNode])
        case mapping([Entry])
    }

    /// One key of a mapping and its value.
    package struct Entry: Sendable {
        package let key: YAMLNode
        package let value: YAMLNode

        package init(key: YAMLNode, value: YAMLNode) {
            self.key = key
            self.value = value
        }
    }

    package let content: Content
    package let location: SourceLocation
    /// How many characters the node takes on its first line; at least one.
    package let length: Int

    package init(_ content: Content, at location: SourceLocation, length: Int = 1) {
        self.content = content
        self.location = location
        self.length = length
    }
}
