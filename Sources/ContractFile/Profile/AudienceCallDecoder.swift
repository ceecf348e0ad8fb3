import Base
import Contract
import Profile

/// Reads `prepare` and `cleanup` of a profile: requests to each recipient beside the run.
struct AudienceCallDecoder {
    /// The contract's.
    let context: DecodingContext
    /// `nil` when there is none, or it could not be read.
    let audience: LoadProfile.Audience?
    /// Whether the profile has one, so that all is said of one that could not be read.
    let hasAudience: Bool

    private var diagnostics: Diagnostics { context.diagnostics }

    private static let hour: Int64 = 3_600_000_000_000
    private static let minute: Int64 = 60_000_000_000
    private static let longestHours: Int64 = 12

    /// Those that come before the run; what was reported is left out.
    func prepare(_ nodes: [YAMLNode]) -> [LoadProfile.AudienceCall] {
        calls(nodes) { node in
            guard let reader = KeyReader(node, of: "\"prepare\"", PrepareKeys.self, diagnostics)
            else { return nil }
            defer { reader.finish() }
            let failures = reader[\.failures]
            if let audience, failures > audience.count, let entry = reader.entry(\.failures) {
                diagnostics.error(
                    "expected at most \(audience.count), as many as there are recipients, got "
                        + entry.value.kindAndValue,
                    at: entry.value
                )
            }
            return call(reader.part(\.request), limit: Self.hour, failures: UInt64(failures))
        }
    }

    /// Those that come after the run; what was reported is left out.
    func cleanup(_ nodes: [YAMLNode]) -> [LoadProfile.AudienceCall] {
        calls(nodes) { node in
            guard let reader = KeyReader(node, of: "\"cleanup\"", CleanupKeys.self, diagnostics)
            else { return nil }
            reader.explain(["failures"], "failures here do not change the exit status")
            defer { reader.finish() }
            return call(reader.part(\.request), limit: Self.minute, failures: 0)
        }
    }

    private func calls(
        _ nodes: [YAMLNode],
        _ decode: (YAMLNode) -> LoadProfile.AudienceCall?
    ) -> [LoadProfile.AudienceCall] {
        var calls: [LoadProfile.AudienceCall] = []
        for node in nodes {
            guard let call = decode(node) else { continue }
            if calls.contains(where: { $0.send.name == call.send.name }) {
                diagnostics.error(
                    "there is \(Excerpt.quoted(call.send.name)) already",
                    at: node,
                    hint: "give one of them a name"
                )
            }
            calls.append(call)
        }
        return calls
    }

    private func call(
        _ reader: KeyReader<AudienceCallKeys>,
        limit: Int64,
        failures: UInt64
    ) -> LoadProfile.AudienceCall? {
        let send = SendDecoder(context: context).send(reader.part(\.sent))
        checkRecipients(reader[\.recipients])
        let connections = reader[\.connections]
        let rate = reader.entry(\.rate)
        let perSecond = rate?.value.decoded(as: .rate, diagnostics)
        if let rate, perSecond == 0 {
            diagnostics.error("at a rate of zero nothing is sent", at: rate.value)
        }
        let within = reader.entry(\.within)
        let length = within?.value.decoded(as: .someTime, diagnostics)
        if let within, let length, length > Self.longestHours * Self.hour {
            diagnostics.error(
                "expected a time of at most \(Self.longestHours)h, got \(within.value.kindAndValue)",
                at: within.value
            )
        }
        guard let send else { return nil }
        if hasAudience, send.request.operation != nil, !send.namesRecipients {
            diagnostics.error(
                "\(send.name) names no recipient, so all would be sent the same",
                at: reader.node,
                hint: "insert {{recipient}}, such as json: { token: \"{{recipient}}\" }"
            )
        }
        return LoadProfile.AudienceCall(
            send,
            connections: connections,
            rate: perSecond,
            failures: failures,
            limit: length ?? limit
        )
    }

    private func checkRecipients(_ node: YAMLNode?) {
        guard let node else { return }
        guard node.stringValue == "audience" else {
            return diagnostics.mismatch("\"audience\"", at: node)
        }
        if !hasAudience {
            diagnostics.error("the profile has no \"audience\"", at: node)
        }
    }
}
