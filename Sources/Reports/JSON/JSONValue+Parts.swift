import Contract
import JSON
import Measure

/// Parts that several reports for programs have.
extension JSONValue {
    /// Who wrote it.
    static func tool(_ version: String) -> JSONValue {
        ["name": "assay", "version": .string(version)]
    }

    /// The machine that sent the requests.
    static func machine(_ environment: RunEnvironment) -> JSONValue {
        [
            "cpu": .string(environment.cpu), "cores": .integer(environment.cores),
            "kernel": .string(environment.kernel),
        ]
    }

    /// A place in a contract.
    static func place(_ location: SourceLocation) -> JSONValue {
        [
            "file": .string(location.file), "line": .integer(location.line),
            "column": .integer(location.column),
        ]
    }

    /// A difference but for its place, which reports call by names of their own.
    static func parts(of difference: Difference) -> JSONObject {
        var object = JSONObject()
        object["path"] = .string(difference.path)
        object["expected"] = .string(difference.expected)
        object["actual"] = .string(difference.actual)
        object["basis"] = .string(difference.basis.rawValue)
        switch difference.standing {
        case .contradiction: break
        case .unknown: object["inconclusive"] = true
        case .waived(let reason): object["waived"] = .string(reason)
        }
        return object
    }

    /// A server under test.
    static func target(_ target: ContractResult.Target) -> JSONValue {
        [
            "name": .string(target.name), "url": .string(target.url),
            "reference": .bool(target.isReference),
        ]
    }
}
