import Base
import JSON

/// One walk over an example and the value that came, side by side.
struct BodyComparison {
    private let mode: BodyMatcher.Mode
    private let arrays: BodyMatcher.ArrayOrder
    private let basis: Basis
    private let location: SourceLocation?
    private var path: BodyPath
    private(set) var found: Differences
    /// How many more pairs of nodes may be compared to find the best pairing of elements.
    private var pairingEffort = Self.mostPairingEffort

    /// Below a fifth of a second of work for one body.
    static let mostPairingEffort = 2_000_000

    init(
        mode: BodyMatcher.Mode,
        arrays: BodyMatcher.ArrayOrder,
        root: String,
        found: Differences,
        basis: Basis = .documented,
        location: SourceLocation? = nil
    ) {
        self.mode = mode
        self.arrays = arrays
        self.found = found
        self.basis = basis
        self.location = location
        path = BodyPath(root: root)
    }

    mutating func compare(_ example: JSONValue, _ actual: JSONValue) {
        switch (example, actual) {
        case (.object(let example), .object(let actual)):
            compare(example, actual)
        case (.array(let example), .array(let actual)):
            switch (mode, arrays) {
            case (.like, _): compareAlike(example, actual)
            case (_, .ordered): compareInOrder(example, actual)
            case (_, .unordered): compareInAnyOrder(example, actual)
            }
        default:
            compareScalars(example, actual)
        }
    }

    private mutating func compareScalars(_ example: JSONValue, _ actual: JSONValue) {
        guard mode == .like else {
            guard example != actual else { return }
            return report(.value(example), .value(actual))
        }
        guard Self.areAlike(example, actual) else {
            return report(.alike(example), .value(actual))
        }
    }

    private static func areAlike(_ example: JSONValue, _ actual: JSONValue) -> Bool {
        switch (example, actual) {
        case (.null, .null), (.bool, .bool), (.number, .number), (.string, .string),
            (.array, .array), (.object, .object):
            true
        default: false
        }
    }
}

// MARK: - Objects

extension BodyComparison {
    private mutating func compare(_ example: JSONObject, _ actual: JSONObject) {
        for (position, member) in example.members.enumerated() {
            path.push(.member(member.name))
            if let value = Self.value(of: member.name, in: actual, near: position) {
                compare(member.value, value)
            } else {
                report(mode == .like ? .alike(member.value) : .value(member.value), .nothing)
            }
            path.pop()
        }
        guard mode == .equals else { return }
        for (position, member) in actual.members.enumerated()
        where Self.value(of: member.name, in: example, near: position) == nil {
            path.push(.member(member.name))
            report(.nothing, .value(member.value))
            path.pop()
        }
    }

    /// Looks at the same position first: most servers keep the order of their members.
    private static func value(
        of name: String,
        in object: JSONObject,
        near position: Int
    ) -> JSONValue? {
        if position < object.count {
            let member = object.members[position]
            if member.name.hasSameCodePoints(as: name) { return member.value }
        }
        return object[name]
    }
}

// MARK: - Arrays

extension BodyComparison {
    private mutating func compareAlike(_ example: [JSONValue], _ actual: [JSONValue]) {
        guard let first = example.first else { return }
        if actual.isEmpty { report(.atLeastOne(first), .value(.array([]))) }
        for (position, element) in actual.enumerated() {
            path.push(.element(position))
            compare(first, element)
            path.pop()
        }
    }

    private mutating func compareInOrder(_ example: [JSONValue], _ actual: [JSONValue]) {
        for (position, element) in actual.enumerated() {
            path.push(.element(position))
            if position < example.count {
                compare(example[position], element)
            } else {
                report(.nothing, .value(element))
            }
            path.pop()
        }
        for position in example.indices.dropFirst(actual.count) {
            path.push(.element(position))
            report(.value(example[position]), .nothing)
            path.pop()
        }
    }

    private mutating func compareInAnyOrder(_ example: [JSONValue], _ actual: [JSONValue]) {
        let pairing = pair(example, actual)
        for (wanted, got) in pairing.pairs {
            path.push(.element(got))
            compare(example[wanted], actual[got])
            path.pop()
        }
        for wanted in pairing.missing {
            path.push(.anyElement)
            report(.value(example[wanted]), .nothing)
            path.pop()
        }
        for got in pairing.unexpected {
            path.push(.element(got))
            report(.nothing, .value(actual[got]))
            path.pop()
        }
    }

    private mutating func pair(_ example: [JSONValue], _ actual: [JSONValue]) -> ElementPairing {
        ElementPairing(example, actual, effort: &pairingEffort) { [mode, arrays] wanted, got in
            var count = BodyComparison(
                mode: mode,
                arrays: arrays,
                root: "",
                found: Differences(limit: 0)
            )
            // The work of nested pairings is part of what the outer one was granted.
            count.pairingEffort = .max
            count.compare(wanted, got)
            return count.found.total
        }
    }
}

// MARK: - Reporting

extension BodyComparison {
    /// What is said of one side of a difference.
    private enum Side {
        case nothing
        case value(JSONValue)
        case alike(JSONValue)
        case atLeastOne(JSONValue)

        var text: String {
            switch self {
            case .nothing: "nothing"
            case .value(let value): JSONExcerpt.text(of: value)
            case .alike(.null): "null"
            case .alike(let value): "\(Self.kind(of: value)) like \(JSONExcerpt.text(of: value))"
            case .atLeastOne(let value): "at least one element like \(JSONExcerpt.text(of: value))"
            }
        }

        private static func kind(of value: JSONValue) -> String {
            value.kind == .integer ? JSONValue.Kind.number.rawValue : value.kind.rawValue
        }
    }

    private mutating func report(_ expected: Side, _ actual: Side) {
        found.add(
            Difference(
                path: path.text,
                expected: expected.text,
                actual: actual.text,
                location: location,
                basis: basis
            )
        )
    }
}
