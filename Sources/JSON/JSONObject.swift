import Base

/// The members of a JSON object in source order, names unique by code points.
package struct JSONObject: Sendable {
    /// One name and its value.
    package struct Member: Sendable {
        package let name: String
        package var value: JSONValue

        package init(name: String, value: JSONValue) {
            self.name = name
            self.value = value
        }
    }

    /// In source order.
    package private(set) var members: [Member]
    /// Position by name; kept only for larger objects, where a search would cost more.
    private var index: [CodePoints: Int]?

    static let indexedFrom = 12
    /// About what a member takes in the index, in bytes.
    static let indexSize = 64

    /// No members.
    package init() {
        members = []
    }

    /// Takes the members in order; of two with one name the later wins, at the earlier's place.
    package init(_ members: [Member]) {
        self.init()
        self.members.reserveCapacity(members.count)
        for member in members { self[member.name] = member.value }
    }
}

extension JSONObject {
    /// How many members there are.
    package var count: Int { members.count }

    /// Whether the object is empty.
    package var isEmpty: Bool { members.isEmpty }

    /// The names in source order.
    package var names: [String] { members.map(\.name) }

    /// The value of a member; setting appends a new name at the end, `nil` removes.
    package subscript(_ name: String) -> JSONValue? {
        get { position(of: name).map { members[$0].value } }
        set {
            switch (position(of: name), newValue) {
            case (let position?, let value?):
                members[position].value = value
            case (let position?, nil):
                members.remove(at: position)
                rebuildIndex()
            case (nil, let value?):
                append(Member(name: name, value: value))
            case (nil, nil):
                break
            }
        }
    }

    /// Whether there is a member called `name`.
    package func contains(_ name: String) -> Bool { position(of: name) != nil }

    private func position(of name: String) -> Int? {
        if let index { return index[CodePoints(name)] }
        return members.firstIndex { $0.name.hasSameCodePoints(as: name) }
    }

    private mutating func append(_ member: Member) {
        members.append(member)
        if index != nil {
            index?[CodePoints(member.name)] = members.count - 1
        } else if members.count == Self.indexedFrom {
            rebuildIndex()
        }
    }

    private mutating func rebuildIndex() {
        index = nil
        guard members.count >= Self.indexedFrom else { return }
        var positions: [CodePoints: Int] = [:]
        positions.reserveCapacity(members.count * 2)
        for (position, member) in members.enumerated() {
            positions[CodePoints(member.name)] = position
        }
        index = positions
    }
}

extension JSONObject: Hashable {
    package static func == (left: JSONObject, right: JSONObject) -> Bool {
        guard left.count == right.count else { return false }
        return left.members.allSatisfy { right[$0.name] == $0.value }
    }

    package func hash(into hasher: inout Hasher) {
        // Order must not matter, so the members' hashes are added.
        var sum = 0
        for member in members {
            var each = Hasher()
            member.name.hashCodePoints(into: &each)
            member.value.hash(into: &each)
            sum &+= each.finalize()
        }
        hasher.combine(sum)
    }
}
