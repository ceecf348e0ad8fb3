import ContractFile
import JSON
import JSONSchemas
import Testing

/// Validates the schema of load profiles against the loader.
struct ProfileSchemaTests {
    /// With the contract's definitions in one document, as an editor would load them.
    private static let schema = Result<JSONSchema, any Error> {
        let text = Format.profile.editorSchema
            .replacing(
                "contract-1.schema.json#/$defs/",
                with: "#/$defs/contract/$defs/"
            )
        var document = try JSONValue(parsing: text)
        let contract = try JSONValue(
            parsing: EditorSchema.loaded().document.prettyText()
                .replacing("\"#/$defs/", with: "\"#/$defs/contract/$defs/")
        )
        guard case .object(var root) = document, case .object(var definitions)? = root["$defs"]
        else { return try JSONSchema(document: document) }
        definitions["contract"] = contract
        root["$defs"] = .object(definitions)
        document = .object(root)
        return try JSONSchema(document: document)
    }

    private static func accepts(_ text: String) throws -> Bool {
        let source = SourceText(file: "a.yaml", bytes: Array(text.utf8))
        return try schema.get().isValid(try YAMLDocument.parse(source).json)
    }

    static let good = [
        LoadedProfile.text(),
        LoadedProfile.text(more: "x-note: anything"),
        LoadedProfile.text(
            more: "info: { title: a, description: b }\nseed: 0\nsetup: [{ call: findPush }]"
        ),
        LoadedProfile.text(
            sends:
                "[{ call: createPush, name: a, weight: 2, json: { a: 1 }, headers: { A: b }, unset: /json/a, expect: { status: 200 }, check: { every: 5 } }]"
        ),
        LoadedProfile.text(
            sends: "[{ call: createPush, set: { /json/to: \"{{recipients}}\" } }]",
            load: "{ stages: [{ rate: 10/s, for: audience }] }",
            more: "audience: { count: 10, perSend: 3, recipient: \"{{hex 8}}\" }"
        ),
        LoadedProfile.text(
            sends: "[{ call: createPush, set: { /json/to: \"{{recipients}}\" } }]",
            more: "audience: { csv: devices.csv, perSend: 3 }"
        ),
        LoadedProfile.text(
            sends: "[{ call: createPush, set: { /json/to: \"{{recipient.id}}\" } }]",
            more: "audience: { csv: devices.csv, recipient: { id: \"{{token}}-{{index}}\" } }"
        ),
        LoadedProfile.text(
            load:
                "{ stages: [{ rate: 0/s, to: 1.5/m, for: 1.5s }], warmup: 0s, arrivals: constant, connections: 4, timeout: 1s, drain: 0s, requestsPerConnection: 1 }"
        ),
        LoadedProfile.text(
            sends:
                "[{ call: createPush, expect: { error: E400001 } }, { call: findPush, expect: { error: E400001, status: 200 } }]"
        ),
        LoadedProfile.text(
            load: "{ stages: [{ connections: 1, for: 1s, think: 0ms }], warmup: 1s }"
        ),
        LoadedProfile.text(
            more:
                "thresholds: [{ latency: max, lte: 1s, window: 2s, in: 099.9%, abort: false }, { latency: p999, gt: 1ms }, { outcome: 503, lt: 0% }, { achieved: ratio, gte: 100% }, { events: rate, gte: 30/m, of: createPush }]"
        ),
        LoadedProfile.text(
            sends: marked,
            more: """
                audience: { count: 10, recipient: "{{hex 64}}" }
                delivery: { sink: apns, recipient: "{{recipient}}", to: everybody, within: 30m }
                thresholds: [{ delivered: ratio, within: 10s, gte: 90% }, { delivered: p99.9, lt: 20s }, { delivered: ratio, gte: 100% }, { lost: count, lte: 0 }, { unexpected: count, lt: 5 }]
                """
        ),
        LoadedProfile.text(
            sends: marked,
            more: """
                audience: { count: 10, recipient: "{{hex 64}}" }
                delivery: { sink: { kind: fcm, listen: "127.0.0.1:9000" } }
                """
        ),
        LoadedProfile.text(
            sends: marked,
            more: """
                audience: { count: 10, recipient: "{{hex 64}}" }
                delivery: { sink: { at: "https://127.0.0.1:9000" } }
                """
        ),
    ]

    private static let marked =
        "[{ call: createPush, json: { message: \"{{marker}} hello\", to: \"{{recipients}}\" } }]"

    /// A profile with watched deliveries.
    private static func watched(
        _ delivery: String,
        thresholds: String = "[{ lost: count, lte: 0 }]"
    ) -> String {
        LoadedProfile.text(
            sends: marked,
            more: """
                audience: { count: 10, recipient: "{{hex 64}}" }
                delivery: \(delivery)
                thresholds: \(thresholds)
                """
        )
    }

    static let bad = [
        "profile: \"1\"\n", LoadedProfile.text(more: "setups: []"),
        LoadedProfile.text().replacing("\"1\"", with: "\"2\""),
        LoadedProfile.text(more: "seed: -1"), LoadedProfile.text(more: "info: { titel: a }"),
        LoadedProfile.text(more: "setup: [{ call: findPush, covers: a }]"),
        LoadedProfile.text(more: "audience: { csv: a.csv, count: 1, recipient: a }"),
        LoadedProfile.text(more: "audience: { csv: 1 }"),
        LoadedProfile.text(more: "audience: { perSend: 5, recipient: a }"),
        LoadedProfile.text(more: "audience: { count: 1, recipient: a, per: 1 }"),
        LoadedProfile.text(sends: "[]"), LoadedProfile.text(sends: "[{}]"),
        LoadedProfile.text(sends: "[{ request: { path: / } }]"),
        LoadedProfile.text(sends: "[{ call: createPush, weight: 1.5 }]"),
        LoadedProfile.text(sends: "[{ call: createPush, json: 1, text: a }]"),
        LoadedProfile.text(sends: "[{ call: createPush, tamper: { unset: /json } }]"),
        LoadedProfile.text(sends: "[{ call: createPush, expect: {} }]"),
        LoadedProfile.text(sends: "[{ call: createPush, expect: { error: [E400001] } }]"),
        LoadedProfile.text(sends: "[{ call: createPush, check: { each: 1 } }]"),
        LoadedProfile.text(more: "thresholds: [{ achieved: ratio, gte: 99%, of: createPush }]"),
        LoadedProfile.text(more: "thresholds: [{ events: rate, gte: 99% }]"),
        LoadedProfile.text(more: "thresholds: [{ events: rate, gte: 9/s, window: 5s }]"),
        LoadedProfile.text(load: "{}"), LoadedProfile.text(load: "{ stages: [{ for: 1s }] }"),
        LoadedProfile.text(load: "{ stages: [{ rate: 5, for: 1s }] }"),
        LoadedProfile.text(load: "{ stages: [{ rate: 0/s, to: 0.0/s, for: 1s }] }"),
        LoadedProfile.text(load: "{ stages: [{ rate: 1/s }] }"),
        LoadedProfile.text(load: "{ stages: [{ rate: 1/s, for: 0.0s }] }"),
        LoadedProfile.text(load: "{ stages: [{ rate: 1/s, for: 1s, think: 1s }] }"),
        LoadedProfile.text(load: "{ stages: [{ rate: 1/s, connections: 1, for: 1s }] }"),
        LoadedProfile.text(load: "{ stages: [{ connections: 0, for: 1s }] }"),
        LoadedProfile.text(
            load: "{ stages: [{ connections: 1, for: 1s }, { rate: 1/s, for: 1s }] }"
        ),
        LoadedProfile.text(load: "{ stages: [{ connections: 1, for: 1s }], connections: 1 }"),
        LoadedProfile.text(load: "{ stages: [{ rate: 1/s, for: 1s }], arrivals: uniform }"),
        LoadedProfile.text(load: "{ stages: [{ rate: 1/s, for: 1s }], timeout: 0s }"),
        LoadedProfile.text(load: "{ stages: [{ rate: 1/s, for: 1s }], retries: 1 }"),
        LoadedProfile.text(more: "thresholds: [{ latency: p99 }]"),
        LoadedProfile.text(more: "thresholds: [{ lt: 1s }]"),
        LoadedProfile.text(more: "thresholds: [{ latency: p99, lt: 1s, gt: 1ms }]"),
        LoadedProfile.text(more: "thresholds: [{ latency: p99, errors: ratio, lt: 1s }]"),
        LoadedProfile.text(more: "thresholds: [{ latency: p0, lt: 1s }]"),
        LoadedProfile.text(more: "thresholds: [{ latency: p99, lt: 1% }]"),
        LoadedProfile.text(more: "thresholds: [{ errors: ratio, lt: 1s }]"),
        LoadedProfile.text(more: "thresholds: [{ errors: ratio, lt: 100.1% }]"),
        LoadedProfile.text(more: "thresholds: [{ errors: ratio, lt: 1%, in: 5% }]"),
        LoadedProfile.text(more: "thresholds: [{ errors: ratio, lt: 1%, abort: yes }]"),
        LoadedProfile.text(more: "thresholds: [{ errors: ratio, lt: 1%, windows: 1s }]"),
        watched("{}"), watched("apns"), watched("{ sink: gcm }"), watched("{ sink: {} }"),
        watched("{ sink: { kind: apns, at: \"http://127.0.0.1\" } }"),
        watched("{ sink: { at: \"http://127.0.0.1\", listen: \"127.0.0.1:1\" } }"),
        watched("{ sink: apns, to: all }"), watched("{ sink: apns, within: 0s }"),
        watched("{ sink: apns }", thresholds: "[{ lost: ratio, lte: 0 }]"),
        watched("{ sink: apns }", thresholds: "[{ lost: count, lte: 1% }]"),
        watched("{ sink: apns }", thresholds: "[{ lost: count, lte: 0, within: 1s }]"),
        watched("{ sink: apns }", thresholds: "[{ delivered: p99, lt: 5% }]"),
        watched("{ sink: apns }", thresholds: "[{ delivered: ratio, gte: 1s }]"),
        watched("{ sink: apns }", thresholds: "[{ delivered: mean, lt: 1s }]"),
        watched("{ sink: apns }", thresholds: "[{ delivered: p99, lt: 5s, of: createPush }]"),
        watched("{ sink: apns }", thresholds: "[{ twice: count, lte: 0, window: 1s }]"),
    ]

    @Test("The editor's schema accepts everything that the loader accepts", arguments: good)
    func accepted(text: String) throws {
        #expect(LoadedProfile(text).errors == [])
        #expect(try Self.accepts(text))
    }

    @Test(
        "The load profiles of this repository have no errors, and the schema accepts them",
        arguments: ["loadprofiles", "Tests/Benchmark"]
    )
    func repository(folder: String) throws {
        let paths = try ContractFinder.files(
            at: "\(EditorSchema.packageFolder)/\(folder)",
            taking: [.contract, .profile]
        ).filter { ContractFinder.kind(of: $0) == .profile }
        #expect(paths.count >= 5)
        let library = ContractLibrary()
        for path in paths {
            let text = String(
                decoding: try DiskFiles().read(path, atMost: 1 << 20),
                as: UTF8.self
            )
            #expect(try Self.accepts(text), "\(path)")
            #expect(library.profile(at: path) != nil, "\(path)")
            #expect(library.diagnostics.list == [], "\(path)")
            guard folder == "loadprofiles" else { continue }
            #expect(
                text.hasPrefix("# yaml-language-server: $schema=profile-1.schema.json\n# "),
                "\(path)"
            )
        }
    }

    @Test("The editor's schema rejects everything that the loader rejects", arguments: bad)
    func refused(text: String) throws {
        #expect(LoadedProfile(text).errors != [])
        #expect(try !Self.accepts(text))
    }
}
