import Base
import JSON

/// The order of two values.
///
/// Numbers are compared as numbers, text by code points; other values have no order.
enum Order: Hashable, Sendable {
    case ascending, same, descending

    /// The order of two values; `nil` when they are not of one ordered kind.
    static func of(_ left: Datum, _ right: Datum) -> Order? {
        if case .json(.number(let a)) = left, case .json(.number(let b)) = right {
            return a < b ? .ascending : b < a ? .descending : .same
        }
        guard let a = left.value?.stringValue, let b = right.value?.stringValue else { return nil }
        // UTF-8 bytes have the same order as code points.
        if a.utf8.lexicographicallyPrecedes(b.utf8) { return .ascending }
        return a.hasSameCodePoints(as: b) ? .same : .descending
    }
}

/// Searches in bytes.
enum Bytes {
    /// The first position of `part` in `whole`; an empty part is at the start.
    static func first(_ part: [UInt8], in whole: ArraySlice<UInt8>) -> Int? {
        guard let head = part.first else { return whole.startIndex }
        guard part.count <= whole.count else { return nil }
        var position = whole.startIndex
        let last = whole.endIndex - part.count
        while position <= last {
            if whole[position] == head, whole[position...].starts(with: part) { return position }
            position += 1
        }
        return nil
    }
}
