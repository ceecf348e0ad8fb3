import Testing

@testable import Load

struct MemberScannerTests {
    /// The values found, or `nil` for a text that needs a full parse.
    private static func scan(_ text: String, _ paths: [[String]]) -> [String?]? {
        let bytes = Array(text.utf8)
        var scanner = MemberScanner(paths)
        guard bytes.withUnsafeBytes({ scanner.scan($0) }) else { return nil }
        return scanner.found.map { range in
            range.map { String(decoding: bytes[$0], as: UTF8.self) }
        }
    }

    @Test(
        "Members are found by their names from the root",
        arguments: [
            (#"{"code":"E1","error":"x"}"#, ["\"E1\"", nil]),
            (#" { "a" : [ {"code":2} , "]" ] , "code" : -40003 } "#, ["-40003", nil]),
            (#"{"h":{"code":1,"ok":false},"code":true}"#, ["true", "1"]),
            (#"{"h":{"x":{"code":5}}}"#, [nil, nil]),
            (#"{"h":"code","q":"\"}"}"#, [nil, nil]),
            (#"[{"code":1}]"#, [nil, nil]),
            (#"{}"#, [nil, nil]),
            (#"{"h":{"code":{"a":1}}}"#, [nil, #"{"a":1}"#]),
        ] as [(String, [String?])]
    )
    func found(text: String, values: [String?]) {
        #expect(Self.scan(text, [["code"], ["h", "code"]]) == values)
    }

    @Test(
        "An unusual text is left to the full parser",
        arguments: [
            "", "<html>", #"{"code":1"#, #"{"code":1}}"#, #"{"code":1,}"#, #"{"code" 1}"#,
            #"{"code":1,"code":2}"#, #"{"\u0063ode":1}"#, #"{"a":"}"#, #"{"a":[1,]}"#,
            "{\"a\":\"\n\"}",
        ]
    )
    func odd(text: String) {
        #expect(Self.scan(text, [["code"]]) == nil)
    }

    @Test("Brackets that nest too deep are left to the full parser")
    func deep() {
        let text = String(repeating: "[", count: 100) + String(repeating: "]", count: 100)
        #expect(Self.scan(text, [["code"]]) == nil)
    }
}
