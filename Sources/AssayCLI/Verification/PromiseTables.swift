import Contract
import Replay

/// Joins the results of cases with the promises they are evidence for.
///
/// Promises belong to the file that defines them; all contracts of one folder are evidence for the
/// tables they share.
struct PromiseTables {
    /// The cases of one contract and their results.
    struct Finding {
        let contract: ContractDocument
        let cases: [CaseResult]
    }

    /// Every contract that was read, including those without cases.
    let contracts: [ContractDocument]
    let level: Basis
    /// `2026-01-31`; decides which waivers are in force.
    let today: String
    /// Whether waived cases were run too.
    let judgesWaivers: Bool

    /// Puts the promises of every file into its result; a file of tables gets its own, after those
    /// of the contracts.
    func add(_ findings: [Finding], to results: inout [ContractResult]) {
        let folders = Dictionary(grouping: findings) { Self.folder(of: $0.contract.file) }
        for (_, members) in folders.sorted(by: { $0.key < $1.key }) {
            var coverage = Coverage(level: level, today: today, judgesWaivers: judgesWaivers)
            for member in members { coverage.add(member.cases, of: member.contract) }
            var seen: Set<String> = []
            for contract in members.map(\.contract) {
                for file in Self.definingFiles(contract) where seen.insert(file).inserted {
                    guard isJudgedHere(file) else { continue }
                    let result = result(of: file, in: &results)
                    results[result].promises = coverage.rows(of: contract, in: file)
                    results[result].clientPromises = coverage.clientRows(of: contract, in: file)
                }
            }
        }
    }

    /// The place of a file's result; a new one for a file that has none.
    private func result(of file: String, in results: inout [ContractResult]) -> Int {
        if let index = results.firstIndex(where: { $0.file == file }) { return index }
        let title = contracts.first { $0.file == file }?.title ?? file
        results.append(ContractResult(file: file, title: title))
        return results.count - 1
    }

    /// Rows of a file with cases of its own count when that file is verified itself.
    private func isJudgedHere(_ file: String) -> Bool {
        contracts.contains { $0.file == file }
            || !contracts.contains { $0.usedFilesWithCases.contains(file) }
    }

    private static func definingFiles(_ contract: ContractDocument) -> [String] {
        contract.operations.map(\.location.file) + contract.errors.map(\.location.file)
            + contract.calls.map(\.location.file)
            + (contract.client?.errors.map(\.location.file) ?? [])
    }

    private static func folder(of file: String) -> String {
        file.lastIndex(of: "/").map { String(file[..<$0]) } ?? ""
    }
}
