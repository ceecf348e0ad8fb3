import Base
import Contract
import JSON
import JSONSchemas

/// The comparisons of two contracts' schemas; those of one file refer to the same named ones, so that
/// each is looked at once however many calls use it.
final class SchemaComparisons {
    private struct Key: Hashable {
        let files: [String]
        /// How many named schemas each file knows.
        let counts: [Int?]
        let direction: SchemaChange.Direction
        let isText: Bool
    }

    private var known: [Key: SchemaComparison] = [:]

    /// What is other between two schemas.
    func changes(
        from before: ExpectationTemplate.BodySchema,
        to after: ExpectationTemplate.BodySchema,
        _ direction: SchemaChange.Direction
    ) -> [SchemaChange] {
        comparison(before.schema, before.location, after.schema, after.location, direction)
            .changes(from: Self.root(of: before.schema), to: Self.root(of: after.schema))
    }

    /// What compares two schemas, and others of the same files; `isText`: values are sent as text without quotes.
    func comparison(
        _ before: JSONSchema,
        _ oldPlace: SourceLocation,
        _ after: JSONSchema,
        _ newPlace: SourceLocation,
        _ direction: SchemaChange.Direction,
        isText: Bool = false
    ) -> SchemaComparison {
        let key = Key(
            files: [oldPlace.file, newPlace.file],
            counts: [before, after].map { $0.document["schemas"]?.objectValue?.count },
            direction: direction,
            isText: isText
        )
        if let comparison = known[key] { return comparison }
        let comparison = SchemaComparison(
            SchemaDocument(before.document),
            SchemaDocument(after.document),
            direction,
            isText: isText
        )
        // Without named schemas, references lead into the schema itself.
        if key.counts.allSatisfy({ $0 != nil }) { known[key] = comparison }
        return comparison
    }

    /// The schema itself.
    static func root(of schema: JSONSchema) -> JSONValue { schema.document[schema.place] ?? true }
}
