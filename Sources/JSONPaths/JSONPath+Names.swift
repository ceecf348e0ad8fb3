/// Spells normalized paths of RFC 9535, in dots where names allow it.
extension JSONPath {
    /// `$.header.resultCode`.
    package static func text(ofMembers names: [String]) -> String {
        "$" + names.map(segment).joined()
    }

    /// `.name`, or `['a name']`.
    package static func segment(_ name: String) -> String {
        let isPlain =
            name.first.map { $0.isASCII && ($0.isLetter || $0 == "_") } ?? false
            && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
        return isPlain ? ".\(name)" : "[\(quoted(name))]"
    }
}
