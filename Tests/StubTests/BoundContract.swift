import Base
import Contract
import ContractFile
import HTTP
import Testing

/// A contract from a text, with the defaults of its variables.
struct BoundContract {
    let document: ContractDocument
    let evaluator: Evaluator

    init(_ text: String) throws {
        let library = ContractLibrary(files: OneFile(text: text))
        let document = library.contract(at: "a.yaml")
        try #require(library.diagnostics.list.isEmpty, "\(library.diagnostics.list)")
        let moment = Timestamp(nanosecondsSince1970: 0)
        var evaluator = Evaluator(now: moment, random: RandomSource(seed: 0, name: ""))
        for variable in document.variables {
            if let value = variable.defaultValue {
                evaluator.scope[variable.name] = try evaluator.value(of: value)
            }
        }
        (self.document, self.evaluator) = (document, evaluator)
    }

    private struct OneFile: FileSource {
        let text: String

        func read(_ path: String, atMost limit: Int) throws(FileSourceError) -> [UInt8] {
            Array(text.utf8)
        }
    }
}
