import Base
import JSON

/// A contract made from journeys of another tool.
struct ForeignContract {
    /// A value that the user sets.
    struct Variable {
        /// Its name in the contract.
        let name: String
        /// Its name in the environment; `nil` derives one.
        var environment: String?
        var isSecret = false
        var isNumber = false
        /// `nil` if not specified.
        var value: JSONValue?
    }

    /// The expected status of a request without an expectation: the other tools accept any.
    static let anyStatus: JSONValue = ["gte": 100]

    /// `hurl`, `postman`, `bruno` or `pact`.
    let format: String
    let file: String
    let title: String
    /// Whether the address of requests is only a placeholder.
    var namesNoServer = false
    var version: String?
    var remarks: [String] = []
    /// Addresses of XML namespaces, by prefix, that asserts use.
    var namespaces: [String: String] = [:]
    /// The states that cases need, with the names of their parameters.
    var states: [(name: String, parameters: [String])] = []
    var variables: [Variable] = []
    var journeys: [ObservedJourney] = []
    var losses: [ImportLoss] = []

    /// An address with the value of its leading variable, if known: so the server is known.
    static func based(
        _ url: String,
        _ declared: [Variable],
        _ variables: inout ForeignVariables
    ) -> String {
        guard url.hasPrefix("{{"), let end = url.firstRange(of: "}}") else { return url }
        let foreign = url[url.index(url.startIndex, offsetBy: 2)..<end.lowerBound].trimmed
        guard !foreign.hasPrefix("$") else { return url }
        let name = variables.name(of: foreign)
        guard let value = declared.first(where: { $0.name == name })?.value?.stringValue,
            value.hasPrefix("http"), !LiteralText.isTemplate(value)
        else { return url }
        return value + url[end.upperBound...]
    }

    /// The remark on a tool that follows redirects unless told otherwise.
    static func redirectRemark(of tool: String) -> String {
        "\(tool) follows redirects; add `redirects: follow` to requests that need it. Requests whose tests expect "
            + "a status of 2xx have it."
    }

    /// Whether a tool that follows redirects does so here: its tests expect a status of 2xx.
    static func expectsSuccess(_ expected: JSONObject) -> Bool {
        let status = expected["status"]
        if let code = status?.intValue { return (200..<300).contains(code) }
        if let codes = status?["anyOf"]?.arrayValue {
            return codes.allSatisfy { $0.intValue.map { (200..<300).contains($0) } ?? false }
        }
        let asserts = expected["asserts"]?.arrayValue ?? []
        return asserts.contains(["status": ["gte": 200]])
            && asserts.contains(["status": ["lt": 300]])
    }

    /// Adds the journeys of a plan, and the variables that they use without declaring them.
    mutating func take(_ plan: JourneyPlan, declared: [Variable]) {
        let (journeys, needed) = plan.journeys(named: title)
        self.journeys = journeys
        variables = declared
        for name in needed where !declared.contains(where: { $0.name == name }) {
            variables.append(Variable(name: name))
        }
    }

    /// The contract.
    ///
    /// - Parameter refusal: Why the first request that could not be read could not.
    /// - Returns: The contract, which can be loaded as it is.
    /// - Throws: When it contains no request.
    func imported(
        orElse refusal: InterchangeError? = nil
    ) throws(InterchangeError) -> ImportedContract {
        guard journeys.contains(where: { !$0.exchanges.isEmpty }) else {
            if let refusal { throw refusal }
            throw InterchangeError(
                file: file,
                place: .whole,
                expected: "at least one request",
                found: losses.isEmpty ? "none" : "only parts that cannot be carried over",
                hint: losses.first.map { "for example \($0.place): \($0.reason)" }
            )
        }
        let document = ContractDraft.Document(key: format, title: title, file: file)
        var drafter = JourneyDrafter(document: document, title: title)
        var remarks = remarks
        var losses = losses
        for variable in declarable(&remarks, &losses) {
            drafter.requests.declare(
                variable.name,
                from: variable.environment,
                isSecret: variable.isSecret || SecretNames.isSecretVariable(variable.name),
                isNumber: variable.isNumber,
                defaultValue: variable.value
            )
        }
        var contract = drafter.draft(journeys)
        let given = Set(journeys.flatMap(\.exchanges).flatMap(\.captures).map(\.name))
        let known = Set(variables.map(\.name))
        // Values captured by an earlier step are not set from outside.
        contract.variables.removeAll { given.contains($0.name) && !known.contains($0.name) }
        // The other tools do, except Pact, whose interactions are independent.
        contract.keepsCookies = journeys.contains { $0.exchanges.count > 1 }
        hideAddresses(in: &contract)
        contract.version = version
        contract.namespaces = namespaces
        contract.states = states
        contract.remarks += remarks
        contract.losses = losses
        return contract.imported
    }

    /// The variables in an order in which each refers only to earlier ones.
    private func declarable(_ remarks: inout [String], _ losses: inout [ImportLoss]) -> [Variable] {
        var known: Set<String> = []
        var ordered: [Variable] = []
        var rest = variables
        let names = Set(variables.map(\.name))
        let unknown = variables.flatMap(Self.references).filter { !names.contains($0) }
        for name in unknown where known.insert(name).inserted {
            ordered.append(Variable(name: name))
        }
        while !rest.isEmpty {
            let ready = rest.filter { Self.references($0).allSatisfy(known.contains) }
            rest.removeAll { variable in ready.contains { $0.name == variable.name } }
            if ready.isEmpty, !rest.isEmpty {
                // They refer to each other in a circle.
                var ledger = LossLedger()
                remarks.append(
                    ledger.note(
                        "the value of \(rest[0].name), which refers to itself",
                        at: .whole,
                        of: file
                    )
                )
                losses += ledger.losses
                rest[0].value = nil
            }
            ordered += ready
            known.formUnion(ready.map(\.name))
        }
        return ordered
    }

    /// The names that the value of a variable refers to.
    private static func references(_ variable: Variable) -> [String] {
        guard !variable.isSecret, let value = variable.value else { return [] }
        return RequestDrafter.names(in: value.stringValue ?? value.text)
    }

    /// Removes unknown addresses: the user who replays the contract names a server anyway.
    private func hideAddresses(in contract: inout ContractDraft) {
        contract.targets = contract.targets.map { target in
            let address = target.documented ?? ""
            let isKnown =
                !namesNoServer
                && !RequestDrafter.names(in: address).contains { name in
                    variables.first { $0.name == name }?.value == nil
                }
            return isKnown
                ? target
                : ContractDraft.Target(
                    name: target.name,
                    documented: nil,
                    basePath: target.basePath
                )
        }
        let text = contract.text
        let addresses = Set(
            journeys.flatMap(\.exchanges).flatMap {
                RequestDrafter.names(in: $0.request.url.origin)
            }
        )
        contract.variables.removeAll {
            addresses.contains($0.name) && !text.contains("{{\($0.name)}}")
        }
    }
}
