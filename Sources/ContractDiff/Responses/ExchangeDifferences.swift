import Base
import Contract
import HTTP
import JSON

/// Compares what two servers answered to one step.
struct ExchangeDifferences {
    let own: OwnValues
    /// Tells which failure a response is.
    let failure: FailureRecognizer?

    /// Fields that say nothing about the service: they belong to the connection, the moment or the
    /// program that serves.
    private static let ignoredFields: Set<String> = [
        "date", "age", "server", "via", "x-powered-by", "connection", "keep-alive",
        "transfer-encoding", "alt-svc",
    ]

    /// Every difference.
    func differences(_ first: StepResult, _ second: StepResult) -> [ResponseDifference] {
        guard !first.hasNothingToCompare, !second.hasNothingToCompare else { return [] }
        guard first.exchanges.count == second.exchanges.count else {
            return Self.otherResponse(Self.outcome(first), Self.outcome(second))
        }
        let compare = first.direction == .received ? receivedDifferences : differences
        guard first.exchanges.count > 1 else {
            return zip(first.exchanges, second.exchanges).flatMap(compare)
        }
        return zip(first.exchanges, second.exchanges).enumerated().flatMap { index, pair in
            compare(pair.0, pair.1).map { $0.inRequest(index + 1) }
        }
    }

    private func differences(
        _ first: ExchangeRecord,
        _ second: ExchangeRecord
    ) -> [ResponseDifference] {
        guard let one = first.response, let other = second.response else {
            return Self.otherResponse(Self.outcome(first), Self.outcome(second))
        }
        var found: [ResponseDifference] = []
        if one.status != other.status {
            found.append(
                ResponseDifference(
                    .status,
                    at: "status",
                    first: .integer(one.status),
                    second: .integer(other.status)
                )
            )
        }
        let (failed, otherFailed) = (recognized(first, one), recognized(second, other))
        if failed?.code != otherFailed?.code || (failed == nil) != (otherFailed == nil) {
            // Two responses of different kinds have nothing more in common.
            return found + [
                ResponseDifference(
                    .failure,
                    at: "failure",
                    first: failed.map { .string($0.words) },
                    second: otherFailed.map { .string($0.words) }
                )
            ]
        }
        return found + headers(one, other) + bodies(one, other)
    }

    private static func otherResponse(_ first: String, _ second: String) -> [ResponseDifference] {
        guard first != second else { return [] }
        return [
            ResponseDifference(
                .response,
                at: "response",
                first: .string(first),
                second: .string(second)
            )
        ]
    }

    private static func outcome(_ step: StepResult) -> String {
        guard let last = step.exchanges.last else {
            return "nothing was \(step.direction.rawValue)"
        }
        let count = step.exchanges.count
        if step.direction == .received { return Count.of(count, "request") }
        return count == 1 ? outcome(last) : "\(count) requests, at last \(outcome(last))"
    }

    private static func outcome(_ exchange: ExchangeRecord) -> String {
        switch exchange.result {
        case .success(let response): "HTTP \(response.status)"
        case .failure(let failure): "no response: \(failure.kind.rawValue)"
        }
    }

    private func recognized(
        _ exchange: ExchangeRecord,
        _ response: HTTPResponse
    ) -> RecognizedFailure? {
        guard let failure else { return nil }
        var evaluator = Evaluator(
            now: Timestamp(nanosecondsSince1970: 0),
            random: RandomSource(seed: 0, name: "")
        )
        do {
            return try failure.failure(
                in: Subject(response, to: exchange.request),
                using: &evaluator
            )
        } catch {
            // A rule with variables cannot be asked here; then the bodies are compared.
            return nil
        }
    }

    private func headers(_ first: HTTPResponse, _ second: HTTPResponse) -> [ResponseDifference] {
        var names: [String] = []
        for field in first.headers.fields + second.headers.fields
        where !names.contains(where: { HTTPFields.areSame($0, field.name) }) {
            names.append(field.name)
        }
        return names.compactMap { name -> ResponseDifference? in
            guard !Self.ignoredFields.contains(name.lowercased()),
                !HTTPFields.areSame(name, "Content-Length") || countsLength(first, second)
            else { return nil }
            let (one, other) = (first.headers[all: name], second.headers[all: name])
            let (before, after) = (Self.value(one), Self.value(other))
            guard before != after else { return nil }
            if let before, let after, own.areSame(before, after) { return nil }
            return ResponseDifference(.header, at: "header \(name)", first: before, second: after)
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

    /// What two servers sent to a listener; the fields belong to their clients.
    private func receivedDifferences(
        _ first: ExchangeRecord,
        _ second: ExchangeRecord
    ) -> [ResponseDifference] {
        let (one, other) = (first.request, second.request)
        let lines: (JSONValue, JSONValue) = (
            .string("\(one.method) \(one.target)"), .string("\(other.method) \(other.target)")
        )
        let found =
            lines.0 == lines.1 || own.areSame(lines.0, lines.1)
            ? [] : [ResponseDifference(.value, at: "request", first: lines.0, second: lines.1)]
        return found
            + bodies(
                HTTPResponse(status: 0, body: one.body ?? []),
                HTTPResponse(status: 0, body: other.body ?? [])
            )
    }

    private func bodies(_ first: HTTPResponse, _ second: HTTPResponse) -> [ResponseDifference] {
        guard first.body != second.body else { return [] }
        if let one = Self.json(first), let other = Self.json(second) {
            var divergence = JSONDivergence(treatingAsSame: own.areSame)
            divergence.compare(one, other)
            return divergence.differences
        }
        let (before, after) = (Self.text(first), Self.text(second))
        if let before, let after, own.areSame(before, after) { return [] }
        return [ResponseDifference(.body, at: "body", first: before, second: after)]
    }

    private static func json(_ response: HTTPResponse) -> JSONValue? {
        do {
            return try JSONValue(parsing: response.body, maximumSize: BodyLimits().memory)
        } catch {
            // Not JSON: compared as it stands.
            return nil
        }
    }

    private static func text(_ response: HTTPResponse) -> JSONValue? {
        guard !response.body.isEmpty else { return nil }
        return String(validating: response.body, as: UTF8.self).map(JSONValue.string)
            ?? .string(JSONExcerpt.text(of: response.body))
    }
}

extension StepResult {
    /// Whether the server could not be reached; its responses are then unknown.
    var hasNothingToCompare: Bool { outcome == .inconclusive && response == nil }
}

extension RecognizedFailure {
    /// Code and message.
    fileprivate var words: String {
        let name = code ?? "a failure without a code"
        return message.map { "\(name) «\($0)»" } ?? name
    }
}
