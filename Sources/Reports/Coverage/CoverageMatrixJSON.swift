import Contract
import JSON

/// The report of `assay coverage` for programs; its form is versioned by `assayCoverage`.
struct CoverageMatrixJSON: Sendable {
    /// The version of this tool.
    let version: String

    /// The whole report, with a final line end.
    func text(of matrix: CoverageMatrix, _ documents: [JSONValue] = []) -> String {
        document(of: matrix, documents).prettyText() + "\n"
    }

    /// The report as a value.
    func document(of matrix: CoverageMatrix, _ documents: [JSONValue] = []) -> JSONValue {
        var object = JSONObject()
        object["assayCoverage"] = 1
        object["tool"] = .tool(version)
        if !documents.isEmpty { object["documents"] = .array(documents) }
        object["services"] = .array(matrix.services.map(service))
        return .object(object)
    }

    private func service(_ service: CoverageMatrix.Service) -> JSONValue {
        var object = JSONObject()
        object["name"] = .string(service.name)
        object["path"] = .string(service.path)
        object["cases"] = .integer(service.caseCount)
        add(service.server, "calls", "errors", "summary", to: &object)
        if !service.client.rows.isEmpty {
            add(service.client, "clientCalls", "clientErrors", "clientSummary", to: &object)
        }
        return .object(object)
    }

    private func add(
        _ side: CoverageMatrix.Side,
        _ calls: String,
        _ errors: String,
        _ summary: String,
        to object: inout JSONObject
    ) {
        object[summary] = self.summary(side.rows)
        object[calls] = .array(side.calls.map(call))
        object[errors] = .array(side.errors.map { error($0, of: side) })
    }

    private func summary(_ rows: [CoverageRow]) -> JSONValue {
        var object = JSONObject()
        object["promises"] = .integer(rows.count)
        for standing in CoverageRow.Standing.allCases {
            object[Self.name(standing)] = .integer(rows.count(standing))
        }
        guard rows.contains(where: { $0.verdict != nil }) else { return .object(object) }
        var statuses = JSONObject()
        for status in PromiseStatus.allCases {
            statuses[JSONReport.name(status)] = .integer(rows.count(status))
        }
        object["results"] = .object(statuses)
        return .object(object)
    }

    private func call(_ call: CoverageMatrix.Call) -> JSONValue {
        [
            "id": .string(call.id),
            "summary": summary(call.rows),
            "promises": .array(call.rows.map { .object(row($0)) }),
            "errors": .array(
                call.errors.map { code, rows in
                    [
                        "code": .string(code),
                        "promises": .array(rows.map { .string($0.promise.id) }),
                        "standing": .string(Self.name(Self.standing(of: rows))),
                    ]
                }
            ),
        ]
    }

    /// A code of a call is covered when one of its triggers is.
    private static func standing(of rows: [CoverageRow]) -> CoverageRow.Standing {
        let standings = Set(rows.map(\.standing))
        return CoverageRow.Standing.allCases.first(where: standings.contains) ?? .notCovered
    }

    private func error(
        _ error: CoverageMatrix.ErrorCode,
        of side: CoverageMatrix.Side
    ) -> JSONValue {
        var object = JSONObject()
        object["code"] = .string(error.id)
        object["number"] = error.number.map(JSONValue.string)
        object["calls"] = .array(side.calls(promising: error.id).map(JSONValue.string))
        for member in row(error.row).members { object[member.name] = member.value }
        return .object(object)
    }

    private func row(_ row: CoverageRow) -> JSONObject {
        let promise = row.promise
        var object = JSONObject()
        object["id"] = .string(promise.id)
        object["kind"] = .string(promise.kind.rawValue)
        object["error"] = row.error.map(JSONValue.string)
        object["basis"] = .string(promise.basis.rawValue)
        object["summary"] = promise.summary.map(JSONValue.string)
        object["doc"] = promise.doc.map(JSONValue.string)
        object["location"] = .place(promise.location)
        object["standing"] = .string(Self.name(row.standing))
        object["reason"] = row.reason.map(JSONValue.string)
        object["result"] = row.verdict.map { .string(JSONReport.name($0)) }
        object["cases"] = .array(row.cases.map(JSONValue.string))
        return object
    }

    private static func name(_ standing: CoverageRow.Standing) -> String {
        standing == .notCovered ? "notCovered" : standing.rawValue
    }
}
