import Base
import JSON

/// Which members of a file's objects somebody asked for.
final class AskedMembers {
    /// By the path of the object.
    private var names: [String: Set<String>] = [:]

    /// Notes that somebody asked for a member, be it there or not.
    func add(_ name: String, of path: String) { names[path, default: []].insert(name) }

    /// Members for people, which are written and not read, by the path of the object; `*` is all.
    private var ignored: [String: Set<String>] = [:]

    /// Notes that nobody has to ask for a member, be it there or not.
    func ignore(_ name: String, of path: String) { ignored[path, default: []].insert(name) }

    /// Whether a member is one that nobody has to ask for.
    func ignores(_ name: String, of path: String) -> Bool {
        ignored[path].map { $0.contains(name) || $0.contains("*") } ?? false
    }

    /// `nil` for an object of which nobody asked for anything.
    func names(of path: String) -> Set<String>? { names[path] }
}

extension ResultNode {
    /// Fails at a member that stands beside those which somebody asked for: a misspelt name, or what
    /// another program put there, would be half of a file that nobody read.
    ///
    /// - Throws: A `RunResultError` with the first such member.
    func expectNothingElse() throws(RunResultError) {
        switch value {
        case .array:
            for element in try elements { try element.expectNothingElse() }
        case .object(let object):
            guard let known = asked.names(of: path) else { return }
            for member in object.members {
                let node = child(member.value, member.name)
                if known.contains(member.name) {
                    try node.expectNothingElse()
                } else if !asked.ignores(member.name, of: path) {
                    throw node.foreign(member.name, beside: known)
                }
            }
        default: break
        }
    }

    /// Leaves a member to people; `*` is all that nobody asks for.
    func ignore(_ name: String) { asked.ignore(name, of: path) }

    private func foreign(_ name: String, beside known: Set<String>) -> RunResultError {
        let nearest = NearestName.suggestion(for: name, among: known.sorted())
        let hint = nearest.map { "; did you mean \"\($0)\"?" } ?? ""
        return mismatch("no such member", got: value.text(maximumLength: 40) + hint)
    }
}
