/// Why a document could not be compiled as a schema: every fault in it, in document order.
package struct JSONSchemaError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Never empty.
    package let faults: [SchemaFault]

    package var description: String {
        faults.map(\.description).joined(separator: "\n")
    }
}

/// One thing wrong with a schema document.
package struct SchemaFault: Hashable, Sendable, CustomStringConvertible {
    /// What is wrong, for callers that tell faults apart.
    package enum Kind: Hashable, Sendable {
        /// A keyword has a value that it cannot have.
        case badValue
        /// A `$ref` or `$dynamicRef` leads nowhere.
        case unresolvedReference
        /// `$schema` or `$vocabulary` asks for something that is not supported.
        case unsupportedDialect
        /// Two places in one resource claim the same `$id` or anchor.
        case duplicateIdentifier
        /// References lead in a circle that no instance can leave.
        case endlessReference
    }

    package let kind: Kind
    /// The URI of the document; `nil` in the document that is being compiled.
    package let document: String?
    /// The JSON Pointer of the faulty keyword's value inside the document.
    package let pointer: String
    /// What was found and what was expected.
    package let reason: String

    package var description: String {
        let place = pointer.isEmpty ? "(root)" : pointer
        return "\(document.map { "\($0)#" } ?? "")\(place): \(reason)"
    }
}

/// A keyword that no vocabulary in use defines, or a misspelt format: it checks nothing.
package struct UnknownSchemaKeyword: Hashable, Sendable, CustomStringConvertible {
    package enum Kind: String, Hashable, Sendable {
        case keyword, format
    }

    package let kind: Kind
    package let name: String
    /// The JSON Pointer of the keyword's value inside the document.
    package let pointer: String
    /// One with nearly the same name; never `nil` for a format, as schemas may use formats of their own.
    package let suggestion: String?

    package var description: String {
        let hint = suggestion.map { "; did you mean \"\($0)\"?" } ?? ""
        return "\(pointer): unknown \(kind.rawValue) \"\(name)\" checks nothing\(hint)"
    }
}
