import Base
import Contract
import ContractFile
import Testing

struct YAMLFuzzTests {
    @Test(
        "A damaged contract never makes the parser crash, hang or lose its position",
        .timeLimit(.minutes(5)),
        arguments: 0..<4
    )
    func damaged(seed: Int) {
        var random = SplitMix(state: UInt64(seed) &* 0x5851_F42D + 1)
        for round in 0..<600 {
            let text = Self.damaged(Self.seeds[round % Self.seeds.count], &random)
            let source = SourceText(file: "a.yaml", bytes: text)
            let diagnostics = Diagnostics()
            let node = YAMLDocument.parse(source, into: diagnostics)
            let complaint = Self.complaint(about: node, diagnostics, source)
            let shown = String(decoding: text, as: UTF8.self)
            #expect(complaint == nil, "seed \(seed), round \(round): \(shown)")
        }
    }

    @Test("The texts to be damaged are correct contracts", arguments: Self.seeds)
    func undamaged(text: String) {
        #expect(throws: Never.self) { try YAMLDocument.parse(Array(text.utf8), file: "a.yaml") }
    }

    /// The problem with the outcome of a parse; `nil` when it is consistent.
    private static func complaint(
        about node: YAMLNode?,
        _ diagnostics: Diagnostics,
        _ source: SourceText
    ) -> String? {
        if node == nil, !diagnostics.hasErrors { return "neither a tree nor an error" }
        for diagnostic in diagnostics.list {
            let place = diagnostic.location
            if place.line == 0 { continue }
            let room = source.line(place.line).unicodeScalars.count + 1
            guard (1...source.lineCount).contains(place.line), (1...room).contains(place.column),
                diagnostic.length >= 1, place.column + diagnostic.length <= room + 1
            else { return "\(diagnostic.message) at \(place)+\(diagnostic.length)" }
        }
        let output = DiagnosticRenderer(sources: [source]).render(diagnostics.list)
        if output.isEmpty == diagnostics.hasErrors { return "errors that are not printed" }
        return node.flatMap { complaint(aboutPlacesIn: $0, source) }
    }

    /// The first node whose place is not in the text.
    private static func complaint(aboutPlacesIn node: YAMLNode, _ source: SourceText) -> String? {
        let place = node.location
        let room = source.line(place.line).unicodeScalars.count + 1
        guard (1...source.lineCount).contains(place.line), (1...room).contains(place.column) else {
            return "\(node.kindAndValue) at \(place)"
        }
        let children = (node.elements ?? []) + (node.entries ?? []).flatMap { [$0.key, $0.value] }
        for child in children {
            if let complaint = complaint(aboutPlacesIn: child, source) { return complaint }
        }
        return nil
    }
}

// MARK: - Damage

extension YAMLFuzzTests {
    /// A text with one to six faults.
    private static func damaged(_ text: String, _ random: inout SplitMix) -> [UInt8] {
        var bytes = Array(text.utf8)
        for _ in 0..<Int.random(in: 1...6, using: &random) {
            let start = Int.random(in: 0...bytes.count, using: &random)
            let end = min(bytes.count, start + Int.random(in: 0...8, using: &random))
            switch Int.random(in: 0..<6, using: &random) {
            case 0: bytes.removeSubrange(start..<end)
            case 1: bytes.insert(contentsOf: bytes[start..<end], at: start)
            case 2: bytes.removeSubrange(start...)
            case 3:
                let byte = UInt8.random(in: 0...255, using: &random)
                bytes.insert(byte, at: start)
            default:
                let part = parts.randomElement(using: &random) ?? ""
                bytes.replaceSubrange(start..<min(end, start + 1), with: part.utf8)
            }
        }
        return bytes
    }

    private static let parts = [
        "{", "}", "[", "]", "{{", "}}", "{{x}}", "/push/{id}", "$.a[*]", "*", "*a", "&a ", "!t ",
        "!!str ", "@", "`", "%", "|", ">", "? ", "- ", ": ", ":", ",", " #", "#", "\"", "'", "\\",
        "\n", "\r\n", "\r", "\t", "  ", "---\n", "...\n", "<<: ", "%YAML 1.2\n", "~", ".inf",
        "99999999999999999999", "プ", "e\u{301}", "\u{1F468}\u{200D}\u{1F469}", "\u{2028}", "\u{0}",
        "\u{FEFF}", "[[[[[[[[", "{a: {a: {a: ", "\"\\u12\"", "\"\\x", "''", "\n\n", "\n    ", "a\n",
    ]

    private static let seeds = [
        """
        # Worked example
        contract: "1"
        info: { title: NCMB worked example, version: "2013-09-01" }
        targets:
          api: { documented: "https://mbaas.api.nifcloud.com", basePath: /2013-09-01 }
        securitySchemes:
          ncmb:
            type: hmac
            headers: { X-NCMB-Timestamp: "{{now rfc3339-ms}}" }
            parameters:
              - { name: SignatureVersion, value: "2" }
              - { query: "*", methods: [GET] }                   # as it stands
            stringToSign: "{{request.method}}\\n{{request.path}}"
        """,
        """
        operations:
          updateInstallation:
            doc: "objc#配信端末情報の登録"
            request: { method: PUT, path: "/installations/{id}", params: { id: A }, json: { badge: 0 } }
            responses: { "200": {} }
            promises:
              gone: { error: E404001, doc: "objc#installationが削除された時を考慮する場合" }
        errors:
          E400008: { status: 400, message: "Either {0} or {1}.", doc: "rest#E400008" }
          internal: { code: { matches: "^50([0-4][0-9][0-9]|50[01])$" } }
        """,
        """
        cases:
          e400008:
            rows:
              - { promise: both-times, set: { /json/deliveryTime: { iso: "{{now rfc3339-ms +3m}}" } } }
              - { promise: flags, unset: [/json/immediateDeliveryFlag], n: -1.5e3 }
            steps: [ { call: createPush, covers: "createPush/{{promise}}", set: "{{set}}" } ]
            expect:
              asserts:
                - { jsonpath: "$['com.nifcloud.mbaas.PushId']", length: { lte: 16 } }
                - { jsonpath: "$.errors[*].code", each: { equals: E400002 } }
            summary: >-
              folded text, plain
              and simple
        """,
    ]
}

/// The generator of Steele, Lea and Flood (2014), small and reproducible.
struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
