import Base
import JSON
import Testing

@testable import Contract

private typealias SourceLocation = Contract.SourceLocation

extension Evaluator {
    /// At 2026-01-31T09:05:00.042Z, drawing as the case "send" does with seed 42.
    static func sample(_ scope: [String: JSONValue] = [:]) -> Evaluator {
        Evaluator(
            scope: scope,
            now: Timestamp(nanosecondsSince1970: 1_769_850_300_042_000_000),
            random: RandomSource(seed: 42, name: "send")
        )
    }
}

struct EvaluatorTests {
    @Test(
        "Every function generates its value",
        arguments: [
            ("{{hex 16}}", "d36e301c763994b8"), ("{{digits 8}}", "53607498"),
            ("{{alnum 16}}", "bTSsFqtkF6BhVCZu"),
            ("{{uuid}}", "800e9753-256e-4a8d-871f-02da475dcba3"),
            ("{{seq}}", 1), ("{{seq}}", 1), ("n{{seq}}{{seq}}", "n12"),
            ("{{now}}", "2026-01-31T09:05:00.042Z"),
            ("{{now +3m}}", "2026-01-31T09:08:00.042Z"),
            ("{{now rfc3339 -32d}}", "2025-12-30T09:05:00Z"),
            ("{{now iso-zone +15h Asia/Tokyo}}", "2026-02-01T09:05:00.042+09:00"),
            ("{{now unix}}", 1_769_850_300), ("{{now unix-ms -43ms}}", 1_769_850_299_999),
            ("{{now http-date}}", "Sat, 31 Jan 2026 09:05:00 GMT"),
            ("{{now '%Y/%m/%d %H'}}", "2026/01/31 09"), ("t={{now unix}}", "t=1769850300"),
        ] as [(String, JSONValue)]
    )
    func functions(text: String, value: JSONValue) throws {
        var evaluator = Evaluator.sample()
        #expect(try evaluator.value(of: Template(parsing: text)) == value)
    }

    @Test("Each occurrence draws a new value, in the order of the text")
    func occurrences() throws {
        var evaluator = Evaluator.sample()
        #expect(
            try evaluator.text(
                of: Template(parsing: "{{hex 16}} {{digits 8}} {{alnum 16}} {{uuid}}")
            )
                == "d36e301c763994b8 67513637 Hz0V0XJ6BAYCqvaV cbd54a99-a88e-44a5-b232-4735674196ca"
        )
        #expect(try evaluator.value(of: Template(parsing: "{{seq}}")) == 1)
        #expect(try evaluator.value(of: Template(parsing: "{{seq}}")) == 2)
    }

    @Test(
        "A text that is exactly one template keeps the type of its value",
        arguments: [
            ("{{n}}", 1), ("{{t}}", true), ("{{nothing}}", nil), ("{{list}}", [1, "x"]),
            ("{{o}}", ["a": ["b": [10, ["c": "deep"]]]]), ("{{s}}", "1"), ("{{r}}", 1.5),
            ("{{n}} ", "1 "), ("{{n}}{{n}}", "11"), ("<{{t}}>", "<true>"),
            ("<{{nothing}}>", "<null>"), ("<{{list}}>", #"<[1,"x"]>"#), ("<{{r}}>", "<1.5>"),
        ] as [(String, JSONValue)]
    )
    func types(text: String, value: JSONValue) throws {
        var evaluator = Self.scoped
        #expect(try evaluator.value(of: Template(parsing: text)) == value)
    }

    @Test(
        "Members of objects and elements of lists are accessed with dots",
        arguments: [
            ("{{o.a}}", ["b": [10, ["c": "deep"]]]), ("{{o.a.b.0}}", 10),
            ("{{o.a.b.1.c}}", "deep"), ("{{list.1}}", "x"),
        ] as [(String, JSONValue)]
    )
    func members(text: String, value: JSONValue) throws {
        var evaluator = Self.scoped
        #expect(try evaluator.value(of: Template(parsing: text)) == value)
    }

    @Test(
        "A missing name or member is an error with its position",
        arguments: [
            ("{{x}}", #"a.yaml:1:1: "x" is not defined"#),
            ("{{o.x}}", #"a.yaml:1:1: "o.x" has no member "x""#),
            ("{{n.a}}", #"a.yaml:1:1: "n.a" has no member "a""#),
            ("{{list.2}}", #"a.yaml:1:1: "list.2" has no member "2""#),
            ("{{list.01}}", #"a.yaml:1:1: "list.01" has no member "01""#),
            ("{{list.-1}}", #"a.yaml:1:1: "list.-1" has no member "-1""#),
        ]
    )
    func missing(text: String, message: String) throws {
        var evaluator = Self.scoped
        let place = SourceLocation(file: "a.yaml", line: 1, column: 1)
        let template = try Template(parsing: text, at: place)
        let error = #expect(throws: TemplateError.self) { try evaluator.value(of: template) }
        #expect(error?.description == message)
    }

    @Test("Bindings are evaluated in order, and an error has the binding's line")
    func bindings() throws {
        var evaluator = Evaluator.sample()
        let place = SourceLocation(file: "a.yaml", line: 4, column: 3)
        func binding(_ name: String, _ value: TemplateValue) -> Binding {
            Binding(name: name, value: value, location: place)
        }
        try evaluator.bind([
            binding("a", .constant(1)),
            binding("b", .text(Template(parsing: "<{{a}}>"))),
            binding("a", .text(Template(parsing: "{{b}}!"))),
        ])
        #expect(evaluator.scope == ["a": "<1>!", "b": "<1>"])
        let wrong = binding("c", .expression(.join(.constant(1), with: .constant(""))))
        let error = #expect(throws: TemplateError.self) { try evaluator.bind([wrong]) }
        #expect(error?.description == #"a.yaml:4:3: "join" expects a list, got 1"#)
    }

    @Test("Templates are filled in at every depth of a value, but not in names")
    func depth() throws {
        var evaluator = Self.scoped
        let value = TemplateValue.object([
            .init(name: "{{n}}", value: .text(try Template(parsing: "{{n}}"))),
            .init(
                name: "list",
                value: .array([.text(try Template(parsing: "{{seq}}")), .constant(nil)])
            ),
        ])
        #expect(try evaluator.value(of: value) == ["{{n}}": 1, "list": [1, nil]])
        #expect(value.templates.count == 2)
        #expect(value.constantValue == nil)
    }

    @Test("The value of a variable is not read as a template")
    func values() throws {
        var evaluator = Evaluator.sample(["a": "{{b}}", "b": "no"])
        #expect(try evaluator.value(of: Template(parsing: "{{a}}")) == "{{b}}")
    }

    private static let scoped = Evaluator.sample([
        "n": 1, "t": true, "nothing": nil, "list": [1, "x"], "s": "1", "r": 1.5,
        "o": ["a": ["b": [10, ["c": "deep"]]]],
    ])
}
