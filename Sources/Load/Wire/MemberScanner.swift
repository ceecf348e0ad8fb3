import Glibc

/// Finds a few members of a JSON object without parsing the rest.
///
/// It follows brackets, strings and commas, and does not validate what is between them. Unusual text ends the
/// search: the caller then uses the parser.
struct MemberScanner {
    /// Position of each member's value; `nil` for a missing member.
    private(set) var found: [Range<Int>?]
    private let paths: [[[UInt8]]]

    private static let deepest = 64
    /// Most paths in one search.
    static let mostPaths = 8

    /// - Parameter paths: The names from the root to each member; `mostPaths` at most.
    init(_ paths: [[String]]) {
        precondition(paths.count <= Self.mostPaths, "\(paths.count) members")
        self.paths = paths.map { $0.map { Array($0.utf8) } }
        found = Array(repeating: nil, count: paths.count)
    }

    /// Searches for the members.
    ///
    /// - Returns: Whether `found` is valid; `false` for a text that needs the parser.
    mutating func scan(_ bytes: UnsafeRawBufferPointer) -> Bool {
        for index in found.indices { found[index] = nil }
        let all = UInt8(truncatingIfNeeded: (1 << paths.count) - 1)
        guard let end = value(bytes, Self.blanks(bytes, 0), all, 0) else { return false }
        return Self.blanks(bytes, end) == bytes.count
    }

    /// Skips a value and returns its end; `nil` for unusual text.
    private mutating func value(
        _ bytes: UnsafeRawBufferPointer,
        _ start: Int,
        _ active: UInt8,
        _ depth: Int
    ) -> Int? {
        guard start < bytes.count, depth < Self.deepest else { return nil }
        switch bytes[start] {
        case UInt8(ascii: "{"): return object(bytes, start + 1, active, depth)
        case UInt8(ascii: "["): return array(bytes, start + 1, depth)
        case UInt8(ascii: "\""): return Self.string(bytes, start).map(\.end)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "t"),
            UInt8(ascii: "f"), UInt8(ascii: "n"):
            var end = start + 1
            while end < bytes.count, !Self.endsScalar(bytes[end]) { end += 1 }
            return end
        default: return nil
        }
    }

    private mutating func object(
        _ bytes: UnsafeRawBufferPointer,
        _ start: Int,
        _ active: UInt8,
        _ depth: Int
    ) -> Int? {
        var position = Self.blanks(bytes, start)
        if position < bytes.count, bytes[position] == UInt8(ascii: "}") { return position + 1 }
        while let name = Self.string(bytes, position), !(name.isEscaped && active != 0) {
            let colon = Self.blanks(bytes, name.end)
            guard colon < bytes.count, bytes[colon] == UInt8(ascii: ":") else { return nil }
            let first = Self.blanks(bytes, colon + 1)
            let range = position + 1..<name.end - 1
            let matching = matches(bytes, range, active, depth)
            guard let end = value(bytes, first, matching, depth + 1),
                note(first..<end, matching, depth)
            else { return nil }
            position = Self.blanks(bytes, end)
            guard position < bytes.count else { return nil }
            if bytes[position] == UInt8(ascii: "}") { return position + 1 }
            guard bytes[position] == UInt8(ascii: ",") else { return nil }
            position = Self.blanks(bytes, position + 1)
        }
        return nil
    }

    private mutating func array(
        _ bytes: UnsafeRawBufferPointer,
        _ start: Int,
        _ depth: Int
    ) -> Int? {
        var position = Self.blanks(bytes, start)
        if position < bytes.count, bytes[position] == UInt8(ascii: "]") { return position + 1 }
        while let end = value(bytes, position, 0, depth + 1) {
            position = Self.blanks(bytes, end)
            guard position < bytes.count else { return nil }
            if bytes[position] == UInt8(ascii: "]") { return position + 1 }
            guard bytes[position] == UInt8(ascii: ",") else { return nil }
            position = Self.blanks(bytes, position + 1)
        }
        return nil
    }

    /// The paths that go on through a member of this name.
    private func matches(
        _ bytes: UnsafeRawBufferPointer,
        _ name: Range<Int>,
        _ active: UInt8,
        _ depth: Int
    ) -> UInt8 {
        guard active != 0 else { return 0 }
        var matching: UInt8 = 0
        for index in paths.indices where active & (1 << index) != 0 && depth < paths[index].count {
            let isSame = paths[index][depth].withUnsafeBytes { wanted in
                wanted.count == name.count
                    && wanted.elementsEqual(UnsafeRawBufferPointer(rebasing: bytes[name]))
            }
            if isSame { matching |= 1 << index }
        }
        return matching
    }

    /// Stores a value for the paths that end here; `false` for a second one.
    private mutating func note(_ range: Range<Int>, _ matching: UInt8, _ depth: Int) -> Bool {
        guard matching != 0 else { return true }
        for index in paths.indices
        where matching & (1 << index) != 0 && paths[index].count == depth + 1 {
            guard found[index] == nil else { return false }
            found[index] = range
        }
        return true
    }

    private static func string(
        _ bytes: UnsafeRawBufferPointer,
        _ start: Int
    ) -> (end: Int, isEscaped: Bool)? {
        guard start < bytes.count, bytes[start] == UInt8(ascii: "\"") else { return nil }
        var position = start + 1
        var isEscaped = false
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "\""): return (position + 1, isEscaped)
            case UInt8(ascii: "\\"):
                isEscaped = true
                position += 2
            case ..<0x20: return nil
            default: position += 1
            }
        }
        return nil
    }

    private static func blanks(_ bytes: UnsafeRawBufferPointer, _ start: Int) -> Int {
        var position = start
        while position < bytes.count, isBlank(bytes[position]) { position += 1 }
        return position
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
    }

    private static func endsScalar(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: ":"): true
        default: isBlank(byte) || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "{")
        }
    }
}
