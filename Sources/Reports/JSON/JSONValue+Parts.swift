import Contract
import JSON
import Measure

/// Parts that several JSON reports share.
extension JSONValue {
    /// The tool that wrote the report.
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

    /// A difference without its place, which reports name differently.
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
