import Contract
import ContractFile
import JSON
import Testing

/// The keys of a small type.
private struct ParcelKeys: KeyGroup {
    let method = DefaultKey("method", .choice, default: Parcel.Method.get, "GET")
    let path = Key("path", .string, required: true)
    let headers = Key("headers", .entries(of: .string))
    let tags = Key("tags", .oneOrMany(of: .string))
    let retries = Key("retries", .integer(in: 0...9))
    let body = Key("json", .node(.any))
    let timeout = Key("timeout", .duration)
}

/// A small type with one key of every sort, decoded in the same way as the loader decodes its own types.
private struct Parcel {
    enum Method: String, CaseIterable { case get = "GET", post = "POST" }

    var method: Method
    var path: String
    var headers: [String]
    var tags: [String]
    var retries: Int?
    var body: JSONValue?
    var timeout: Duration?

    static func decode(_ node: YAMLNode, _ diagnostics: Diagnostics) -> Parcel? {
        guard let reader = KeyReader(node, of: "a request", ParcelKeys(), diagnostics) else {
            return nil
        }
        let method = reader[\.method]
        let path = reader[\.path]
        let headers = reader[\.headers] ?? []
        let tags = reader[\.tags] ?? []
        let retries = reader[\.retries]
        let body = reader[\.body]
        let timeout = reader[\.timeout]
        reader.finish()
        guard let path else { return nil }
        return Parcel(
            method: method,
            path: path,
            headers: headers.map { "\($0.name)=\($0.value)" },
            tags: tags,
            retries: retries,
            body: body?.json,
            timeout: timeout
        )
    }
}

struct KeyReaderTests {
    private func decode(_ text: String) throws -> (parcel: Parcel?, messages: [String]) {
        let node = try YAMLDocument.parse(Array(text.utf8), file: "a.yaml")
        let diagnostics = Diagnostics()
        let parcel = Parcel.decode(node, diagnostics)
        let messages = diagnostics.list.map { diagnostic in
            let place = "\(diagnostic.location.line):\(diagnostic.location.column)"
            let hint = diagnostic.hint.map { " | \($0)" } ?? ""
            return "\(place)+\(diagnostic.length) \(diagnostic.message)\(hint)"
        }
        return (parcel, messages)
    }

    @Test("A mapping with every known key decodes without diagnostics")
    func everything() throws {
        let text = """
            method: POST
            path: "/push/{id}"
            headers: { A: "1", x-note: [], B: two }
            tags: slow
            retries: 3
            json: { b: 1, a: [null, true] }
            timeout: 1.5s
            x-anything: { at: all }
            """
        let (parcel, messages) = try decode(text)
        #expect(messages.isEmpty)
        #expect(parcel?.method == .post)
        #expect(parcel?.path == "/push/{id}")
        #expect(parcel?.headers == ["A=1", "B=two"])
        #expect(parcel?.tags == ["slow"])
        #expect(parcel?.retries == 3)
        #expect(parcel?.body == ["b": 1, "a": [nil, true]])
        #expect(parcel?.timeout == .milliseconds(1500))
    }

    @Test(
        "A wrong key or value is reported with its position, the expected value and a hint",
        arguments: [
            ("abc", ["1:1+3 expected a mapping, got string \"abc\""]),
            ("[1]", ["1:1+3 expected a mapping, got sequence"]),
            ("method: GET", ["1:1+6 missing key \"path\" in a request"]),
            (
                "path: /\nmetod: GET",
                ["2:1+5 unknown key \"metod\" in a request | did you mean \"method\"?"]
            ),
            (
                "path: /\nqqq: 1",
                [
                    "2:1+3 unknown key \"qqq\" in a request | known keys: method, path, headers,"
                        + " tags, retries, json, timeout"
                ]
            ),
            ("path: 12", ["1:7+2 expected a string, got integer 12 | quote this: \"12\""]),
            ("path:", ["1:6+1 expected a string, got null"]),
            (
                "path: /\nmethod: post",
                ["2:9+4 expected one of GET, POST, got \"post\" | did you mean \"POST\"?"]
            ),
            ("path: /\nmethod: 1", ["2:9+1 expected one of GET, POST, got integer 1"]),
            ("path: /\nretries: 10", ["2:10+2 expected an integer from 0 to 9, got 10"]),
            ("path: /\nretries: 1.5", ["2:10+3 expected an integer, got number 1.5"]),
            (
                "path: /\ntimeout: 10",
                [
                    "2:10+2 expected a time such as 200ms, 10s or 3m, got integer 10"
                        + " | a time is a number and us, ms, s, m, h or d"
                ]
            ),
            (
                "path: /\ntags: [a, 1, { b: 2 }]",
                [
                    "2:11+1 expected a string, got integer 1 | quote this: \"1\"",
                    "2:14+8 expected a string, got mapping",
                ]
            ),
            (
                "heders: 1\nretries: x",
                [
                    "1:1+6 missing key \"path\" in a request",
                    "2:10+1 expected an integer, got string \"x\"",
                    "1:1+6 unknown key \"heders\" in a request | did you mean \"headers\"?",
                ]
            ),
        ]
    )
    func wrong(text: String, expected: [String]) throws {
        #expect(try decode(text).messages == expected)
    }
}
