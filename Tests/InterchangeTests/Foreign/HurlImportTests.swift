import Contract
import Testing

@testable import Interchange

struct HurlImportTests {
    private func outcome(_ text: String) -> Carrying.Outcome {
        do throws(InterchangeError) {
            return .success(
                try HurlImport.contract(from: [("t.hurl", Array(text.utf8))], name: "t.hurl")
            )
        } catch {
            return .failure(error)
        }
    }

    @Test(
        "A Hurl file becomes a contract that lints, without dropping a line",
        arguments: HurlShapes.all
    )
    func shapes(_ shape: HurlShapes.Shape) throws {
        let contract = try outcome(shape.text).get()
        for part in shape.holds {
            #expect(contract.text.contains(part), "\(part) is missing:\n\(contract.text)")
        }
        let places = contract.losses.map(\.place)
        #expect(places == shape.leavesOut.map { "t.hurl:\($0)" }, "\(contract.losses)")
        try Carrying.checkLines(of: shape.text, shape.name, outcome)
    }

    @Test("Each file of a folder becomes a case, in one contract")
    func folder() throws {
        let contract = try HurlImport.contract(
            from: [
                ("a/one.hurl", Array("GET http://h.example/notes\nHTTP 200\n".utf8)),
                ("a-one.hurl", Array("GET http://h.example/notes\nHTTP 200\n".utf8)),
            ],
            name: "tests"
        )
        let linted = LintedContract(contract.text)
        #expect(linted.contract.cases.map(\.name) == ["a-one", "a-one2"])
        #expect(linted.contract.operations.map(\.id) == ["getNotes"])
    }

    @Test(
        "Input that is not Hurl is rejected with its line",
        arguments: [
            (
                "get http://h/",
                ":1: expected a method and a URL, as in GET https://example.com/, got \"get http://h/\""
            ),
            (
                "GET /notes\n",
                ":1: expected a URL that begins with http:// or https://, got \"/notes\""
            ),
            ("GET http://h/\nHTTP 99\n", ":2: expected a status such as 200, or *, got \"99\""),
            (
                "GET http://h/\nHTTP/4 200\n",
                ":2: expected HTTP, HTTP/1.0, HTTP/1.1, HTTP/2 or HTTP/3, got \"HTTP/4\""
            ),
            (
                "POST http://h/\n{ \"a\": [1, 2\n",
                ":2: expected the end of the JSON body, got the end of the file"
            ),
            (
                "POST http://h/\n{ \"a\": \"b\\",
                ":2: expected '\"' at the end of a text in the JSON body, got the end of the file"
            ),
            (
                "POST http://h/\n<a><b></b>\n",
                ":2: expected the end of the XML body, got the end of the file"
            ),
            (
                "POST http://h/\n```\nabc\n",
                ":2: expected \"```\" at the end of a text, got the end of the file"
            ),
            (
                "GET http://h/\nHTTP 200\n[Asserts]\njsonpath \"$.a\n",
                ":4: expected '\"' at the end of a text, got \"\""
            ),
            (
                "GET http://h/\nHTTP 200\n[Asserts]\nstatus\n",
                ":4: expected a query and a predicate, got \"\""
            ),
            (
                "GET http://h/\nAccept\n",
                ":2: expected a name and a colon, as in \"Accept: text/html\", got \"\""
            ),
            ("# nothing\n", ": expected at least one request, got none"),
            (
                "GET http://h/\n[Options]\nskip: true\n",
                ": expected at least one request, got only parts that cannot be carried over; for "
                    + "example t.hurl:1: GET http://h/, which the file skips, with its 2 parts"
            ),
        ]
    )
    func refused(text: String, message: String) {
        guard case .failure(let error) = outcome(text) else {
            Issue.record("\(text) is taken")
            return
        }
        #expect(error.description == "t.hurl" + message)
    }

    @Test("Truncated or damaged text is rejected, or yields a contract that lints")
    func broken() {
        for shape in HurlShapes.all.prefix(4) {
            for count in stride(from: 3, to: shape.text.utf8.count, by: 7) {
                let text = String(decoding: shape.text.utf8.prefix(count), as: UTF8.self)
                guard case .success(let contract) = outcome(text) else { continue }
                let diagnosis = LintedContract(contract.text).diagnosis
                #expect(diagnosis.isEmpty, "\(text)\n\(diagnosis)")
            }
        }
    }
}
