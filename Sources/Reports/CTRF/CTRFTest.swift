import Base
import Contract
import HTTP
import JSON
import ReportText

/// One case as a CTRF test.
struct CTRFTest {
    let result: CaseResult
    let contract: ContractResult

    /// The statuses of a test in CTRF.
    enum Status: String, CaseIterable {
        case passed, failed, skipped, pending, other

        init(_ verdict: Verdict) {
            switch verdict {
            case .passed, .flaky: self = .passed
            case .failed: self = .failed
            case .inconclusive: self = .other
            case .waived: self = .pending
            case .skipped: self = .skipped
            }
        }

        init(_ outcome: StepResult.Outcome) {
            switch outcome {
            case .passed, .differs: self = .passed
            case .failed: self = .failed
            case .inconclusive: self = .other
            }
        }
    }

    /// The maximum number of body bytes shown in a trace.
    private static let bodyLimit = 2_048

    var object: JSONValue {
        var object = JSONObject()
        object["name"] = .string(result.name)
        object["status"] = .string(Status(result.verdict).rawValue)
        object["duration"] = .integer(result.duration.wholeMilliseconds)
        if let start = result.steps.lazy.compactMap(\.startedAt).first {
            let milliseconds = Int(start.nanosecondsSince1970 / 1_000_000)
            object["start"] = .integer(milliseconds)
            object["stop"] = .integer(milliseconds + result.duration.wholeMilliseconds)
        }
        object["suite"] = [.string(contract.file)]
        if result.verdict != .passed { object["message"] = .string(result.mainPoint) }
        object["trace"] = trace.map(JSONValue.string)
        object["filePath"] = .string(result.location.file)
        object["line"] = .integer(result.location.line)
        object["rawStatus"] = .string(result.verdict.rawValue)
        if !result.tags.isEmpty { object["tags"] = .array(result.tags.map(JSONValue.string)) }
        object["type"] = "contract"
        object["retries"] = .integer(result.attempts - 1)
        object["flaky"] = .bool(result.verdict == .flaky)
        if !result.steps.isEmpty { object["steps"] = .array(result.steps.map(step)) }
        object["extra"] = extra
        return .object(object)
    }

    private func step(_ step: StepResult) -> JSONValue {
        var extra = JSONObject()
        extra["phase"] = .string(step.phase.rawValue)
        extra["outcome"] = .string(step.outcome.rawValue)
        extra["tries"] = .integer(step.tries)
        extra["fault"] = step.fault.map { .string($0.description) }
        return [
            "name": .string(step.label),
            "status": .string(Status(step.outcome).rawValue),
            "extra": .object(extra),
        ]
    }

    /// Every difference, and the request and response of every failed step.
    private var trace: String? {
        let lines = result.steps.enumerated().flatMap { index, step in
            step.outcome == .passed ? [] : self.lines(of: step, number: index + 1)
        }
        return lines.isEmpty ? nil : lines.joined(separator: "\n")
    }

    private func lines(of step: StepResult, number: Int) -> [String] {
        let headline = step.headline ?? step.outcome.rawValue
        var lines = ["step \(number) \(step.title): \(headline) (\(step.location))"]
        lines += step.differences.map { "  " + $0.sentence }
        lines = lines.map { PrintableText.line($0) }
        if step.differenceCount > step.differences.count {
            lines.append("  … \(step.differenceCount - step.differences.count) more")
        }
        for (number, exchange) in step.numberedExchanges {
            lines.append("\(step.direction.requestTitle)\(number):")
            lines += CurlCommand(exchange.request).description.unicodeLines.map { "  " + $0 }
            lines.append("\(step.direction.responseTitle)\(number):")
            lines += ResponseText.lines(of: exchange, step.direction, limit: Self.bodyLimit)
                .map { "  " + $0 }
        }
        return step.exchanges.isEmpty
            ? lines + ["response:", "  " + step.direction.nothing] : lines
    }

    private var extra: JSONValue {
        var object = JSONObject()
        object["column"] = .integer(result.location.column)
        object["covers"] = .array(result.covers.map(JSONValue.string))
        if result.repetitions > 1 { object["repetitions"] = .integer(result.repetitions) }
        object["waivedRun"] = result.waivedRun.map { .string($0.verdict.rawValue) }
        if let deciding = result.decidingStep?.step {
            object["step"] = .string(deciding.label)
            object["fault"] = deciding.fault.map { .string($0.description) }
            object["at"] = .string("\(deciding.location)")
            object["differences"] = .array(deciding.differences.map(difference))
            object["differenceCount"] = .integer(deciding.differenceCount)
        }
        return .object(object)
    }

    private func difference(_ difference: Difference) -> JSONValue {
        var object = JSONValue.parts(of: difference)
        object["at"] = difference.location.map { .string("\($0)") }
        return .object(object)
    }
}
