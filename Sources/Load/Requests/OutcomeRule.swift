import Base
import Contract
import HTTP
import JSONPaths
package import LoadModel
import Measure
import Profile

/// Names the outcome of a response to a send, and tells whether the send expects it.
package struct OutcomeRule: Sendable {
    /// Outcome of one response.
    package struct Outcome: Hashable, Sendable {
        /// A documented code, otherwise the status: `201`, `E403002`.
        package let name: String
        package let isGood: Bool

        package init(_ name: String, isGood: Bool) {
            self.name = name
            self.isGood = isGood
        }
    }

    /// Whether names of codes have the status before them: `404 E404001`.
    var tellsStatus = false
    private let failure: FailureRecognizer?
    private let operation: Operation?
    /// `nil` takes the documented success.
    private let expectedStatus: Int?
    /// Code that a response must carry; `nil` expects a response without failure.
    private let expectedCode: ErrorEntry.Code?
    private let goodStatuses: Set<Int>
    /// Whether the status alone marks a response as a failure.
    private let statusDecides: Bool
    /// The codes that the contract lists.
    private let codes: Set<String>
    private let evaluator: Evaluator
    /// The smallest status of responses whose bodies matter; `Int.max` for none.
    let lowestBodyStatus: Int
    /// Members of the body that decide, by their names from the root; `nil` when the body must be parsed.
    let members: [[String]]?
    /// The smallest and the largest expected status.
    ///
    /// Computed once, as that evaluates the contract for every status.
    private(set) var usualStatuses = 0...0

    /// A rule that distinguishes responses by status alone.
    package init(goodStatuses: Set<Int>) {
        self.goodStatuses = goodStatuses
        statusDecides = true
        codes = []
        (failure, operation, expectedStatus, expectedCode) = (nil, nil, nil, nil)
        evaluator = Evaluator(
            now: Timestamp(nanosecondsSince1970: 0),
            random: RandomSource(seed: 0, name: "")
        )
        (lowestBodyStatus, members) = (.max, [])
        usualStatuses = statusesThatMayBeGood
    }

    /// Outcomes of a send by its contract.
    ///
    /// - Parameters:
    ///   - send: Checked by the loader.
    ///   - contract: Declares the operation of the send.
    ///   - evaluator: Defines the names that the contract uses.
    /// - Throws: A `TemplateError` when failures depend on something that is not examined under load.
    init(
        _ send: LoadProfile.Send,
        in contract: ContractDocument,
        using evaluator: Evaluator
    ) throws(TemplateError) {
        let failure = contract.failure
        self.failure = failure
        self.evaluator = evaluator
        operation = contract.operations.first { $0.id == send.request.operation }
        expectedStatus = send.expectedStatus
        expectedCode = send.expectedError.flatMap { expected in
            contract.errors.first { $0.id == expected.id }?.code
        }
        goodStatuses = []
        codes = Set(contract.errors.compactMap(\.code.exact))
        guard let failure else {
            statusDecides = true
            (lowestBodyStatus, members) = (.max, [])
            usualStatuses = statusesThatMayBeGood
            return
        }
        var evaluator = evaluator
        let condition = try failure.condition.query.query(using: &evaluator)
        let code = try failure.code?.query.query(using: &evaluator)
        for query in [condition, code].compactMap(\.self) where !query.isKnownUnderLoad {
            throw TemplateError(
                "\"failure\" of the contract looks at \(query), and under load only status and "
                    + "body are looked at",
                at: failure.condition.location
            )
        }
        let isPlain =
            failure.condition.filters.isEmpty && failure.code?.filters.isEmpty ?? true
        members = isPlain ? Self.members(of: [condition, code].compactMap(\.self)) : nil
        if case .status = condition {
            statusDecides = true
            let failing = try Self.firstFailure(failure, &evaluator)
            lowestBodyStatus = code == nil ? .max : failing ?? .max
        } else {
            statusDecides = false
            lowestBodyStatus = 0
        }
        usualStatuses = statusesThatMayBeGood
    }

    /// Names of the members that the queries read; `nil` when they read more than members.
    private static func members(of queries: [Query]) -> [[String]]? {
        var members: [[String]] = []
        for query in queries {
            if case .status = query { continue }
            guard case .jsonpath(let path) = query, let steps = path.singularSteps else {
                return nil
            }
            let names = steps.compactMap { step in
                if case .name(let name) = step { name } else { nil }
            }
            guard !names.isEmpty, names.count == steps.count else { return nil }
            if !members.contains(names) { members.append(names) }
        }
        return members
    }

    /// The smallest status that is a failure, when the status decides.
    private static func firstFailure(
        _ failure: FailureRecognizer,
        _ evaluator: inout Evaluator
    ) throws(TemplateError) -> Int? {
        for status in 100..<1000 {
            let subject = Subject(HTTPResponse(status: status), to: .placeholder)
            if try failure.failure(in: subject, using: &evaluator) != nil { return status }
        }
        return nil
    }
}

extension HTTPRequest {
    /// The request of subjects whose response alone is read.
    static let placeholder = HTTPRequest(method: "GET", origin: "", path: "/")
}

extension OutcomeRule {
    /// The outcome of a response.
    ///
    /// - Parameters:
    ///   - status: Status of the response.
    ///   - body: Empty unless `lowestBodyStatus` requires it.
    /// - Returns: Its name, and whether it is expected.
    package func outcome(status: Int, body: [UInt8]) -> Outcome {
        if operation == nil && failure == nil && expectedStatus == nil {
            return Outcome("\(status)", isGood: goodStatuses.contains(status))
        }
        var evaluator = evaluator
        let subject = Subject(
            HTTPResponse(status: status, body: body),
            to: .placeholder,
            limits: Self.limits
        )
        // The queries were evaluated once before, so they cannot fail.
        let found = try? failure?.failure(in: subject, using: &evaluator)
        guard subject.excess == nil else { return outcome(status: status, unjudged: .tooLong) }
        let name = Self.name(of: found, status)
        let isTold = !tellsStatus || name.hasPrefix("\(status)")
        return Outcome(
            isTold ? name : "\(status) \(name)",
            isGood: isGood(status, found)
        )
    }

    /// Outcome of a response with an unreadable body.
    ///
    /// - Parameters:
    ///   - status: A status whose bodies matter.
    ///   - reason: Why the body cannot be read.
    /// - Returns: The outcome by status, where that decides; otherwise one named for the reason.
    package func outcome(status: Int, unjudged reason: UnjudgedResponse) -> Outcome {
        guard let isGood = isGood(status) else { return Outcome(reason.rawValue, isGood: false) }
        return Outcome(reason.name(ofStatus: status), isGood: isGood)
    }

    /// Whether the status alone marks a response as expected or not; `nil` when the body decides.
    private func isGood(_ status: Int) -> Bool? {
        var evaluator = evaluator
        let subject = Subject(HTTPResponse(status: status), to: .placeholder)
        let fails: Bool? =
            statusDecides ? (try? failure?.failure(in: subject, using: &evaluator)) != nil : nil
        if let expectedStatus, status != expectedStatus { return false }
        if expectedCode != nil { return fails == false ? false : nil }
        if let expectedStatus, expectedStatus >= 400 { return true }
        let isDeclared = expectedStatus != nil || isDeclared(status)
        return isDeclared ? fails.map { !$0 } : false
    }

    private func isDeclared(_ status: Int) -> Bool {
        guard let operation else { return false }
        if operation.responses.isEmpty { return (200..<300).contains(status) }
        return operation.response(for: status) != nil
    }

    /// Whether the contract promises events for a status.
    func promisesEvents(status: Int) -> Bool {
        operation?.response(for: status)?.expectation.events != nil
    }

    /// Whether the contract lists an outcome, so that its name is one of few.
    func names(_ outcome: String) -> Bool {
        codes.contains(outcome)
            || tellsStatus && codes.contains(String(outcome.drop { $0 != " " }.dropFirst()))
    }

    /// The smallest and the largest status that may be expected; without impossible ones.
    private var statusesThatMayBeGood: ClosedRange<Int> {
        let good = (100..<1000).filter { status in
            expectedCode == nil
                ? outcome(status: status, body: []).isGood
                : expectedStatus.map { $0 == status } ?? (status >= lowestBodyStatus)
        }
        guard let first = good.first, let last = good.last else { return 0...0 }
        return first...last
    }

    private func isGood(_ status: Int, _ failure: RecognizedFailure?) -> Bool {
        if let expectedCode {
            guard let failure, expectedCode.accepts(failure.code) else { return false }
            return expectedStatus == nil || status == expectedStatus
        }
        if let expectedStatus {
            return status == expectedStatus && (failure == nil || expectedStatus >= 400)
        }
        return failure == nil && isDeclared(status)
    }

    private static func name(of failure: RecognizedFailure?, _ status: Int) -> String {
        guard let failure else { return "\(status)" }
        if let code = failure.code, !code.isEmpty, code.unicodeScalars.count <= longestName,
            code.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F })
        {
            // Servers must not produce the names reserved for requests without a response.
            let isTaken =
                MissingResponse(rawValue: code) != nil || EventFault(rawValue: code) != nil
                || code == OutcomeCell.Key.unnamed
            return isTaken ? "\(status) \(code)" : code
        }
        return status < 400 ? "\(status) without code" : "\(status)"
    }

    private static let longestName = 64
    /// 4 MiB of memory for JSON, which takes a worker some hundredths of a second at most.
    private static let limits = BodyLimits(largestBody: 512 << 10)
}

extension Query {
    /// Whether the engine keeps the part of the response that it reads.
    var isKnownUnderLoad: Bool {
        switch self {
        case .status, .body, .bytes, .json, .sha256, .jsonpath, .xpath: true
        default: false
        }
    }
}
