/// Why a JSON Pointer was refused, or does not lead anywhere.
package struct JSONPointerError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong.
    package enum Kind: Hashable, Sendable {
        /// Not a pointer; the offset counts code points from zero.
        case syntax(offset: Int)
        /// The value at this place has no such member or element.
        case missing(parent: String)
        /// The value at this place can have no members or elements.
        case notAContainer(parent: String)
        /// A token that is not an index of an array.
        case notAnIndex(parent: String)
        /// The whole value cannot be removed.
        case wholeValue
    }

    /// The string form of the pointer.
    package let pointer: String
    package let kind: Kind
    package let expected: String
    package let found: String

    package var description: String {
        let place =
            switch kind {
            case .syntax(let offset): "character \(offset + 1): "
            case .missing(let parent), .notAContainer(let parent), .notAnIndex(let parent):
                parent.isEmpty ? "in the whole value: " : "in \"\(parent)\": "
            case .wholeValue: ""
            }
        return "JSON Pointer \"\(pointer)\": \(place)expected \(expected), found \(found)"
    }
}
