import CommandLineTool
import Contract
import Interchange

/// The contracts of `--into`.
struct RecordedContracts {
    /// Empty without the option.
    private let contracts: [ContractDocument]
    private let variables: VariableResolver

    /// Reads them; `nil` after a message that explains why they cannot be used.
    init?(_ arguments: ParsedArguments, _ console: Console) throws {
        let given = try arguments.assignments("var")
        let pairs = given.map { ($0.name ?? "", $0.value) }
        variables = VariableResolver(
            given: Dictionary(pairs) { $1 },
            environment: .process,
            madeUp: .secrets
        )
        guard let path = arguments.string("into") else {
            if !given.isEmpty {
                throw arguments.dependent("var", on: "--into PATH")
            }
            contracts = []
            return
        }
        let loaded = LoadedContracts(paths: [path])
        console.writeError(loaded.diagnosis)
        guard !loaded.hasErrors else { return nil }
        contracts = loaded.contracts
        // Missing variables are reported before anything is recorded.
        _ = try comparison(of: [])
    }

    /// The comparison of traffic with them; `nil` without contracts.
    func comparison(of exchanges: [RecordedExchange]) throws -> RecordedComparison? {
        guard !contracts.isEmpty else { return nil }
        return try RecordedComparison(exchanges, against: contracts, variables: variables)
    }
}
