import Base

/// Requests by method and path: `PUT reservations/*`, in which `*` stands for any part of a segment and
/// `**` at the end for any further segments.
package struct CallPattern: Sendable {
    private let method: String
    private let segments: [String]
    private let isOpen: Bool

    /// - Parameter text: The method, a space and the path without "/" at its ends; `nil` for any other
    ///   text.
    package init?(_ text: String) {
        let words = text.split(separator: " ")
        guard words.count == 2 else { return nil }
        method = String(words[0])
        var segments = words[1].split(separator: "/").map(String.init)
        isOpen = segments.last == "**"
        if isOpen { segments.removeLast() }
        self.segments = segments
    }

    /// Whether it matches a request.
    package func matches(_ method: String, _ path: [Substring]) -> Bool {
        guard isOpen ? path.count >= segments.count : path.count == segments.count else {
            return false
        }
        return Glob.matches(method, pattern: self.method)
            && zip(path, segments).allSatisfy { Glob.matches(String($0), pattern: $1) }
    }
}
