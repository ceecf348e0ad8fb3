import JSON

/// Compares what two servers answered to one step.
struct StepComparing {
    let own: OwnValues
    /// Tells which failure an answer is.
    let failure: FailureRecognizer?

    /// Fields that say nothing about the service: they belong to the connection, the moment or the
    /// program that serves.
    private static let ignoredFields: Set<String> = [
        "date", "age", "server", "via", "x-powered-by", "connection", "keep-alive",
        "transfer-encoding", "alt-svc",
    ]

    /// Every difference.
    func differences(_ first: StepResult, _ second: StepResult) -> [AnswerDifference] {
        guard !first.hasNothingToCompare, !second.hasNothingToCompare else { return [] }
        guard let one = first.response, let other = second.response else {
            let (before, after) = (Self.outcome(first), Self.outcome(second))
            return before == after
                ? []
                : [
                    AnswerDifference(
                        .answer,
                        at: "answer",
                        first: .string(before),
                        second: .string(after)
                    )
                ]
        }
        var found: [AnswerDifference] = []
        if one.status != other.status {
            found.append(
                AnswerDifference(
                    .status,
                    at: "status",
                    first: .integer(one.status),
                    second: .integer(other.status)
                )
            )
        }
        let (failed, otherFailed) = (recognized(first, one), recognized(second, other))
        if failed?.code != otherFailed?.code || (failed == nil) != (otherFailed == nil) {
            // Two answers of different kinds have nothing more in common.
            return found + [
                AnswerDifference(
                    .failure,
                    at: "failure",
                    first: failed.map { .string($0.words) },
                    second: otherFailed.map { .string($0.words) }
                )
            ]
        }
        return found + headers(one, other) + bodies(one, other)
    }

    private static func outcome(_ step: StepResult) -> String {
        if let response = step.response { return "HTTP \(response.status)" }
        return step.failure.map { "no answer: \($0.kind.rawValue)" } ?? "nothing was sent"
    }

    private func recognized(_ step: StepResult, _ response: HTTPResponse) -> RecognizedFailure? {
        guard let failure, let request = step.request else { return nil }
        var evaluator = Evaluator(
            now: Timestamp(nanosecondsSince1970: 0),
            random: RandomSource(seed: 0, name: "")
        )
        do {
            return try failure.failure(in: Subject(response, to: request), using: &evaluator)
        } catch {
            // A rule with variables cannot be asked here; then the bodies are compared.
            return nil
        }
    }

    private func headers(_ first: HTTPResponse, _ second: HTTPResponse) -> [AnswerDifference] {
        var names: [String] = []
        for field in first.headers.fields + second.headers.fields
        where !names.contains(where: { HTTPFields.areSame($0, field.name) }) {
            names.append(field.name)
        }
        return names.compactMap { name -> AnswerDifference? in
            guard !Self.ignoredFields.contains(name.lowercased()),
                !HTTPFields.areSame(name, "Content-Length") || countsLength(first, second)
            else { return nil }
            let (one, other) = (first.headers[all: name], second.headers[all: name])
            let (before, after) = (Self.value(one), Self.value(other))
            guard before != after else { return nil }
            if let before, let after, own.areSame(before, after) { return nil }
            return AnswerDifference(.header, at: "header \(name)", first: before, second: after)
        }
    }

    /// A length only counts where both sides give one to the same bytes, which may be none.
    private func countsLength(_ first: HTTPResponse, _ second: HTTPResponse) -> Bool {
        let isChunked = [first, second].contains { $0.headers["Transfer-Encoding"] != nil }
        return first.body == second.body && !isChunked && first.version == second.version
    }

    private static func value(_ values: [String]) -> JSONValue? {
        switch values.count {
        case 0: nil
        case 1: .string(values[0])
        default: .array(values.map(JSONValue.string))
        }
    }

    private func bodies(_ first: HTTPResponse, _ second: HTTPResponse) -> [AnswerDifference] {
        guard first.body != second.body else { return [] }
        if let one = Self.json(first), let other = Self.json(second) {
            var divergence = JSONDivergence(treatingAsSame: own.areSame)
            divergence.compare(one, other)
            return divergence.differences
        }
        let (before, after) = (Self.text(first), Self.text(second))
        if let before, let after, own.areSame(before, after) { return [] }
        return [AnswerDifference(.body, at: "body", first: before, second: after)]
    }

    private static func json(_ response: HTTPResponse) -> JSONValue? {
        do {
            return try JSONValue(parsing: response.body)
        } catch {
            // Not JSON: compared as it stands.
            return nil
        }
    }

    private static func text(_ response: HTTPResponse) -> JSONValue? {
        guard !response.body.isEmpty else { return nil }
        return String(validating: response.body, as: UTF8.self).map(JSONValue.string)
            ?? .string(Excerpt.text(of: response.body))
    }
}

extension StepResult {
    /// Whether the server could not be asked, which says nothing about its answers.
    var hasNothingToCompare: Bool { outcome == .undetermined && response == nil }
}

extension RecognizedFailure {
    /// Code and message.
    fileprivate var words: String {
        let name = code ?? "a failure without a code"
        return message.map { "\(name) «\($0)»" } ?? name
    }
}
