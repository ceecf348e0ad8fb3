import JSON

extension RunAudienceCall {
    static let table = FieldTable(
        RunAudienceCall(.prepare, name: "", recipients: 0, good: 0, elapsed: 0),
        [
            Field("phase", \.phase, .word),
            Field("name", \.name, .text),
            Field("recipients", \.recipients, .count),
            Field("good", \.good, .count),
            Field("failures", \.failures, .list(.record(Failure.table))),
            Field("seconds", \.elapsed, .seconds),
            Field("obstacle", optional: \.obstacle, .text),
        ],
        finish: { (call, node) throws(RunResultError) in
            let sum = call.failures.reduce(UInt128(call.good)) { $0 + UInt128($1.count) }
            guard sum <= call.recipients else {
                throw try node["good"].mismatch(
                    "at most \(call.recipients) together with the failures"
                )
            }
        }
    )
}

extension RunAudienceCall.Failure {
    fileprivate static let table = FieldTable(
        RunAudienceCall.Failure("", 0),
        [Field("outcome", \.outcome, .text), Field("count", \.count, .count)]
    )
}
