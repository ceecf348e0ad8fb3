/// Patterns for names: `*` is any text, `?` any character.
package enum Glob {
    /// Whether the whole name, or the part before its row, matches the pattern.
    package static func matches(_ name: String, pattern: String) -> Bool {
        let wanted = Array(pattern)
        if matches(Array(name)[...], wanted[...]) { return true }
        return matches(Array(name.prefix { $0 != "[" })[...], wanted[...])
    }

    /// Backtracks to the latest `*` only, so that matching takes at most quadratic time.
    private static func matches(
        _ name: ArraySlice<Character>,
        _ pattern: ArraySlice<Character>
    )
        -> Bool
    {
        var (name, rest) = (name, pattern)
        var retry: (name: ArraySlice<Character>, pattern: ArraySlice<Character>)?
        while true {
            if rest.first == "*" {
                rest = rest.dropFirst()
                retry = (name, rest)
            } else if let character = name.first, rest.first == "?" || rest.first == character {
                name = name.dropFirst()
                rest = rest.dropFirst()
            } else if name.isEmpty && rest.isEmpty {
                return true
            } else if let again = retry, !again.name.isEmpty {
                retry = (again.name.dropFirst(), again.pattern)
                (name, rest) = (again.name.dropFirst(), again.pattern)
            } else {
                return false
            }
        }
    }
}
