package import Contract
package import HTTP

/// The common state of all cases of one contract.
package struct RunContext: Sendable {
    let contract: ContractDocument
    let judge: ResponseJudge
    /// By name; a missing target is unavailable.
    let targets: [String: ReplayTarget]
    var transport: any HTTPTransport
    /// Injects faults; `nil` if that is impossible.
    let faults: (any FaultInjector)?
    /// Starts the listeners of cases.
    let servers: any ServerLauncher
    var clock: any ReplayClock
    let options: ReplayOptions
    let interruption: Interruption
    /// Shared by all contracts of the run.
    let tokens: TokenCache
    /// Names bound for the whole run: variables, and the contract's own `let`.
    package var evaluator: Evaluator
    /// Receives the progress of the run; `nil` for none.
    let watcher: (any RunWatcher)?
    /// The cookies from set-up, if the contract keeps cookies.
    var cookies = CookieJar()
    /// The listeners of the current case.
    var listeners = ListenerSet()

    package init(
        contract: ContractDocument,
        targets: [ReplayTarget],
        transport: any HTTPTransport,
        faults: (any FaultInjector)? = nil,
        servers: any ServerLauncher,
        clock: any ReplayClock,
        options: ReplayOptions,
        interruption: Interruption,
        tokens: TokenCache = TokenCache(),
        watcher: (any RunWatcher)? = nil,
        evaluator: Evaluator
    ) {
        self.contract = contract
        judge = ResponseJudge(contract: contract, limits: options.bodyLimits)
        self.targets = Dictionary(targets.map { ($0.name, $0) }) { first, _ in first }
        self.transport = transport
        self.faults = faults
        self.servers = servers
        self.clock = clock
        self.options = options
        self.interruption = interruption
        self.tokens = tokens
        self.watcher = watcher
        self.evaluator = evaluator
    }

    /// Whether a difference counts at the level of this run.
    func counts(_ difference: Difference) -> Bool {
        difference.isContradiction && difference.basis <= options.level
    }

    /// Whether a difference is undecidable at the level of this run.
    func leavesOpen(_ difference: Difference) -> Bool {
        difference.standing == .unknown && difference.basis <= options.level
    }

    /// Waits; an interruption ends the wait within a tenth of a second.
    func pause(for duration: Duration) async {
        let end = clock.elapsed + duration
        while !interruption.isRequested {
            let rest = end - clock.elapsed
            guard rest > .zero else { return }
            await clock.sleep(for: min(rest, .milliseconds(100)))
        }
    }

    /// The target a request goes to: the one it names, else the contract's first.
    func targetName(of request: RequestTemplate) -> String {
        request.constant("target") ?? contract.firstTargetName
    }

    /// The destination and encoding of a request.
    func encoder(
        for request: RequestTemplate,
        at location: SourceLocation,
        using evaluator: inout Evaluator
    ) throws(TemplateError) -> RequestEncoder {
        let name = targetName(of: request)
        guard let target = targets[name] else {
            throw TemplateError("target \"\(name)\" is not available", at: location)
        }
        let specification = contract.targets.first { $0.name == name }
        var basePath = ""
        if let template = specification?.basePath { basePath = try evaluator.text(of: template) }
        return RequestEncoder(
            origin: target.origin,
            prefix: target.prefix,
            basePath: basePath,
            encodings: contract.encodings,
            attachments: contract.attachments
        )
    }

    /// Access tokens, and the secrets used to get them.
    package var secrets: [String] { get async { await tokens.secrets } }

    /// Whether a server is known to speak HTTP/2 from the first byte.
    func speaksHTTP2(_ origin: String) -> Bool {
        targets.values.contains { $0.speaksHTTP2 && $0.origin == origin }
    }

    /// Provider states are requested from the first target that can create them.
    var states: ProviderStates {
        let urls = contract.targetNames.compactMap { targets[$0]?.stateChangeURL }
        let origin = urls.first.flatMap { URLParts($0)?.origin }
        return ProviderStates(
            url: urls.first,
            transport: transport,
            speaksHTTP2: origin.map(speaksHTTP2) ?? false
        )
    }
}

extension RunContext {
    /// The session of steps outside cases, whose state cases start with.
    var setupSession: CaseSession {
        CaseSession(cookies: contract.cookies == .keep ? cookies : nil)
    }

    /// Lets cases start with the cookies from set-up.
    mutating func keepCookies(of session: CaseSession) {
        if let kept = session.cookies { cookies = kept }
    }
}
