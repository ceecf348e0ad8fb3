import Contract
import JSON
import JSONSchemas
import Testing
import Trace

@testable import Reports

/// Checks the schemas of the reports of `assay coverage` and `assay trace` against the reports that are written.
struct PublishedSchemaTests {
    private static func document(_ name: String) throws -> JSONValue {
        let text = try #require(Golden.read("../../../contracts/\(name)-1.schema.json"))
        return try JSONValue(parsing: Array(text.utf8))
    }

    private static func schema(_ name: String) throws -> JSONSchema {
        let schema = try JSONSchema(document: try document(name))
        #expect(schema.unknownKeywords.isEmpty)
        return schema
    }

    /// The verdicts of the sample run.
    private static func verdicts() throws -> RecordedVerdicts {
        try RecordedVerdicts(
            JSONReport(version: "1").document(of: VerifyFacts(DocumentReportTests.result)),
            file: "report.json"
        )
    }

    private static func coverage() throws -> [JSONValue] {
        let inventories = [DocumentReportTests.inventory]
        let facts = [
            CoverageFacts(SampleMatrix.matrix, []),
            CoverageFacts(SampleMatrix.matrix, inventories),
            CoverageFacts(SampleMatrix.judged, inventories, try verdicts()),
        ]
        return facts.map { CoverageMatrixJSON(version: "1").document(of: $0.matrix, $0.json) }
    }

    /// Traces of an inventory without its text, with an incomplete text, and with a changed text.
    private static func traces() throws -> [JSONValue] {
        let inventory = DocumentReportTests.inventory
        let text = try DocumentText(Array("a\nb\nc\nd\ne\nf\ng\n".utf8))
        // One moved, one changed, and the others removed.
        let words = ["b", "x", "y", "z", "v", "w"]
        let other = Inventory(
            file: inventory.file,
            document: TracedDocument(
                name: "guide",
                title: "Guide",
                lineCount: 7,
                sha256: String(repeating: "0", count: 64)
            ),
            statements: try zip(inventory.statements, words).map { statement, word in
                Statement(
                    name: statement.name,
                    lines: statement.lines,
                    digest: try DocumentText(Array(word.utf8)).digest(of: LineRanges(1...1)),
                    says: statement.says,
                    fate: statement.fate,
                    location: statement.location
                )
            },
            asides: []
        )
        let short = try DocumentText(Array("a\nb\nc\n".utf8))
        let traced = [
            TracedInventory(inventory),
            TracedInventory(
                inventory,
                documentPath: "guide.txt",
                holding: DocumentHolding(inventory, text)
            ),
            TracedInventory(other, documentPath: "g", holding: DocumentHolding(other, short)),
        ]
        let facts = [TraceFacts(traced), TraceFacts(traced, try verdicts()), TraceFacts([])]
        return try facts.map {
            try JSONValue(parsing: Array(TraceJSON(version: "1").text(of: $0).utf8))
        }
    }

    @Test("Every coverage report conforms to its schema, which covers all of its members")
    func coverageReports() throws {
        let schema = try Self.schema("coverage-report")
        for report in try Self.coverage() {
            let outcome = schema.violations(in: report)
            #expect(outcome.violations.isEmpty, "\(outcome.violations)")
            #expect(!outcome.isUndecided)
        }
    }

    @Test("Every trace report conforms to its schema, which covers all of its members")
    func traceReports() throws {
        let schema = try Self.schema("trace-report")
        let reports = try Self.traces()
        for report in reports {
            let outcome = schema.violations(in: report)
            #expect(outcome.violations.isEmpty, "\(outcome.violations)")
            #expect(!outcome.isUndecided)
        }
        // The samples contain every kind of change.
        let outcomes = Set(reports[0].texts(of: "outcome"))
        #expect(outcomes == ["moved", "changed", "vanished"])
    }

    @Test(
        "The schemas detect a member that is missing, unknown or of another type, at every depth",
        arguments: ["coverage-report", "trace-report"]
    )
    func strictness(name: String) throws {
        let schema = try Self.schema(name)
        let reports = name == "trace-report" ? try Self.traces() : try Self.coverage()
        for report in reports.dropFirst().prefix(1) {
            let spoilt = report.spoilt
            #expect(spoilt.count > 50)
            for other in spoilt { #expect(!schema.isValid(other), "\(other.text)") }
        }
    }

    @Test("Definitions shared by several reports are identical in all schemas")
    func definitions() throws {
        let schemas = try ["report", "coverage-report", "trace-report"].map(Self.document)
        let definitions = schemas.compactMap { $0["$defs"]?.objectValue }
        #expect(definitions.count == 3)
        for name in ["tool", "count", "location"] {
            #expect(definitions.allSatisfy { $0[name] == definitions[0][name] }, "\(name)")
            #expect(definitions[0][name] != nil)
        }
        for name in ["figures", "standing", "statement", "lines"] {
            #expect(definitions[1][name] == definitions[2][name], "\(name)")
            #expect(definitions[1][name] != nil)
        }
        #expect(definitions[0]["basis"] == definitions[1]["basis"])
        #expect(
            definitions[0]["promise"]?["properties"]?["status"] == definitions[1]["status"]
        )
        let standings = definitions[1]["standing"]?["enum"]?.arrayValue ?? []
        #expect(definitions[0]["standing"]?["enum"]?.arrayValue == Array(standings.dropFirst()))
    }
}

extension JSONValue {
    /// The texts of all members with this name, at any depth.
    fileprivate func texts(of name: String) -> [String] {
        if let elements = arrayValue { return elements.flatMap { $0.texts(of: name) } }
        let members = objectValue?.members ?? []
        return members.flatMap { member in
            (member.name == name ? [member.value.stringValue ?? ""] : [])
                + member.value.texts(of: name)
        }
    }

    /// Copies in which one object at a time has an additional member, or a member of another type.
    fileprivate var spoilt: [JSONValue] {
        if let elements = arrayValue {
            return elements.indices.flatMap { index in
                elements[index].spoilt.map { other in
                    var elements = elements
                    elements[index] = other
                    return .array(elements)
                }
            }
        }
        guard let object = objectValue else { return [] }
        var more = object
        more["unheardOf"] = 1
        return [.object(more)]
            + object.members.flatMap { member -> [JSONValue] in
                ([.null] + member.value.spoilt).map { other in
                    var object = object
                    object[member.name] = other
                    return .object(object)
                }
            }
    }
}
