import Contract
import LoadModel
import Profile

/// Reads what a profile sends: the call, the changes to its request, and the response that is good.
struct SendDecoder {
    /// The contract's.
    let context: DecodingContext

    private var diagnostics: Diagnostics { context.diagnostics }

    /// `nil` after a report.
    func send(_ node: YAMLNode, of scenario: String? = nil) -> LoadProfile.Send? {
        guard let reader = KeyReader(node, of: "a send", SendKeys.self, diagnostics) else {
            return nil
        }
        defer { reader.finish() }
        let weight = reader[\.weight]
        let every = reader[\.check].flatMap(self.every)
        return send(reader.part(\.sent), of: scenario, weight: weight, checkEvery: every)
    }

    /// A step of a journey, which goes before its name; `nil` after a report.
    func step(
        _ node: YAMLNode,
        of journey: String,
        after think: ThinkTime?
    ) -> LoadProfile.Send? {
        let subject = "a step of a journey"
        guard let reader = KeyReader(node, of: subject, JourneyStepKeys.self, diagnostics) else {
            return nil
        }
        defer { reader.finish() }
        let every = reader[\.check].flatMap(self.every)
        let captures = StepDecoder(context: context, role: .hook).captures(reader[\.captures])
        return send(
            reader.part(\.sent),
            of: journey,
            checkEvery: every,
            think: think,
            captures: captures
        )
    }

    /// What a mapping says of the request and of the good response; `nil` after a report.
    func send(
        _ reader: KeyReader<SentKeys>,
        of group: String? = nil,
        weight: Int = 1,
        checkEvery: Int? = nil,
        think: ThinkTime? = nil,
        captures: [Capture] = []
    ) -> LoadProfile.Send? {
        guard let call = reader[\.call] else {
            reader.passOver()
            return nil
        }
        let base = StepBase(calling: call, context)
        let request = StepDecoder(context: context, role: .hook)
            .request(reader.part(\.changes), base)
        refuseExchanges(of: request, at: reader.node)
        let name = reader[\.name]
        let expected = reader[\.expect].flatMap(self.expected)
        return LoadProfile.Send(
            name: group.map { "\($0)/\(name ?? base.label)" } ?? name ?? base.label,
            weight: weight,
            request: StepRequest(operation: base.operation, template: request),
            expectedStatus: expected?.status,
            expectedError: expected?.error,
            checkEvery: checkEvery,
            think: think,
            captures: captures,
            location: reader.node.location
        )
    }

    /// Reports what takes more than one exchange, since an arrival under load is one.
    private func refuseExchanges(of request: RequestTemplate, at node: YAMLNode) {
        if request.redirects > 0 {
            diagnostics.error(
                "\"redirects\" is not supported under load",
                at: node,
                hint: "write redirects: none"
            )
        }
        if let name = request.constant("security"),
            context.contract.securitySchemes[name]?.digest != nil
        {
            diagnostics.error(
                "security scheme \(Excerpt.quoted(name)) uses server challenges, which are not "
                    + "supported under load",
                at: node,
                hint: "write security: none, or another scheme"
            )
        }
    }

    /// The response that is good: a status, a documented error, or both.
    private func expected(_ node: YAMLNode) -> (status: Int?, error: ErrorReference?)? {
        let subject = "the expectation of a send"
        guard let reader = KeyReader(node, of: subject, SendExpectationKeys.self, diagnostics)
        else { return nil }
        defer { reader.finish() }
        guard reader.entry(\.status) != nil || reader.entry(\.error) != nil else {
            diagnostics.mismatch("\"status\" or \"error\"", at: node)
            return nil
        }
        let status = reader[\.status]
        return (status, reader[\.error].flatMap(self.error))
    }

    /// An error that can be recognised in responses during the run, by its code.
    private func error(_ node: YAMLNode) -> ErrorReference? {
        let decoder = ExpectationDecoder(context: context)
        guard let id = decoder.identifier(node), let entry = context.index.errors[id] else {
            return nil
        }
        if context.contract.failure?.code == nil {
            diagnostics.error(
                "the contract has no \"code\" in \"failure\", so errors cannot be recognised",
                at: node,
                hint: "expect its status, or give the contract failure: { when, code }"
            )
        } else if case .none = entry.code {
            diagnostics.error(
                "error \(Excerpt.quoted(id)) has no code, so responses cannot be recognised by it",
                at: node,
                hint: "expect its status"
            )
        }
        return ErrorReference(id: id, basis: .documented, message: nil, location: node.location)
    }

    /// One response of how many is checked against the contract.
    private func every(_ node: YAMLNode) -> Int? {
        let subject = "a mapping with \"every\""
        guard let reader = KeyReader(node, of: subject, CheckKeys.self, diagnostics) else {
            return nil
        }
        defer { reader.finish() }
        return reader[\.every]
    }
}
