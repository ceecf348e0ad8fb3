import JSON
import TestSupport
import Testing

@testable import Contract

struct RequestTemplateTests {
    @Test(
        "A body sets its media type, except for files; null is a body only in JSON",
        arguments: [
            (["json": ["a": 1]], "application/json"), (["json": "{"], "application/json"),
            (["form": ["a": 1]], "application/x-www-form-urlencoded"),
            (["text": "x"], "text/plain; charset=utf-8"), (["json": nil], "application/json"),
            (["text": nil], nil),
            (["json": nil, "text": "x"], "text/plain; charset=utf-8"), (["form": nil], nil),
            (["file": "a"], nil), (["multipart": ["a": 1]], nil), ([:], nil),
        ] as [(JSONObject, String?)]
    )
    func contentTypes(sections: JSONObject, type: String?) throws {
        #expect(try RequestTemplate.request(sections).defaultContentType == type)
    }

    @Test("A new body replaces any other, completely or in part; other sections stay")
    func bodies() throws {
        var request = try RequestTemplate.request([
            "path": "/a", "form": ["a": 1], "query": ["b": 2],
        ])
        request.replace("json", with: .constant(["c": 3]))
        #expect(request["form"] == nil)
        try request.set(.constant(4), at: ["form", "d"])
        #expect(request["json"] == nil)
        #expect(
            request.document.constantValue == ["path": "/a", "query": ["b": 2], "form": ["d": 4]]
        )
        try request.set(.constant("t"), at: ["text"])
        #expect(request.document.constantValue == ["path": "/a", "query": ["b": 2], "text": "t"])
    }

    @Test("Header fields are merged regardless of case and replaced only on request")
    func headers() throws {
        var request = try RequestTemplate.request(["headers": ["X-A": "1"]])
        let fields: [TemplateValue.Member] = [
            .init(name: "x-a", value: .constant("2")), .init(name: "X-B", value: .constant("3")),
        ]
        request.addHeaders(fields, replacing: false)
        #expect(request["headers"]?.constantValue == ["X-A": "1", "X-B": "3"])
        request.addHeaders(fields, replacing: true)
        #expect(request["headers"]?.constantValue == ["x-a": "2", "X-B": "3"])
    }
}
