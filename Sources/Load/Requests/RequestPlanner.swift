package import Contract
import DeliveryFeed
import JSON
import LoadModel
package import Profile
package import Transport

/// Lays out the sends of a profile for the engine.
///
/// The code that builds requests of cases builds each request once, with markers in place of everything that
/// varies; the bytes between the markers are constant.
package struct RequestPlanner: Sendable {
    package let profile: LoadProfile
    private let targets: [String: LoadTarget]
    private let evaluator: Evaluator
    private let accessTokens: [String: String]
    private let tokens: TokenBoard?
    /// Marker of this run's messages; `nil` when deliveries are not watched.
    private let run: String?
    /// How connections are opened: a proxy that forwards requests needs absolute targets.
    private let transport: TransportOptions
    private let judge: ResponseJudge

    /// - Parameters:
    ///   - profile: Checked by the loader.
    ///   - targets: Servers by name.
    ///   - evaluator: Defines the variables, the contract's own names and values captured by set-up.
    ///   - accessTokens: Tokens without an expiry, by the name of their security scheme.
    ///   - tokens: Tokens that are renewed during the run.
    ///   - run: Marker of the run's messages behind the service; `nil` when deliveries are not watched.
    ///   - transport: How connections are opened.
    package init(
        _ profile: LoadProfile,
        targets: [LoadTarget],
        evaluator: Evaluator,
        accessTokens: [String: String] = [:],
        tokens: TokenBoard? = nil,
        run: String? = nil,
        transport: TransportOptions = TransportOptions()
    ) {
        self.transport = transport
        self.run = profile.delivery == nil ? nil : run
        self.profile = profile
        judge = ResponseJudge(contract: profile.contract)
        self.targets = Dictionary(targets.map { ($0.name, $0) }) { first, _ in first }
        self.evaluator = evaluator
        self.accessTokens = accessTokens
        self.tokens = tokens
    }

    /// Lays out every send.
    ///
    /// - Parameter seed: Seed of random values.
    /// - Returns: Sends in the order of the profile.
    /// - Throws: A `RequestFailure` for the first send that cannot be laid out.
    package func planned(seed: UInt64) throws(RequestFailure) -> PlannedRequests {
        let audience = try audience(seed: seed)
        var sends: [LoadPlan.Send] = []
        var origins = [String?](repeating: nil, count: profile.load.poolSizes.count)
        for (index, send) in profile.sends.enumerated() {
            do throws(TemplateError) {
                let planned = try planned(
                    send,
                    audience,
                    captured: captured(before: index),
                    pool: profile.pool(ofSend: index),
                    seed: seed
                )
                let pool = planned.send.pool
                if let origin = origins[pool], origin != planned.origin {
                    throw TemplateError(
                        "goes to \(planned.origin), others go to \(origin); a target is one server"
                    )
                }
                origins[pool] = planned.origin
                if endsWithAudience && !namesRecipients(at: index) {
                    throw TemplateError(
                        "names no recipient, so not everybody would be sent to once, and the run ends "
                            + "with that (\"for: audience\")"
                    )
                }
                sends.append(planned.send)
            } catch {
                throw RequestFailure(error, in: send)
            }
        }
        return PlannedRequests(
            origins: origins.map { $0 ?? "" },
            sends: sends,
            audience: audience,
            prepare: try planned(profile.prepare, audience, seed: seed),
            cleanup: try planned(profile.cleanup, audience, seed: seed),
            delivery: try delivery(audience),
            tokens: tokens,
            evaluator: evaluator
        )
    }

    /// How deliveries are identified, for a process that watches them without sending.
    ///
    /// - Parameter seed: The seed that the senders lay their requests out with.
    /// - Returns: `nil` for a profile without `delivery`.
    /// - Throws: A `RequestFailure` with its place.
    package func plannedDelivery(seed: UInt64) throws(RequestFailure) -> PlannedDelivery? {
        guard profile.delivery != nil else { return nil }
        return try delivery(try audience(seed: seed))
    }

    /// Names of the values captured by the steps before one of a journey, in order.
    private func captured(before index: Int) -> [String] {
        let first = profile.mix.kind(ofSend: index).sends.lowerBound
        return profile.sends[first..<index].flatMap(\.captures).map(\.name)
    }

    /// Whether any request of the arrival that this request belongs to names recipients.
    private func namesRecipients(at index: Int) -> Bool {
        profile.sends[profile.mix.kind(ofSend: index).sends].contains(where: \.namesRecipients)
    }

    /// Lays out the requests to each recipient before or after the run.
    private func planned(
        _ calls: [LoadProfile.AudienceCall],
        _ audience: LoadAudience?,
        seed: UInt64
    ) throws(RequestFailure) -> [PlannedCall] {
        guard let audience = audience?.oneByOne else { return [] }
        return try calls.map { (call) throws(RequestFailure) in
            do throws(TemplateError) {
                let planned = try planned(call.send, audience, seed: seed)
                return PlannedCall(
                    call: call,
                    origin: planned.origin,
                    send: planned.send.tellingStatus,
                    audience: audience,
                    tokens: tokens
                )
            } catch {
                throw RequestFailure(error, in: call.send)
            }
        }
    }

    private var endsWithAudience: Bool {
        guard case .open(let stages, _) = profile.load.model else { return false }
        return stages.last?.arrivalCount != nil
    }

    private func audience(seed: UInt64) throws(RequestFailure) -> LoadAudience? {
        guard let audience = profile.audience else { return nil }
        do throws(TemplateError) {
            return LoadAudience(
                count: UInt64(audience.count),
                perSend: UInt64(audience.perSend),
                file: try audience.table.map { (table) throws(TemplateError) in
                    try RecipientFile(table)
                },
                seed: seed
            )
        } catch {
            throw RequestFailure(error.reason, at: audience.location)
        }
    }

    private func planned(
        _ send: LoadProfile.Send,
        _ audience: LoadAudience?,
        captured: [String] = [],
        pool: Int = 0,
        seed: UInt64
    ) throws(TemplateError) -> (origin: String, send: LoadPlan.Send) {
        let builder = RequestLayoutBuilder(
            request: send.request,
            preparation: try preparation(of: send),
            evaluator: evaluator,
            recipients: profile.audience,
            captured: captured,
            token: token(of: send),
            run: run,
            transport: transport
        )
        let laidOut = try builder.laidOut()
        try audience?.file?.checkHeadValues(in: laidOut.layout.headColumns)
        try builder.prove(laidOut, audience, seed: seed)
        let rule = try OutcomeRule(send, in: profile.contract, using: evaluator)
        return (
            laidOut.origin,
            LoadPlan.Send(
                send.name,
                weight: UInt64(send.weight),
                layout: laidOut.layout,
                rule: rule,
                think: send.think,
                captures: send.captures.isEmpty
                    ? nil : try CaptureRule(send.captures, using: evaluator),
                pool: pool,
                isMarked: profile.isMarked(send),
                events: judge.eventStreamLimit(of: ExpectedOutcome(send))
            )
        )
    }

    /// How a sink sees recipients, and the recipients of each message.
    private func delivery(
        _ audience: LoadAudience?
    ) throws(RequestFailure) -> PlannedDelivery? {
        guard let delivery = profile.delivery, let audience, let recipients = profile.audience,
            let run
        else { return nil }
        do throws(TemplateError) {
            return PlannedDelivery(
                scope: DeliveryScope(audience, isForEverybody: delivery.isForEverybody),
                marker: DeliveryMarker(
                    run: run,
                    text: profile.markedText.text,
                    isWhole: profile.markedText.isWhole
                ),
                recipients: try RecipientIndex(
                    of: delivery.recipient,
                    in: recipients,
                    audience,
                    using: evaluator
                )
            )
        } catch {
            throw RequestFailure(error.reason, at: error.location ?? delivery.location)
        }
    }

    private func preparation(
        of send: LoadProfile.Send
    ) throws(TemplateError) -> RequestPreparation {
        let template = send.request.template
        let contract = profile.contract
        let name = send.target(in: contract)
        guard let target = targets[name] else {
            throw TemplateError("target \"\(name)\" is not available")
        }
        var evaluator = evaluator
        var basePath = ""
        if let path = contract.targets.first(where: { $0.name == name })?.basePath {
            basePath = try evaluator.text(of: path)
        }
        let scheme = template.constant("security").flatMap { contract.securitySchemes[$0] }
        return RequestPreparation(
            encoder: RequestEncoder(
                origin: target.origin,
                prefix: target.prefix,
                basePath: basePath,
                encodings: contract.encodings,
                attachments: contract.attachments
            ),
            scheme: scheme,
            accessToken: try accessToken(of: scheme),
            tamper: send.request.tamper
        )
    }

    /// The access token of a send that is renewed during the run; `nil` for none.
    private func token(of send: LoadProfile.Send) -> RequestLayoutBuilder.Token? {
        guard let tokens, let name = send.request.template.constant("security"),
            let index = tokens.index(of: name)
        else { return nil }
        return RequestLayoutBuilder.Token(index: index, text: tokens.text(index))
    }

    /// An access token for the whole run: made here, or granted before.
    private func accessToken(of scheme: SecurityScheme?) throws(TemplateError) -> String? {
        if let scheme, tokens?.index(of: scheme.name) != nil { return nil }
        switch scheme?.token {
        case nil: return nil
        case .signed(let token):
            var evaluator = evaluator
            return try token.token(using: &evaluator).text
        case .granted:
            if let name = scheme?.name, let token = accessTokens[name] { return token }
            throw TemplateError(
                "needs an access token of \"\(scheme?.name ?? "")\", and none was granted"
            )
        }
    }
}

/// A server, by the name that the contract has for it.
package struct LoadTarget: Hashable, Sendable {
    package let name: String
    /// Scheme, host and port.
    package let origin: String
    /// The server's own path, in front of the contract's base path; may be empty.
    package let prefix: String

    package init(name: String, origin: String, prefix: String = "") {
        self.name = name
        self.origin = origin
        self.prefix = prefix
    }
}

/// Why a send of a profile cannot be laid out.
package struct RequestFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// One sentence without a full stop.
    package let reason: String
    package let location: SourceLocation

    package init(_ reason: String, at location: SourceLocation) {
        self.reason = reason
        self.location = location
    }

    init(_ error: TemplateError, in send: LoadProfile.Send) {
        self.init("\(send.name): \(error.reason)", at: error.location ?? send.location)
    }

    package var description: String { "\(location): \(reason)" }
}
