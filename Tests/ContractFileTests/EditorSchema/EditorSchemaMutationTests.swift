import ContractFile
import JSON
import Testing

struct EditorSchemaMutationTests {
    @Test(
        "Schema and loader also agree on damaged contracts",
        .timeLimit(.minutes(10)),
        arguments: 0..<4
    )
    func damaged(seed: Int) throws {
        var random = SplitMix(state: UInt64(seed) &* 0x9E37_79B9 + 3)
        for round in 0..<100 {
            let sample = try Self.sample(&random)
            let verdicts = try EditorVerdicts(sample.contract)
            let reasons = verdicts.errors.map(\.message)
            let isKnownOnlyToLoader = reasons.contains { reason in
                Self.loaderOnly.contains { reason.contains($0) }
            }
            let agree =
                verdicts.schemaAccepts == verdicts.loaderAccepts
                || verdicts.schemaAccepts && isKnownOnlyToLoader
            #expect(
                agree,
                "seed \(seed), round \(round), \(sample.testDescription)\n\(verdicts.description)"
            )
        }
    }

    /// Messages of the loader about faults that a schema cannot find; see `Fixtures/EditorSchema`.
    private static let loaderOnly = [
        // Templates, and places that only rows could fill in.
        "{{", "templates are not filled in",
        // Names that are missing from every table, or that occur twice.
        "unknown document", "unknown target", "unknown error", "unknown security scheme",
        "unknown encoding", "unknown operation", "unknown promise", "unknown state",
        "unknown parameter", "unknown argument", "unknown row", "has no rows", "is not defined",
        "already",
        "is not known here", "unknown group", "unknown case", "needs a value", "cyclic",
        "RFC 3339 format such as", "characters in a secret", "of a cookie",
        "unknown listener", "unknown step in the background", "is shown by a response",
        // The contents of strings.
        "cannot read", "schema: ", "path names", "no element", "nothing exists there",
        "inside a scalar", "no XPath", "admits nothing", "is not accepted",
        "\"flip\" expects", "regular expression",
    ]

    /// An example of the schema with one to three faults, in its place.
    private static func sample(_ random: inout SplitMix) throws -> EditorSample {
        let places = EditorSchemaKeyTests.allPlaces
        let (name, place) = places[Int.random(in: 0..<places.count, using: &random)]
        let part = try #require(EditorSchema.loaded().definition(name))
        var value = part.examples[Int.random(in: 0..<part.examples.count, using: &random)]
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            value = try damaged(value, &random)
        }
        return EditorSample(place, value.text)
    }
}

// MARK: - Damage

extension EditorSchemaMutationTests {
    private static let values: [JSONValue] = [
        nil, true, false, 0, 1, -1, 1.5, 200, "", "a", "true", "{{appKey}}", "x{{appKey}}", [], [:],
        ["a"], [1], [nil], ["a": 1], ["equals": 1], ["gt": 1, "lt": 2], ["json": 1], ["text": "a"],
        "/json/a", "10s", "createPush", "E400008", "observed", "$.a", ["jsonpath": "$.a"],
        ["header": "A", "exists": true],
    ]

    private static func damaged(
        _ value: JSONValue,
        _ random: inout SplitMix
    ) throws -> JSONValue {
        let goesDeeper = Int.random(in: 0..<3, using: &random) > 0
        if var elements = value.arrayValue, !elements.isEmpty {
            let index = Int.random(in: 0..<elements.count, using: &random)
            if goesDeeper {
                elements[index] = try damaged(elements[index], &random)
            } else {
                elements.remove(at: index)
            }
            return .array(elements)
        }
        if let object = value.objectValue, !object.members.isEmpty {
            return .object(try damaged(object, goesDeeper, &random))
        }
        return values[Int.random(in: 0..<values.count, using: &random)]
    }

    private static func damaged(
        _ object: JSONObject,
        _ goesDeeper: Bool,
        _ random: inout SplitMix
    ) throws -> JSONObject {
        var members = object.members
        let index = Int.random(in: 0..<members.count, using: &random)
        if goesDeeper {
            members[index].value = try damaged(members[index].value, &random)
            return JSONObject(members)
        }
        let keys = try EditorSchema.loaded().parts.filter(\.isClosed).flatMap(\.keys)
        let key = keys[Int.random(in: 0..<keys.count, using: &random)]
        let value = values[Int.random(in: 0..<values.count, using: &random)]
        switch Int.random(in: 0..<4, using: &random) {
        case 0: members.remove(at: index)
        case 1: members[index].value = value
        case 2 where object[key] == nil:
            members[index] = JSONObject.Member(name: key, value: members[index].value)
        default:
            members.removeAll { $0.name == key }
            members.append(JSONObject.Member(name: key, value: value))
        }
        return JSONObject(members)
    }
}
