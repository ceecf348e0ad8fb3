import Contract
import ContractFile
import Testing

struct LoaderFuzzTests {
    @Test(
        "Damaged contracts never make the loader crash, hang or lose its position",
        .timeLimit(.minutes(5)),
        arguments: 0..<4
    )
    func damaged(seed: Int) {
        var random = SplitMix(state: UInt64(seed) &* 0x9E37_79B9 + 7)
        for round in 0..<200 {
            var files = Self.files
            for name in files.keys.sorted() where name == "a.yaml" || Bool.random(using: &random) {
                files[name] = Self.damaged(files[name] ?? "", &random)
            }
            let loaded = LoadedContract("a.yaml", among: files)
            let complaint = Self.complaint(about: loaded)
            #expect(complaint == nil, "seed \(seed), round \(round): \(files)")
        }
    }

    @Test("The texts to be damaged are correct contracts")
    func undamaged() {
        let loaded = LoadedContract("a.yaml", among: Self.files)
        #expect(loaded.diagnosis == "")
        #expect(loaded.contract.cases.count == 9)
    }

    /// The problem with the reported diagnostics; `nil` when every diagnostic has a valid place.
    private static func complaint(about loaded: LoadedContract) -> String? {
        for diagnostic in loaded.diagnostics where diagnostic.location.line != 0 {
            let place = diagnostic.location
            guard let source = loaded.sources.first(where: { $0.file == place.file }) else {
                return "no file: \(place): \(diagnostic.message)"
            }
            let room = source.line(place.line).unicodeScalars.count + 1
            guard (1...source.lineCount).contains(place.line), (1...room).contains(place.column),
                diagnostic.length >= 1, place.column + diagnostic.length <= room + 1
            else { return "no such place: \(place)+\(diagnostic.length): \(diagnostic.message)" }
        }
        return nil
    }
}

// MARK: - Damage

extension LoaderFuzzTests {
    /// A text with one to four faults, most of which leave it valid YAML: words are swapped, lines are removed or
    /// repeated.
    private static func damaged(_ text: String, _ random: inout SplitMix) -> String {
        var text = text
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            switch Int.random(in: 0..<8, using: &random) {
            case 0: text = editedLine(of: text, &random)
            case 1: text = editedByte(of: text, &random)
            default: text = editedWord(of: text, &random)
            }
        }
        return text
    }

    private static func editedLine(of text: String, _ random: inout SplitMix) -> String {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let index = Int.random(in: 0..<lines.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: lines.remove(at: index)
        case 1: lines.insert(lines[index], at: index)
        default: lines.swapAt(index, Int.random(in: 0..<lines.count, using: &random))
        }
        return lines.joined(separator: "\n")
    }

    private static func editedByte(of text: String, _ random: inout SplitMix) -> String {
        var scalars = Array(text.unicodeScalars)
        let index = Int.random(in: 0...scalars.count, using: &random)
        let other: Unicode.Scalar =
            "{}[]:,\"'/*#~ \n-é漢".unicodeScalars.randomElement(using: &random) ?? "x"
        if index < scalars.count, Bool.random(using: &random) {
            scalars[index] = other
        } else {
            scalars.insert(other, at: index)
        }
        return String(String.UnicodeScalarView(scalars))
    }

    /// Replaces one word with another word of the files, or with something that is valid nowhere.
    private static func editedWord(of text: String, _ random: inout SplitMix) -> String {
        let bytes = Array(text.utf8)
        guard let range = words(in: bytes).randomElement(using: &random) else { return text }
        let others = Bool.random(using: &random) ? strangers : vocabulary
        let replacement = others.randomElement(using: &random) ?? ""
        return String(
            decoding: bytes[..<range.lowerBound] + replacement.utf8 + bytes[range.upperBound...],
            as: UTF8.self
        )
    }

    private static func words(in bytes: [UInt8]) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var start: Int?
        for (index, byte) in bytes.enumerated() {
            let isPart = byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A || byte >= 0x30 && byte <= 0x39
            if isPart {
                start = start ?? index
            } else if let first = start {
                ranges.append(first..<index)
                start = nil
            }
        }
        return ranges
    }

    /// All words of the files.
    private static let vocabulary = files.values.sorted().flatMap { text in
        let bytes = Array(text.utf8)
        return words(in: bytes).map { String(decoding: bytes[$0], as: UTF8.self) }
    }

    private static let strangers = [
        "", "~", "1", "-1", "true", "[]", "{}", "[1, [2]]", "{ a: b }", "\"\"", "\"{{x}}\"",
        "\"{{\"", "\"*/E1\"", "\"send[a]\"", "\"$..[\"", "\"(\"", "1s", "99999999999999999999",
        "\"a\\u0000b\"", "'#/schemas/X'", "あ", "no such name", "\"/json/~\"", "<<", "a: b",
        "\"{{operation}}\"", "\"{{value}}\"", "{ repeat: 3, of: \"{{index}}\" }", "not", "use",
        "\"{{now +999999999d}}\"", "{ csv: r.csv }", "{ csv: missing.csv }", "1e400", ".inf",
    ]

    private static let files = [
        "a.yaml": #"""
        contract: "1"
        use: [t.yaml]
        docs: { rest: { title: REST } }
        variables: { appKey: { env: KEY, default: k }, limit: 5 }
        let: { mark: "{{hex 8}}" }
        setup: [{ call: plain, captures: { first: { jsonpath: "$.id" } } }]
        cases:
          rows:
            covers: "send/{{error}}"
            rows:
              - { error: E1, value: { /json/a: 1 } }
              - { error: E2, value: { /json/b: "{{mark}}" }, more: x }
            steps: [{ call: send, set: "{{value}}", headers: { X: "{{more}}" } }]
          table:
            rows: { csv: r.csv }
            steps: [{ call: plain, query: { where: { json: { name: "{{value}}" } } } }]
          all: { covers: "*/E2", steps: [{ call: "{{operation}}" }] }
          each:
            doc: "rest#L1"
            tags: [slow]
            given: [{ history: { count: 3 } }]
            let: { list: { repeat: 2, of: "{{index}}", with: "," } }
            steps:
              - call: register
                repeat: 2
                delay: 10ms
                eventually: { within: 1s, every: 100ms, unless: { status: 500 } }
                captures: { id: { jsonpath: "$.id", filters: [trim, { split: "," }, first] } }
                tamper: { flip: /headers/Sig }
              - request: { method: PUT, path: "/x/{id}", params: { id: "{{id}}{{pushId}}" } }
                security: keyed
                expect:
                  status: { gte: 400 }
                  asserts:
                    - { jsonpath: "$.a[*]", count: 3 }
                    - { header: X, matches: "^a", basis: observed }
                    - { body: { not: { contains: "{{list}}" } } }
        teardown: [{ call: plain, json: "{{first}}" }]
        """#,
        "t.yaml": #"""
        contract: "1"
        targets: { api: { documented: "https://{{host}}", headers: { Accept: any } } }
        variables: { host: h }
        encodings: { plus: { space: "+" } }
        securitySchemes:
          keyed: { type: apiKey, headers: { X-Key: "{{host}}" } }
          signed:
            type: hmac
            key: "{{host}}"
            parameters: [{ name: A, value: "2" }, { query: "*", methods: [GET] }]
            stringToSign: "{{request.method}}{{parameters}}"
            into: { header: Sig }
            response: { header: S, stringToSign: "{{response.body}}" }
        failure: { when: { status: { gte: 400 } }, code: { jsonpath: "$.code", type: string } }
        schemas: { S: { type: object, required: [id], properties: { id: { $ref: "#/schemas/I" } } }, I: { type: string } }
        states: { history: { parameters: [count], provides: [pushId] } }
        errors: { E1: { status: 400, message: "no {0}" }, E2: { code: { matches: "^5" } } }
        operations:
          send:
            request: { method: POST, path: /push, security: signed, encoding: plus, json: {} }
            responses: { "201": { schema: { $ref: "#/schemas/S" } }, default: { like: { a: 1 } } }
            promises: { E1: { error: { id: E1, message: [x] }, expect: { contains: { a: 1 } } } }
            errors: [E2]
          plain: { request: { path: /p, query: { q: [1, 2] } }, errors: [E1, E2], waived: later }
          register:
            rows: [{ os: ios }, { os: android }]
            request: { method: PUT, path: "/{{os}}", form: { a: { base64: x } } }
        """#,
        "r.csv": "value,other\nthis,1\n\"that, too\",2\nlast,3\n",
    ]
}
