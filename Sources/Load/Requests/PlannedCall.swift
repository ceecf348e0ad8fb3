package import LoadModel
package import Profile

/// A request to each recipient before or after the run, laid out.
package struct PlannedCall: Sendable {
    package let call: LoadProfile.AudienceCall
    /// Scheme, host and port of its server.
    package let origin: String
    /// Its outcomes include the status, even those with a code.
    package let send: LoadPlan.Send
    /// An audience with one recipient for each request.
    package let audience: LoadAudience
    /// Access tokens that are renewed meanwhile; `nil` when all stay the same.
    let tokens: TokenBoard?
}

extension LoadPlan {
    /// A run that sends a request to each of the first recipients, once.
    ///
    /// One worker sends them in order, so that a run that ends early has reached the first ones.
    ///
    /// - Parameters:
    ///   - planned: The request.
    ///   - end: One more than the number of the last recipient.
    ///   - load: Load of the profile.
    ///   - seed: Seed of the run.
    ///   - number: Index among such calls of the run, so that each draws other values; recipients stay the same.
    ///   - shard: The part of the recipients.
    package init(
        _ planned: PlannedCall,
        upTo end: UInt64,
        in load: LoadShape,
        seed: UInt64,
        number: Int,
        shard: Shard = .whole
    ) {
        let call = planned.call
        var shape = LoadShape(
            Self.model(of: call, upTo: end),
            connections: call.connections ?? load.connections,
            streams: load.streams,
            timeout: load.timeout,
            requestsPerConnection: load.requestsPerConnection
        )
        // Requests beyond what the server can take wait until then.
        shape.drain = max(call.limit - shape.span, 0) + load.timeout
        let own = seed &+ UInt64(number + 1) &* 0xD1B5_4A32_D192_ED03
        self.init(shape, sends: [planned.send], seed: own)
        audience = planned.audience
        tokens = planned.tokens
        self.shard = shard
        arrivalLimit = end
    }

    private static func model(
        of call: LoadProfile.AudienceCall,
        upTo end: UInt64
    ) -> LoadShape.Model {
        guard let rate = call.rate, end > 0 else {
            return .closed(duration: call.limit, think: 0)
        }
        let time = Int64(min(Double(end) / rate * 1e9, 1e18).rounded(.up))
        let stage = LoadShape.Stage(
            rate: rate,
            duration: min(time, call.limit),
            arrivalCount: time > call.limit ? nil : end
        )
        return .open([stage], .constant)
    }
}

extension LoadPlan.Send {
    /// The same send with the status in the names of all its outcomes.
    var tellingStatus: LoadPlan.Send {
        var rule = rule
        rule.tellsStatus = true
        return LoadPlan.Send(name, weight: weight, layout: layout, rule: rule, events: events)
    }
}
