import JSON
import Testing

@testable import Contract

struct TemplateExpressionTests {
    @Test("Every expression computes its value")
    func expressions() throws {
        let id = TemplateValue.text(try Template(parsing: "{{id}}"))
        let index = TemplateValue.text(try Template(parsing: "d{{index}}"))
        let object = TemplateValue.object([.init(name: "a b", value: id)])
        let list = TemplateValue.array([.constant("x"), .constant(2), id])
        let cases: [(TemplateExpression, JSONValue)] = [
            (.json(object), #"{"a b":7}"#),
            (.json(.constant("é\"")), #""é\"""#),
            (.base64(.constant("hello?~")), "aGVsbG8/fg=="),
            (.base64(.expression(.json(object))), "eyJhIGIiOjd9"),
            (.base64(.constant(12)), "MTI="),
            (.join(list, with: .constant(", ")), "x, 2, 7"),
            (.join(.constant([]), with: .constant(",")), ""),
            (.repetition(count: .constant(3), of: index, joinedBy: .constant("-")), "d0-d1-d2"),
            (.repetition(count: .constant(2), of: index, joinedBy: nil), ["d0", "d1"]),
            (.repetition(count: .constant(0), of: index, joinedBy: nil), []),
            (.repetition(count: .constant(0), of: index, joinedBy: .constant("-")), ""),
            (.text(id), "7"),
            (.text(.constant(nil)), "null"),
            (.first([.constant(nil), id, .constant(1)].map { .init(value: $0) }), 7),
            (.first([.init(value: .constant(nil))]), nil),
            (.first([]), nil),
        ]
        for (expression, value) in cases {
            var evaluator = Evaluator.sample(["id": 7, "index": "outer"])
            #expect(try evaluator.value(of: .expression(expression)) == value, "\(expression)")
            #expect(evaluator.scope["index"] == "outer")
        }
    }

    @Test("A failed computation restores all names")
    func restored() throws {
        let unknown = TemplateValue.text(try Template(parsing: "{{unknown}}"))
        var evaluator = Evaluator.sample(["index": "outer"])
        evaluator.computed["broken"] = unknown
        let repetition = TemplateExpression.repetition(
            count: .constant(3),
            of: unknown,
            joinedBy: nil
        )
        #expect(throws: TemplateError.self) { try evaluator.value(of: .expression(repetition)) }
        #expect(evaluator.scope == ["index": "outer"])
        let broken = TemplateValue.text(try Template(parsing: "{{broken}}"))
        for _ in 0..<2 {
            let error = #expect(throws: TemplateError.self) { try evaluator.value(of: broken) }
            #expect(error?.description.contains(#""unknown" is not defined"#) == true)
        }
        #expect(evaluator.computed == ["broken": unknown])
    }

    @Test("A repetition draws each of its values anew")
    func randomRepetition() throws {
        var evaluator = Evaluator.sample()
        let digit = TemplateValue.text(try Template(parsing: "{{digits 2}}"))
        let four = TemplateExpression.repetition(
            count: .constant(4),
            of: digit,
            joinedBy: .constant(" ")
        )
        #expect(try evaluator.value(of: .expression(four)) == "53 60 74 98")
        #expect(evaluator.scope["index"] == nil)
    }

    @Test("A value that an expression cannot use is named")
    func errors() {
        let one = TemplateValue.constant(1)
        let cases: [(TemplateExpression, String)] = [
            (.join(.constant("a"), with: one), #""join" expects a list, got "a""#),
            (
                .join(.constant([1, ["a": 2]]), with: one),
                #""join" joins texts, got {"a":2}; to have its JSON text, write { json: … }"#
            ),
            (
                .repetition(count: .constant(2), of: .constant([3]), joinedBy: one),
                #""repeat" joins texts, got [3]; to have its JSON text, write { json: … }"#
            ),
            (
                .repetition(count: .constant(-1), of: one, joinedBy: nil),
                #""repeat" expects a number from 0 to 1000000, got -1"#
            ),
            (
                .repetition(count: .constant("2"), of: one, joinedBy: nil),
                #""repeat" expects a number from 0 to 1000000, got "2""#
            ),
            (
                .repetition(count: .constant(1_000_001), of: one, joinedBy: nil),
                #""repeat" expects a number from 0 to 1000000, got 1000001"#
            ),
        ]
        for (expression, reason) in cases {
            var evaluator = Evaluator.sample()
            let error = #expect(throws: TemplateError.self) {
                try evaluator.value(of: .expression(expression))
            }
            #expect(error?.reason == reason)
        }
    }

    @Test("The templates of an expression are found, except {{index}} of a repetition")
    func templates() throws {
        func text(_ text: String) throws -> TemplateValue { .text(try Template(parsing: text)) }
        let expression = TemplateExpression.join(
            .expression(
                .repetition(
                    count: try text("{{n}}"),
                    of: try text("{{index}}{{a}}"),
                    joinedBy: try text("{{b}}")
                )
            ),
            with: .expression(
                .first([
                    .init(value: try text("{{c}}")),
                    .init(value: .expression(.base64(try text("{{d}}")))),
                ])
            )
        )
        #expect(expression.templates.flatMap(\.names) == ["n", "a", "b", "c", "d"])
    }
}
