import Contract
import ContractFile
import Defects
import Trace

extension [ContractDocument] {
    /// The statements that defects make false, by document, for the services that contracts in the folder of its
    /// inventory reference.
    func contradictions(of inventories: [Inventory]) -> [DocumentContradictions] {
        inventories.map { inventory in
            let folder = FilePath.folder(of: inventory.file)
            let beside = filter { FilePath.folder(of: $0.file) == folder }
            let services = Set(beside.flatMap(\.targets).compactMap(\.reference))
            var defects: [String: [String]] = [:]
            for service in Set(services.map { String($0.prefix { $0 != "." }) }).sorted() {
                let known = DefectCatalog.contradictions[service] ?? [:]
                defects.merge(known[inventory.document.name] ?? [:]) { $0 + $1 }
            }
            return DocumentContradictions(inventory, defects: defects)
        }
    }
}

extension [DocumentContradictions] {
    /// The promises of the statements that each defect makes false, by the defect's name.
    var promisesByDefect: [String: [String]] {
        var promises: [String: [String]] = [:]
        for entry in flatMap(\.entries) {
            let ids = entry.statement.fate.promises.compactMap(\.key?.id)
            for defect in entry.defects { promises[defect, default: []] += ids }
        }
        return promises
    }
}
