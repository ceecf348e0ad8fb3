import Contract
import JSON

/// Walks two JSON values side by side and tells every place where they differ.
struct JSONDivergence {
    private(set) var differences: [ResponseDifference] = []
    private var path = BodyPath()
    private var general = BodyPath()
    /// Whether two scalars that differ stand for the same, such as each server's own identifier.
    private let areSame: (JSONValue, JSONValue) -> Bool

    init(treatingAsSame areSame: @escaping (JSONValue, JSONValue) -> Bool = { _, _ in false }) {
        self.areSame = areSame
    }

    mutating func compare(_ first: JSONValue, _ second: JSONValue) {
        switch (first, second) {
        case (.object(let one), .object(let other)):
            for member in one.members {
                descend(.member(member.name)) { walk in
                    if let value = other[member.name] {
                        walk.compare(member.value, value)
                    } else {
                        walk.report(.presence, member.value, nil)
                    }
                }
            }
            for member in other.members where !one.contains(member.name) {
                descend(.member(member.name)) { $0.report(.presence, nil, member.value) }
            }
        case (.array(let one), .array(let other)):
            if one.count != other.count {
                report(.count, .integer(one.count), .integer(other.count))
            }
            for (index, pair) in zip(one, other).enumerated() {
                descend(.element(index)) { $0.compare(pair.0, pair.1) }
            }
        default:
            guard first != second, !areSame(first, second) else { return }
            report(Self.areOfOneKind(first, second) ? .value : .kind, first, second)
        }
    }

    private static func areOfOneKind(_ first: JSONValue, _ second: JSONValue) -> Bool {
        switch (first, second) {
        case (.null, .null), (.bool, .bool), (.number, .number), (.string, .string): true
        default: false
        }
    }

    private mutating func descend(
        _ segment: BodyPath.Segment,
        _ body: (inout JSONDivergence) -> Void
    ) {
        path.push(segment)
        if case .element = segment { general.push(.anyElement) } else { general.push(segment) }
        body(&self)
        path.pop()
        general.pop()
    }

    private mutating func report(
        _ kind: ResponseDifference.Kind,
        _ first: JSONValue?,
        _ second: JSONValue?
    ) {
        differences.append(
            ResponseDifference(
                kind,
                at: path.text,
                generally: general.text,
                first: first,
                second: second
            )
        )
    }
}
