import Contract
import JSON
import Trace

extension JSONValue {
    /// The results of the statements of all documents.
    static func documentSum(_ documents: [DocumentCoverage]) -> JSONValue {
        .object(shares(documents))
    }

    /// The number of checked, modelled and declared statements, among those that count.
    private static func shares(_ documents: [DocumentCoverage]) -> JSONObject {
        var shares = JSONObject()
        for standing in [DocumentCoverage.Standing.checked, .modelled, .declared] {
            shares[standing.key] = .integer(documents.count(standing))
        }
        shares["countable"] = .integer(documents.countable)
        let checked = documents.share(of: documents.count(.checked))
        shares["checkedShare"] = .number(.real(checked))
        return shares
    }

    /// The figures of a document.
    static func figures(_ document: DocumentCoverage) -> JSONValue {
        [
            "name": .string(document.inventory.document.name),
            "title": .string(document.inventory.document.title),
            "summary": .object(summary(document)),
        ]
    }

    /// A document with the results of a run, by statement.
    static func document(_ document: DocumentCoverage) -> JSONValue {
        let statements = document.entries.map { entry in
            statement(entry.statement, entry.standing.key, entry.reason)
        }
        return .document(document.inventory, summary(document), statements)
    }

    private static func summary(_ document: DocumentCoverage) -> JSONObject {
        var summary = JSONObject()
        summary["statements"] = .integer(document.entries.count)
        for standing in DocumentCoverage.Standing.allCases {
            summary[standing.key] = .integer(document.count(standing))
        }
        for member in shares([document]).members { summary[member.name] = member.value }
        return summary
    }

    /// A document with the fates of its statements before a run.
    static func document(_ inventory: Inventory) -> JSONValue {
        var summary = JSONObject()
        summary["statements"] = .integer(inventory.statements.count)
        for (title, count) in zip(FateCounts.titles, FateCounts(of: inventory).counts) {
            summary[title] = .integer(count)
        }
        let statements = inventory.statements.map { each in
            switch each.fate {
            case .promised: statement(each, "promised", nil)
            case .local(let reason): statement(each, "local", reason)
            case .console(let reason): statement(each, "console", reason)
            case .open(let reason): statement(each, "open", reason)
            case .contradicted(let source, _):
                statement(each, "contradicted", "\(source.by): \(source.because)")
            }
        }
        return .document(inventory, summary, statements)
    }

    private static func document(
        _ inventory: Inventory,
        _ summary: JSONObject,
        _ statements: [JSONValue]
    ) -> JSONValue {
        [
            "name": .string(inventory.document.name),
            "title": .string(inventory.document.title),
            "inventory": .string(inventory.file),
            "summary": .object(summary),
            "statements": .array(statements),
        ]
    }

    private static func statement(
        _ statement: Statement,
        _ standing: String,
        _ reason: String?
    ) -> JSONValue {
        var object = JSONObject()
        object["name"] = .string(statement.name)
        object["lines"] = .string(statement.lines.description)
        object["says"] = .string(statement.says)
        object["standing"] = .string(standing)
        object["reason"] = reason.map(JSONValue.string)
        object["promises"] = .array(statement.fate.promises.map { .string($0.text) })
        object["location"] = .place(statement.location)
        return .object(object)
    }
}

extension DocumentCoverage.Standing {
    /// The word as a key, without a space.
    fileprivate var key: String {
        switch self {
        case .notProven: "notProven"
        case .notTried: "notTried"
        case .checked, .modelled, .declared, .failed, .inconclusive, .differs, .local, .console,
            .open,
            .contradicted:
            rawValue
        }
    }
}
