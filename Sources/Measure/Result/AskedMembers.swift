import Base
import JSON

/// Members of a file's objects that were read.
final class AskedMembers {
    /// By the path of the object.
    private var names: [String: Set<String>] = [:]

    /// Records that a member was read, present or not.
    func add(_ name: String, of path: String) { names[path, default: []].insert(name) }

    /// Members that are written but need not be read, by the path of the object; `*` is all.
    private var ignored: [String: Set<String>] = [:]

    /// Allows a member to stay unread, present or not.
    func ignore(_ name: String, of path: String) { ignored[path, default: []].insert(name) }

    /// Whether a member may stay unread.
    func ignores(_ name: String, of path: String) -> Bool {
        ignored[path].map { $0.contains(name) || $0.contains("*") } ?? false
    }

    /// `nil` for an object without read members.
    func names(of path: String) -> Set<String>? { names[path] }
}

extension ResultNode {
    /// Fails for a member that was not read, for example a misspelt name: part of the file would be ignored.
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

    /// Allows a member to stay unread; `*` allows all others.
    func ignore(_ name: String) { asked.ignore(name, of: path) }

    private func foreign(_ name: String, beside known: Set<String>) -> RunResultError {
        let nearest = NearestName.suggestion(for: name, among: known.sorted())
        let hint = nearest.map { "; did you mean \"\($0)\"?" } ?? ""
        return mismatch("no such member", got: value.text(maximumLength: 40) + hint)
    }
}
