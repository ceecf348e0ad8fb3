import Base
import Contract
import HTTP
import JSON
import Profile
import Transport

/// Checks a response against everything that the contract says about its send.
struct SendJudge: Sendable {
    private let judge: ResponseJudge
    /// Expected outcome of each send.
    private let expected: [ExpectedOutcome]
    /// Server of each send.
    private let origins: [String]
    private let evaluator: Evaluator
    private let seed: UInt64

    /// Result of checking a response.
    enum Finding: Hashable {
        /// Violations of promises, each as certain as its source; empty for a valid response.
        case judged([String])
        /// The response has more content than is examined.
        case tooLarge
        /// The contract checks a body whose coding is unknown.
        case undecodable
    }

    /// Bounds a decompressed body to 64 MiB and a check to a fraction of a second.
    private static let limits = BodyLimits(largestBody: 8 << 20)
    /// Violations reported for one response; more would not be read.
    private static let largestCount = 10
    private static let slot = UInt64.max - 3

    init(_ profile: LoadProfile, origins: [String], evaluator: Evaluator, seed: UInt64) {
        judge = ResponseJudge(contract: profile.contract, limits: Self.limits)
        expected = profile.sends.map(ExpectedOutcome.init)
        self.origins = origins
        self.evaluator = evaluator
        self.seed = seed
    }

    /// Checks a response.
    func finding(of checked: CheckedResponse) -> Finding {
        guard let request = HTTPRequest(written: checked.request, origin: origins[checked.send])
        else {
            return .judged(["the request could not be read again"])
        }
        var evaluator = evaluator
        evaluator.now = checked.moment
        evaluator.random = RandomSource(seed: seed, index: checked.arrival, slot: Self.slot)
        do {
            let response = try HTTPResponse(
                head: checked.head,
                body: checked.body,
                method: request.method,
                serviceTime: checked.serviceTime
            )
            let judgement = try judge.judgement(
                of: expected[checked.send],
                request: request,
                response: response,
                using: &evaluator
            )
            let isDocumented = { (difference: Difference) in difference.basis == .documented }
            let counts = { (difference: Difference) in
                difference.isContradiction && isDocumented(difference)
            }
            guard judgement.obstacle(counting: counts) == nil else { return .tooLarge }
            guard judgement.doubt(counting: isDocumented) == nil else { return .undecodable }
            let found = judgement.differences.filter(counts)
            let texts = found.prefix(Self.largestCount).map(\.plainStatement)
            let rest = found.count - texts.count
            return .judged(texts + (rest > 0 ? ["and \(rest) more"] : []))
        } catch let refusal as ResponseAssembly.Refusal {
            return .judged([refusal.detail])
        } catch let error as TemplateError {
            return .judged([error.reason])
        } catch {
            return .judged(["\(error)"])
        }
    }
}

extension ExpectedOutcome {
    /// The outcome that a send of a profile expects.
    init(_ send: LoadProfile.Send) {
        var expectation: ExpectationTemplate?
        if send.expectedStatus != nil || send.expectedError != nil {
            expectation = ExpectationTemplate(location: send.location)
            expectation?.error = send.expectedError
        }
        if let status = send.expectedStatus {
            expectation?.status = AssertionTemplate(
                query: .ready(.status),
                filters: [],
                predicate: .ready(.equals(.integer(status))),
                basis: .documented,
                location: send.location
            )
        }
        self.init(of: send.request, expectation, at: send.location)
    }
}

extension HTTPRequest {
    /// Parses a request that this module laid out; `nil` for anything else.
    init?(written bytes: [UInt8], origin: String) {
        guard let end = bytes.firstRange(of: [0x0D, 0x0A, 0x0D, 0x0A]) else { return nil }
        let lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self)
            .split(separator: "\r\n", omittingEmptySubsequences: false)
        let parts = lines[0].split(separator: " ")
        guard parts.count == 3 else { return nil }
        var headers = HTTPFields()
        for line in lines.dropFirst() {
            guard let colon = line.firstRange(of: ": ") else { return nil }
            headers.append(
                String(line[..<colon.lowerBound]),
                String(line[colon.upperBound...])
            )
        }
        let target = parts[1].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let hasBody = headers["Content-Length"] != nil
        self.init(
            method: String(parts[0]),
            origin: origin,
            path: String(target[0]),
            query: target.count > 1 ? String(target[1]) : nil,
            headers: headers,
            body: hasBody ? Array(bytes[end.upperBound...]) : nil
        )
    }
}

extension HTTPResponse {
    /// Parses a response as the transport of cases does.
    ///
    /// - Parameters:
    ///   - head: From the status line to the empty line.
    ///   - body: Without chunk framing.
    ///   - method: Method of the request.
    ///   - serviceTime: From the request to the end of the response, in nanoseconds.
    /// - Throws: The error in the head.
    init(
        head: [UInt8],
        body: [UInt8],
        method: String,
        serviceTime: Int64
    ) throws(ResponseAssembly.Refusal) {
        var assembly = ResponseAssembly(method: method, largestBody: 0)
        let lines = head.split(separator: 0x0A, omittingEmptySubsequences: false).dropLast()
        for line in lines { try assembly.take(line: line + [0x0A]) }
        let time = Duration.nanoseconds(serviceTime)
        self.init(
            status: assembly.status,
            version: assembly.version,
            headers: assembly.headers,
            body: body,
            phases: PhaseTimes(firstByte: time, total: time)
        )
    }
}
