package import Contract
import HTTP
import JSON
import JSONPaths

/// The identity of a generated case's finding: equal findings are reported once.
package struct FindingKey: Hashable, Sendable {
    package let operation: String
    package let kind: GeneratedKind
    /// The cause, if one shows in many requests: a status, or a place of the response.
    package var cause: String?

    /// Whether all requests with this finding show the same mistake, whatever their changes.
    package var isOfResponse: Bool { cause != nil }
}

extension GeneratedCase {
    /// The finding of a run of this case; `nil` for none, or for an inconclusive run.
    ///
    /// - Parameters:
    ///   - result: Of the run.
    ///   - contract: Says which statuses the operations declare.
    /// - Returns: The finding.
    package func finding(in result: CaseResult, of contract: ContractDocument) -> FindingKey? {
        let judged = result.steps.filter { $0.phase == .steps }
        guard result.verdict == .failed,
            let position = judged.firstIndex(where: { $0.outcome == .failed })
        else { return nil }
        do {
            let parts = try parts()
            guard parts.indices.contains(position) else { return nil }
            let (part, step) = (parts[position], judged[position])
            let kind = part.kind(of: step)
            guard isOfObjects(judged, kind) else { return nil }
            let isSound =
                switch kind {
                case .unstable: !isUnstable(judged)
                // PUT may create what was deleted (RFC 9110, section 9.3.4), and says so with 201.
                case .undead: step.response?.status == 201
                // The step that creates the object is a case of its own.
                case .refused:
                    isSequence && position == 0 || part.isTrial || part.allows(step, contract)
                // The server has no such method anywhere (RFC 9110, section 15.6.2).
                case .serverError:
                    step.response?.status == 501 && edits.contains { $0.category == .method }
                case .lostUpdate: part.isShownInEffect(in: step)
                default: false
                }
            guard !isSound else { return nil }
            return FindingKey(
                operation: part.operation.id,
                kind: kind,
                cause: kind.cause(in: step)
            )
        } catch {
            return nil
        }
    }

    private var isSequence: Bool {
        if case .sequence = form { true } else { false }
    }

    /// Whether a case with two objects shows what it is for: shorter ones test all other requests.
    private func isOfObjects(_ steps: [StepResult], _ kind: GeneratedKind) -> Bool {
        let responses = steps.compactMap(\.response)
        switch form {
        case .request, .repeated, .sequence: return true
        case .pair(let resource, _, _):
            // A creation may return an object that exists.
            return kind == .vanished && responses.count == 5
                && [404, 410].contains(responses[4].status)
                && !resource.isSame(responses[0], responses[1])
        case .listing(let resource, let list):
            guard let page = resource.uses[list].page else { return false }
            return kind == .vanished && responses.count == 3
                && responses.prefix(2).allSatisfy { creation in
                    resource.isMissing(from: responses[2], createdBy: creation, page)
                }
        }
    }

    /// Whether two responses differ by more than volatile values.
    private func isUnstable(_ steps: [StepResult]) -> Bool {
        let responses = steps.compactMap(\.response)
        guard responses.count == 2 else { return true }
        guard responses[0].status == responses[1].status else { return true }
        do {
            let bodies = try responses.map {
                try JSONValue(parsing: String(decoding: $0.body, as: UTF8.self))
            }
            return VolatileValues.differ(bodies[0], bodies[1])
        } catch {
            return responses[0].body != responses[1].body
        }
    }
}

extension ResourceModel {
    /// Whether two creations returned the same object, as far as known.
    fileprivate func isSame(_ one: HTTPResponse, _ other: HTTPResponse) -> Bool {
        captures.contains { capture in
            guard case .ready(let query) = capture.query else { return true }
            return query.value(in: one) == query.value(in: other)
        }
    }
}

extension GeneratedKind {
    fileprivate func cause(in step: StepResult) -> String? {
        switch self {
        case .stackTrace: return "stack trace"
        case .undeclared:
            let broken = step.differences.first(where: \.isContradiction)
            guard let path = broken?.path else { return nil }
            guard path != "status" else { return "status \(step.response?.status ?? 0)" }
            // Which element of a list is wrong depends on the state of the server.
            return path.replacing(/\[[0-9]+\]/, with: "[*]")
        default: return nil
        }
    }
}

extension GeneratedCase.Part {
    /// Failures that are about the state of the server, not the request (RFC 9110, sections 15.5.2, 15.5.4, 15.5.5,
    /// 15.5.10, 15.5.11 and 15.5.13; RFC 4918, section 11.3; RFC 6585, sections 3 and 4).
    private static let statesOfServer: Set<Int> = [
        401, 403, 404, 409, 410, 412, 423, 428, 429,
    ]

    /// Whether a valid request may be rejected with this response: the operation declares it.
    fileprivate func allows(_ step: StepResult, _ contract: ContractDocument) -> Bool {
        guard let status = step.response?.status, Self.statesOfServer.contains(status) else {
            return false
        }
        let errors = Set(operation.promises.compactMap(\.error?.id))
        return operation.responses.contains { $0.status == .exactly(status) }
            || contract.errors.contains { entry in
                errors.contains(entry.id)
                    && (entry.statuses.isEmpty || entry.statuses.contains(status))
            }
    }

    /// Whether a response lacks written values only because it shows their texts trimmed, or in other case.
    fileprivate func isShownInEffect(in step: StepResult) -> Bool {
        guard let shows, let body = step.response.flatMap(JSONValue.init(response:)) else {
            return false
        }
        let places = Set(shows.names.map { "$" + JSONPath.segment($0) })
        let other = step.differences.first { $0.isContradiction && !places.contains($0.path) }
        return other == nil
            && shows.members.allSatisfy { member in
                body[member.name].map { Self.folded($0) == Self.folded(member.value) } ?? false
            }
    }

    private static func folded(_ value: JSONValue) -> JSONValue {
        guard let text = value.stringValue?.lowercased() else { return value }
        return .string(text.split(whereSeparator: \.isWhitespace).joined(separator: " "))
    }

    fileprivate func kind(of step: StepResult) -> GeneratedKind {
        if let failure = step.failure { return failure.kind == .timeout ? .hang : .noResponse }
        let broken = step.differences.filter(\.isContradiction)
        let isServerError = (step.response?.status ?? 0) >= 500
        if isServerError, broken.contains(where: { $0.path == "status" }) { return .serverError }
        if broken.contains(where: { $0.path == StackTrace.path }) { return .stackTrace }
        // A list can also differ from its description.
        let isOfList = broken.contains { $0.path.hasPrefix("$..") }
        if !asserts.isEmpty, isOfList || otherwise == .unstable { return otherwise ?? .undeclared }
        let isOutcome = broken.contains { $0.path == "outcome" }
        if isOutcome { return otherwise ?? (outcome == .failure ? .accepted : .refused) }
        if shows != nil, broken.contains(where: { $0.path.hasPrefix("$") }) {
            return otherwise == .vanished ? .lostUpdate : otherwise ?? .lostUpdate
        }
        return .undeclared
    }
}

/// Values that differ from one moment to the next, whatever the request.
enum VolatileValues {
    static func differ(_ one: JSONValue, _ other: JSONValue) -> Bool {
        switch (one, other) {
        case (.object(let left), .object(let right)):
            guard Set(left.names) == Set(right.names) else { return true }
            return left.members.contains { member in
                right[member.name].map { differ(member.value, $0) } ?? true
            }
        case (.array(let left), .array(let right)):
            return left.count != right.count || zip(left, right).contains { differ($0, $1) }
        case (.string(let left), .string(let right)):
            return left != right && !(isVolatile(left) && isVolatile(right))
        case (.number, .number):
            guard let left = one.intValue, let right = other.intValue else { return one != other }
            // Seconds or milliseconds since 1970 that differ by a short time.
            return left != right && !(left > 1_000_000_000 && abs(right - left) < 60_000)
        default: return one != other
        }
    }

    /// The place of the first value that differs by more than the moment, as a JSONPath; `nil` for none.
    static func difference(_ one: JSONValue, _ other: JSONValue, at path: String = "$") -> String? {
        guard differ(one, other) else { return nil }
        switch (one, other) {
        case (.object(let left), .object(let right)):
            guard Set(left.names) == Set(right.names) else { return path }
            return left.members.lazy.compactMap { member in
                right[member.name].flatMap {
                    difference(member.value, $0, at: path + JSONPath.segment(member.name))
                }
            }.first
        case (.array(let left), .array(let right)):
            guard left.count == right.count else { return path }
            return zip(left, right).enumerated().lazy.compactMap { index, pair in
                difference(pair.0, pair.1, at: "\(path)[\(index)]")
            }.first
        default: return path
        }
    }

    /// A point in time, or a long text of digits and letters that look random.
    private static func isVolatile(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        let isDate =
            bytes.count >= 10 && bytes[4] == UInt8(ascii: "-") && bytes[7] == UInt8(ascii: "-")
        let hasDigit = bytes.contains { (0x30...0x39).contains($0) }
        let isToken =
            bytes.count >= 16 && hasDigit
            && bytes.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
                    || (0x61...0x7A).contains(byte)
                    || [0x2D, 0x5F, 0x2B, 0x2F, 0x3D].contains(byte)
            }
        return isDate || isToken
    }
}
