package import Contract
import HTTP

/// What a server answers otherwise each time it is asked the same: identifiers, dates, signatures.
package struct Volatility: Sendable {
    /// A place in the responses of one step of one case.
    private struct Place: Hashable {
        let step: StepKey
        let path: String
    }

    /// A place in all responses to a call that have one status.
    private struct GeneralPlace: Hashable {
        let label: String
        let status: Int?
        let path: String
    }

    /// Where only the value changes.
    private var values: Set<Place> = []
    /// Where it changes whether there is something, or of what kind, and all that lies below.
    private var shapes: Set<Place> = []
    private var generalValues: Set<GeneralPlace> = []
    /// Steps whose responses cannot be compared: the server itself changes its mind.
    private var unstable: Set<StepKey> = []

    package init() {}

    /// Learns from two runs against the same server.
    ///
    /// - Parameters:
    ///   - first: The run that is to be compared.
    ///   - repeated: The same cases once more.
    ///   - drawsTheSame: Whether both runs sent the same random values; then what is volatile in
    ///     one response to a call is taken to be so in all of them.
    ///   - failures: Tells failures from successes, by contract file.
    /// - Returns: Cases that came to another verdict, by which nothing was learnt.
    @discardableResult
    package mutating func learn(
        from first: [CaseResult],
        and repeated: [CaseResult],
        drawsTheSame: Bool,
        failures: [String: FailureRecognizer] = [:]
    ) -> Set<CaseKey> {
        var strange: Set<CaseKey> = []
        for pair in CasePair.pairs(first, repeated) {
            guard let other = pair.second, other.verdict == pair.first.verdict else {
                strange.insert(pair.key)
                continue
            }
            let steps = StepPair.pairs(of: pair.key, pair.first, other)
            let comparing = ExchangeDifferences(
                own: OwnValues([]),
                failure: failures[pair.key.file]
            )
            for step in steps {
                guard let second = step.second else { continue }
                learn(step.key, step.first, comparing.differences(step.first, second), drawsTheSame)
            }
        }
        return strange
    }

    private mutating func learn(
        _ key: StepKey,
        _ step: StepResult,
        _ differences: [ResponseDifference],
        _ drawsTheSame: Bool
    ) {
        for difference in differences {
            let place = Place(step: key, path: difference.path)
            switch difference.kind {
            case .response, .status, .failure: unstable.insert(key)
            case .value, .header, .body:
                if difference.kind != .body, !difference.isOfValues {
                    shapes.insert(place)
                    continue
                }
                values.insert(place)
                guard drawsTheSame else { continue }
                generalValues.insert(
                    GeneralPlace(
                        label: step.label,
                        status: step.response?.status,
                        path: difference.generalPath
                    )
                )
            case .kind, .presence, .count: shapes.insert(place)
            }
        }
    }
}

extension Volatility {
    /// Whether the first server does not agree with itself about a step.
    func isUnstable(_ key: StepKey) -> Bool { unstable.contains(key) }

    /// Whether a difference between two servers is not significant, because the first differs from
    /// itself there.
    func covers(_ difference: ResponseDifference, of key: StepKey, _ step: StepResult) -> Bool {
        let place = Place(step: key, path: difference.path)
        if shapes.contains(place) || isInsideShape(difference.path, of: key) { return true }
        guard difference.isOfValues || difference.kind == .body else { return false }
        let general = GeneralPlace(
            label: step.label,
            status: step.response?.status,
            path: difference.generalPath
        )
        return values.contains(place) || generalValues.contains(general)
    }

    /// Below something that is not always there, or that is a list of changing length.
    private func isInsideShape(_ path: String, of key: StepKey) -> Bool {
        guard path.contains("$") else { return false }
        var rest = path[...]
        while let end = rest.lastIndex(where: { $0 == "." || $0 == "[" }) {
            rest = rest[..<end]
            if shapes.contains(Place(step: key, path: String(rest))) { return true }
        }
        return false
    }
}
