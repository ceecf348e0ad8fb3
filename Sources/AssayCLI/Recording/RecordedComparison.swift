import Base
import CommandLineTool
import Contract
import ContractFile
import HTTP
import Interchange
import Replay
import Stub

/// Compares recorded traffic with existing contracts.
struct RecordedComparison {
    /// Exchanges for which no contract has an operation.
    private(set) var new: [RecordedExchange] = []
    /// Exchanges whose responses contradict the contracts.
    private(set) var contradicting: [RecordedExchange] = []
    /// The number of exchanges with an operation.
    private(set) var known = 0
    /// Contradictions to a contract, in the order of the traffic.
    private(set) var findings: [Finding] = []

    /// Something that contradicts a contract.
    struct Finding {
        let operation: String
        let headline: String
        /// From the first response that showed it.
        let details: [String]
        let request: String
        var count = 1
    }

    private struct Source {
        let stub: ContractStub
        let judge: ResponseJudge
        var evaluator: Evaluator
    }

    /// - Parameters:
    ///   - exchanges: In the order of their requests.
    ///   - contracts: The contracts; if several have an operation for a request, the first checks
    ///     it.
    ///   - variables: From the command line and the environment.
    /// - Throws: A variable without a value.
    init(
        _ exchanges: [RecordedExchange],
        against contracts: [ContractDocument],
        variables: VariableResolver
    ) throws {
        var secrets: [String] = []
        var sources: [Source] = []
        for contract in contracts {
            let evaluator = try variables.evaluator(
                for: contract,
                seed: 0,
                at: SystemClock().now,
                noting: &secrets
            )
            sources.append(
                Source(
                    stub: ContractStub(contract, evaluator: evaluator),
                    judge: ResponseJudge(contract: contract),
                    evaluator: evaluator
                )
            )
        }
        let redactor = try Redactor(
            secrets: secrets.filter { !$0.isEmpty } + TrafficImport.secrets(of: exchanges)
        )
        for exchange in exchanges {
            let match = sources.indices.lazy.compactMap { index in
                sources[index].stub.operation(of: exchange.request).map { (index, $0) }
            }.first
            guard let (index, operation) = match else {
                new.append(exchange)
                continue
            }
            known += 1
            judge(exchange, operation, &sources[index], redactor)
        }
    }

    private mutating func judge(
        _ exchange: RecordedExchange,
        _ operation: String,
        _ source: inout Source,
        _ redactor: Redactor
    ) {
        let judgement: ResponseJudgement
        do {
            judgement = try source.judge.judgement(
                of: Self.outcome(of: operation),
                request: exchange.request,
                response: exchange.response,
                using: &source.evaluator
            )
        } catch {
            return add(operation, "cannot be checked: \(error)", [], exchange, redactor)
        }
        let wrong = judgement.differences.filter(\.isContradiction)
        guard let first = wrong.first else { return }
        contradicting.append(exchange)
        let headline = judgement.headline ?? first.plainStatement
        let details = wrong.filter { $0.plainStatement != headline || $0.location?.line != 0 }
            .map { difference in
                let place = difference.location.flatMap { $0.line > 0 ? "  \($0)" : nil } ?? ""
                return difference.plainStatement + place
            }
        add(operation, headline, details, exchange, redactor)
    }

    private mutating func add(
        _ operation: String,
        _ headline: String,
        _ details: [String],
        _ exchange: RecordedExchange,
        _ redactor: Redactor
    ) {
        let headline = redactor.redact(headline)
        if let index = findings.firstIndex(where: {
            $0.operation == operation && $0.headline == headline
        }) {
            findings[index].count += 1
            return
        }
        let path = exchange.request.path
        findings.append(
            Finding(
                operation: operation,
                headline: headline,
                details: details.map(redactor.redact),
                request: redactor.redact("\(exchange.request.method) \(path)")
            )
        )
    }

    /// Any success or failure that an operation declares.
    private static func outcome(of operation: String) -> ExpectedOutcome {
        let location = SourceLocation.whole("the recording")
        var expectation = ExpectationTemplate(location: location)
        expectation.declared = .any
        let request = StepRequest(
            operation: operation,
            template: RequestTemplate(sections: [], location: location)
        )
        return ExpectedOutcome(of: request, expectation, at: location)
    }

    /// The findings, line by line.
    var lines: [String] {
        var lines: [String] = []
        for finding in findings {
            let times = finding.count > 1 ? " (\(finding.count) times)" : ""
            lines.append(
                "DIFFERS \(finding.operation): \(finding.headline)\(times)  \(finding.request)"
            )
            lines += finding.details.prefix(5).map { "  \($0)" }
        }
        return lines
    }
}
