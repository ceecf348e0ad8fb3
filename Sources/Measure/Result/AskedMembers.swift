import Base
import JSON

/// Which members of a file's objects somebody asked for.
final class AskedMembers {
    /// By the path of the object.
    private var names: [String: Set<String>] = [:]

    /// Notes that somebody asked for a member, be it there or not.
    func add(_ name: String, of path: String) { names[path, default: []].insert(name) }

    /// `nil` for an object of which nobody asked for anything.
    func names(of path: String) -> Set<String>? { names[path] }
}

extension ResultNode {
    /// Fails at a member that stands beside those which somebody asked for: a misspelt name, or what
    /// another program put there, would be half of a file that nobody read.
    ///
    /// - Parameter derived: Members for people, which are written and not read: their paths without the
    ///   positions in lists, such as `slices[].startSeconds`; `totals.*` is all of an object.
    /// - Throws: A `RunResultError` with the first such member.
    func expectNothingElse(besides derived: Set<String>) throws(RunResultError) {
        try expectNothingElse(besides: derived, at: "")
    }

    private func expectNothingElse(
        besides derived: Set<String>,
        at place: String
    ) throws(RunResultError) {
        switch value {
        case .array:
            for element in try elements {
                try element.expectNothingElse(besides: derived, at: place + "[]")
            }
        case .object(let object):
            guard let known = asked.names(of: path) else { return }
            let prefix = place.isEmpty ? "" : place + "."
            guard !derived.contains(prefix + "*") else { return }
            for member in object.members {
                let inner = prefix + member.name
                let node = child(member.value, member.name)
                if known.contains(member.name) {
                    try node.expectNothingElse(besides: derived, at: inner)
                } else if !derived.contains(inner) {
                    throw node.foreign(member.name, beside: known)
                }
            }
        default: break
        }
    }

    private func foreign(_ name: String, beside known: Set<String>) -> RunResultError {
        let nearest = NearestName.suggestion(for: name, among: known.sorted())
        let hint = nearest.map { "; did you mean \"\($0)\"?" } ?? ""
        return mismatch("no such member", got: value.text(maximumLength: 40) + hint)
    }
}
