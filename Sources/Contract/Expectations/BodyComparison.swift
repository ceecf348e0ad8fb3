import Base
import JSON

/// A traversal of an example and the actual value, side by side.
struct BodyComparison {
    private let mode: BodyMatcher.Mode
    private let arrays: BodyMatcher.ArrayOrder
    private let basis: Basis
    private let location: SourceLocation?
    private var path: BodyPath
    private(set) var found: Differences
    /// The number of steps left to find the best pairing of elements.
    private(set) var pairingEffort = Self.mostPairingEffort
    /// Whether differences are only counted, to find out which elements correspond.
    private var isTrial = false
    /// Whether a possible pairing may have been missed.
    private var isUndecided = false

    /// Below half a second of work for one body.
    static let mostPairingEffort = 4_000_000

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
        if isTrial { pairingEffort -= 1 }
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

    /// Tries the same position first: most servers keep the order of their members.
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
        guard isSure(pairing) else { return compareUnsurely(example, actual, pairing) }
        compare(example, actual, pairing)
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

    private mutating func compare(
        _ example: [JSONValue],
        _ actual: [JSONValue],
        _ pairing: ElementPairing
    ) {
        for (wanted, got) in pairing.pairs {
            path.push(.element(got))
            compare(example[wanted], actual[got])
            path.pop()
        }
    }

    /// Whether no other pairing matches when this one does not.
    private func isSure(_ pairing: ElementPairing) -> Bool {
        if !pairing.missing.isEmpty || !pairing.unexpected.isEmpty { return true }
        switch pairing.quality {
        case .cheapest, .fitting: return true
        // An element equal to one wanted element is not needed by another; an element that contains
        // it may be.
        case .equalFirst: return mode == .equals
        case .inOrder: return false
        }
    }

    /// Skips elements that match in this pairing, and those that cannot be compared.
    private mutating func compareUnsurely(
        _ example: [JSONValue],
        _ actual: [JSONValue],
        _ pairing: ElementPairing
    ) {
        var trial = trial(pairingEffort)
        trial.compare(example, actual, pairing)
        pairingEffort = trial.pairingEffort
        guard !trial.found.isEmpty else { return }
        isUndecided = true
        let verb = mode == .equals ? "equal" : "contain"
        found.add(
            Difference(
                path: path.text,
                expected: "elements that \(verb) these \(example.count), in any order",
                actual: "\(actual.count), which are not paired within "
                    + Count.grouped(Self.mostPairingEffort, "step"),
                location: location,
                basis: basis,
                standing: .unknown
            )
        )
    }

    private func pair(
        _ example: [JSONValue],
        _ actual: [JSONValue],
        _ effort: inout Int
    ) -> ElementPairing {
        ElementPairing(example, actual, arrays: arrays, effort: &effort) { wanted, got, effort in
            var trial = trial(effort)
            trial.compare(wanted, got)
            effort = trial.pairingEffort
            return trial.isUndecided ? nil : trial.found.total
        }
    }

    private mutating func pair(_ example: [JSONValue], _ actual: [JSONValue]) -> ElementPairing {
        // The same amount is left for the content of the paired elements.
        let granted = pairingEffort / 2
        var effort = granted
        defer { pairingEffort -= granted - effort }
        return pair(example, actual, &effort)
    }

    /// Counts differences, in at most this number of steps.
    private func trial(_ effort: Int) -> BodyComparison {
        var trial = BodyComparison(
            mode: mode,
            arrays: arrays,
            root: "",
            found: Differences(limit: 0)
        )
        trial.isTrial = true
        trial.pairingEffort = effort
        return trial
    }
}

// MARK: - Reporting

extension BodyComparison {
    /// The text for one side of a difference.
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
