package import Base
package import JSON

/// A mutation of a JSON value at one place.
package struct ValueAlteration: Sendable {
    package let alteration: Alteration
    private let pointer: JSONPointer
    /// The new value; `nil` to remove it.
    private let value: JSONValue?

    init(_ alteration: Alteration, at pointer: JSONPointer, value: JSONValue?) {
        self.alteration = alteration
        self.pointer = pointer
        self.value = value
    }

    /// The whole value with the mutation; `nil` when it is not possible.
    package func applied(to root: JSONValue) -> JSONValue? {
        do {
            guard let value else { return try root.removing(pointer) }
            return pointer.tokens.isEmpty ? value : try root.setting(pointer, to: value)
        } catch {
            return nil
        }
    }
}

extension ValueAlteration {
    /// All mutations of a value, place by place, from the outside in.
    ///
    /// The first and the last element of an array represent all.
    ///
    /// - Parameters:
    ///   - root: A whole body.
    ///   - random: The source of changed texts.
    /// - Returns: Nothing that leaves the value as it is.
    package static func all(
        of root: JSONValue,
        _ random: inout RandomSource
    ) -> [ValueAlteration] {
        var walk = ValueWalk(random: random)
        walk.visit(root, isMember: false)
        random = walk.random
        return walk.found
    }
}

/// A traversal of a value.
private struct ValueWalk {
    var random: RandomSource
    private(set) var found: [ValueAlteration] = []
    private var path = BodyPath()
    private var tokens: [String] = []
    private var places = 0

    init(random: RandomSource) {
        self.random = random
    }

    mutating func visit(_ value: JSONValue, isMember: Bool) {
        places += 1
        guard places <= AlterationLimits.places else { return }
        if isMember { add("dropped", nil) }
        if value.kind != .null { add("null", .null) }
        add("\(value.kind.rawValue) → \(value.ofAnotherType.kind.rawValue)", value.ofAnotherType)
        switch value {
        case .null: break
        case .bool(let truth): add("\(truth) → \(!truth)", .bool(!truth))
        case .number(let number):
            for other in [number.changed(by: 1), number.changed(by: -1)].map(JSONValue.number)
            where other != value {
                add("\(value.scalarText) → \(other.scalarText)", other)
            }
        case .string(let text):
            let changed = random.changed(text)
            add(changed.description, .string(changed.text))
        case .array(let elements): visit(elements)
        case .object(let object):
            for member in object.members {
                descend(to: member.value, .member(member.name), member.name, isMember: true)
            }
        }
    }

    private mutating func visit(_ elements: [JSONValue]) {
        guard let last = elements.last else {
            return add("one element more", .array([.null]))
        }
        add("emptied", .array([]))
        if elements.count > 1 { add("one element fewer", .array(elements.dropLast())) }
        add("one element more", .array(elements + [last]))
        let reversed = JSONValue.array(elements.reversed())
        if reversed != .array(elements) { add("in reverse order", reversed) }
        for position in Set([0, elements.count - 1]).sorted() {
            let element = elements[position]
            descend(to: element, .element(position), "\(position)", isMember: false)
        }
    }

    private mutating func descend(
        to value: JSONValue,
        _ segment: BodyPath.Segment,
        _ token: String,
        isMember: Bool
    ) {
        path.push(segment)
        tokens.append(token)
        visit(value, isMember: isMember)
        tokens.removeLast()
        path.pop()
    }

    private mutating func add(_ change: String, _ value: JSONValue?) {
        let alteration = Alteration(path.text, change)
        let pointer = JSONPointer(tokens: tokens)
        found.append(ValueAlteration(alteration, at: pointer, value: value))
    }
}

extension JSONValue {
    /// A value of another type with as much of the content as possible: `"12"` for 12.
    fileprivate var ofAnotherType: JSONValue {
        switch self {
        case .null: .string("null")
        case .bool(let truth): .string("\(truth)")
        case .number: .string(scalarText)
        case .string(let text): Int64(text).map { .number(.integer($0)) } ?? 1
        case .array: .object(JSONObject())
        case .object: .array([])
        }
    }
}

extension JSONNumber {
    /// The number, a little larger or smaller.
    fileprivate func changed(by step: Int) -> JSONNumber {
        switch self {
        case .integer(let value): .integer(value &+ Int64(step))
        case .unsigned(let value): step > 0 ? .unsigned(value &+ 1) : .unsigned(value &- 1)
        case .real(let value): .real(value + Double(step))
        case .decimal: adding(.integer(Int64(step))) ?? .integer(Int64(step))
        }
    }
}

/// A text with one character of it changed.
struct ChangedText {
    let text: String
    /// A description of the change, without the rest of the text, which may be secret.
    let description: String
}

extension RandomSource {
    /// A text with one of its letters or digits replaced by another one, so that its form stays; with a
    /// letter more where it has none.
    mutating func changed(_ text: String) -> ChangedText {
        var scalars = Array(text.unicodeScalars)
        let places = scalars.indices.filter { scalars[$0].isLetterOrDigit }
        guard !places.isEmpty else { return ChangedText(text: text + "x", description: "x added") }
        let place = places[Int(next() % UInt64(places.count))]
        let old = scalars[place]
        let alphabet: String
        switch old {
        case "0"..."9": alphabet = "0123456789"
        case "A"..."Z": alphabet = "ABCDEF"
        default: alphabet = "abcdef"
        }
        let others = alphabet.unicodeScalars.filter { $0 != old }
        scalars[place] =
            others[
                others.index(
                    others.startIndex,
                    offsetBy: Int(next() % UInt64(others.count))
                )
            ]
        var changed = String.UnicodeScalarView()
        changed.append(contentsOf: scalars)
        let description = "character \(place + 1): \(old) → \(scalars[place])"
        return ChangedText(text: String(changed), description: description)
    }
}

extension Unicode.Scalar {
    fileprivate var isLetterOrDigit: Bool {
        ("a"..."z").contains(self) || ("A"..."Z").contains(self) || ("0"..."9").contains(self)
    }
}
