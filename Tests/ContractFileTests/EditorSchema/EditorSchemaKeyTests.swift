import ContractFile
import JSON
import Testing

struct EditorSchemaKeyTests {
    @Test("Every mapping that the schema describes is tested in a place of a contract")
    func places() throws {
        let described = try EditorSchema.loaded().parts.filter(\.isClosed).map {
            $0.definition ?? "deeper: \($0.pointer)"
        }
        #expect(described.sorted() == Self.allPlaces.map(\.0))
    }

    @Test("The loader and the schema accept every example of the schema", arguments: allPlaces)
    func examples(name: String, place: SamplePlace) throws {
        let part = try #require(EditorSchema.loaded().definition(name))
        #expect(!part.examples.isEmpty, "no examples of \(name)")
        for example in part.examples {
            let verdicts = try EditorVerdicts(place.contract(with: example.text))
            #expect(verdicts.schemaAccepts, verdicts.description)
            #expect(verdicts.loaderAccepts, verdicts.description)
        }
    }

    @Test("Every key of the schema is in an example of it", arguments: allPlaces)
    func keysOfExamples(name: String, place: SamplePlace) throws {
        let part = try #require(EditorSchema.loaded().definition(name))
        let shown = Set(part.examples.flatMap { $0.objectValue?.names ?? [] })
        #expect(part.keys.filter { !shown.contains($0) } == [])
    }

    @Test("A misspelt key is rejected by the loader and by the schema", arguments: allPlaces)
    func misspeltKeys(name: String, place: SamplePlace) throws {
        let part = try #require(EditorSchema.loaded().definition(name))
        for example in part.examples.compactMap(\.objectValue) {
            for key in example.names {
                let members = example.members.map { member in
                    JSONObject.Member(
                        name: member.name == key ? key + "Q" : member.name,
                        value: member.value
                    )
                }
                let misspelt = JSONValue.object(JSONObject(members)).text
                let verdicts = try EditorVerdicts(place.contract(with: misspelt))
                #expect(!verdicts.schemaAccepts, "\(key): \(verdicts.description)")
                #expect(!verdicts.loaderAccepts, "\(key): \(verdicts.description)")
            }
        }
    }

    @Test(
        "The loader knows the keys of the schema and no others",
        arguments: readPlaces.keys.sorted()
    )
    func knownKeys(name: String) throws {
        let schema = try EditorSchema.loaded()
        let place = try #require(Self.readPlaces[name])
        let part = try #require(schema.definition(name))
        // Mappings that are valid in the same place: the loader lists the keys that distinguish them.
        let siblings = Self.readPlaces.keys.filter { Self.readPlaces[$0]?.name == place.name }
        let allowed = Set(siblings.flatMap { schema.definition($0)?.keys ?? [] })
        var all: Set<String> = []
        for example in part.examples.compactMap(\.objectValue) {
            var example = example
            example["zzzzzzzzzzzz"] = 1
            let text = place.contract(with: JSONValue.object(example).text)
            let known = try #require(Self.knownKeys(try EditorVerdicts(text)), "\(text)")
            #expect(known.subtracting(allowed) == [], "the schema does not know these")
            all.formUnion(known)
        }
        // Some keys are valid only with certain others, so no single example makes the loader read all of them.
        #expect(part.keys.filter { !all.contains($0) } == [], "the loader does not know these")
    }

    /// The keys that the loader suggests in place of an unknown key.
    private static func knownKeys(_ verdicts: EditorVerdicts) -> Set<String>? {
        let error = verdicts.errors.first { $0.message.hasPrefix("unknown key \"zzzzzzzzzzzz\"") }
        let prefix = "known keys: "
        guard let hint = error?.hint, hint.hasPrefix(prefix) else { return nil }
        return Set(hint.dropFirst(prefix.count).split(separator: ", ").map(String.init))
    }
}

extension EditorSchemaKeyTests {
    /// The place of each mapping of the schema that the loader reads key by key.
    static let readPlaces: [String: SamplePlace] = [
        "": .whole, "info": .key("info"), "document": .document, "target": .target,
        "variable": .variable, "hmacScheme": .scheme, "apiKeyScheme": .scheme,
        "bearerScheme": .scheme, "basicScheme": .scheme, "jwtScheme": .scheme,
        "oauth2Scheme": .scheme, "digestScheme": .scheme,
        "tokenRequest": .tokenRequest, "signedParameter": .parameter, "signaturePlace": .into,
        "responseSignature": .responseSignature, "encoding": .encoding,
        "failure": .key("failure"), "generate": .key("generate"),
        "waivedFinding": .waivedFinding, "acceptance": .acceptance, "failureField": .failureCode,
        "state": .state,
        "operation": .operation, "response": .response, "promise": .promise,
        "detailedError": .errorReference, "errorEntry": .errorEntry, "codePattern": .code,
        "waiver": .waiver, "rows": .rows, "request": .request, "part": .part, "case": .aCase,
        "step": .step, "receivedStep": .step, "groupStep": .step, "stepGroup": .stepGroup,
        "listener": .listener,
        "listenerResponse": .listenerResponse, "listenerTLS": .listenerTLS, "tamper": .tamper,
        "polling": .polling, "events": .events,
        "fault": .inStep("fault"), "expectation": .expectation,
        "assertion": .assertion, "capture": .capture, "client": .client,
        "clientError": .clientError, "requirement": .requirement,
        "requestRequirement": .requestRequirement, "outcome": .outcome,
        "exchangeCondition": .exchangeCondition, "transportChoice": .transportChoice,
        "alternative": .alternative, "call": .clientCall, "clientRequest": .clientRequest,
    ]

    /// The places of the others: the effect of an unknown key depends on the place.
    static let computedPlaces: [String: SamplePlace] = [
        "predicate": .predicate, "filterWithArgument": .filter, "jsonExpression": .field,
        "base64Expression": .field, "textExpression": .field, "firstExpression": .field,
        "joinExpression": .field, "repeatExpression": .field,
    ]

    static let allPlaces =
        (readPlaces.map { ($0.key, $0.value) }
        + computedPlaces.map { ($0.key, $0.value) }).sorted { $0.0 < $1.0 }
}
