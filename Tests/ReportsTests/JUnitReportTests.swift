import Contract
import Glibc
import HTTP
@testable import ReportText
import TestSupport
import Testing

@testable import Reports

struct JUnitReportTests {
    @Test("The complete report matches the approved file")
    func whole() {
        Golden.expect(JUnitReport().text(of: SampleResult.everything.facts), is: "junit.xml")
    }

    @Test(
        "The report is valid against Jenkins' schema",
        .enabled(if: XMLSchemaCheck.obstacle == nil, "\(XMLSchemaCheck.obstacle ?? "")"),
        arguments: ["everything", "nothing", "repeated"]
    )
    func schema(name: String) async throws {
        let result =
            switch name {
            case "everything": SampleResult.everything
            case "nothing": SampleResult.result([])
            default: SampleResult.result(SampleResult.judgedCases + SampleResult.judgedCases)
            }
        let directory = try TemporaryDirectory()
        let text = JUnitReport().text(of: result.facts)
        let path = try directory.write(Array(text.utf8), to: "junit.xml")
        #expect(try await XMLSchemaCheck.complaints(about: path) == nil)
    }

    @Test(
        "The schema check detects an element unknown to the schema",
        .enabled(if: XMLSchemaCheck.obstacle == nil, "\(XMLSchemaCheck.obstacle ?? "")")
    )
    func schemaIsStrict() async throws {
        let directory = try TemporaryDirectory()
        let text = JUnitReport().text(of: SampleResult.everything.facts)
            .replacing("<failure ", with: "<fault ").replacing("</failure>", with: "</fault>")
        let path = try directory.write(Array(text.utf8), to: "junit.xml")
        #expect(try await XMLSchemaCheck.complaints(about: path)?.contains("fault") == true)
    }

    /// The values of one attribute in all test cases.
    private static func attribute(_ name: String, of text: String) -> [String] {
        text.split(separator: "\n").filter { $0.contains("<testcase ") }.compactMap { line in
            guard let start = line.firstRange(of: " \(name)=\"") else { return nil }
            return String(line[start.upperBound...].prefix { $0 != "\"" })
        }
    }

    @Test("Each case has one test case with a unique name, repetitions too")
    func names() {
        let names = ["a", "b[1]", "a", "a #2", "a"]
        let cases = names.map { SampleResult.caseResult($0, line: 1, .passed) }
        let text = JUnitReport().text(of: SampleResult.result(cases).facts)
        #expect(Self.attribute("name", of: text) == ["a", "b[1]", "a #2", "a #2 #2", "a #3"])
    }

    @Test("Every verdict has its element and is counted in its attribute")
    func verdicts() {
        let text = JUnitReport().text(of: SampleResult.everything.facts)
        let suite = text.split(separator: "\n").first { $0.contains("<testsuite ") } ?? ""
        #expect(suite.contains(" tests=\"15\" failures=\"6\" errors=\"3\" skipped=\"2\""))
        for (start, count) in [
            ("<failure type=\"failed\"", 6), ("<error type=\"inconclusive\"", 3),
            ("<flakyFailure type=\"flaky\"", 1), ("<skipped type=\"waived\"", 1),
            ("<skipped type=\"skipped\"", 1), ("<testcase ", 15),
        ] {
            #expect(text.ranges(of: start).count == count, "\(start)")
        }
        #expect(text.contains(" message=\"passed on attempt 2; at first: wanted 201, got 503\""))
    }

    @Test("A suite meets the stricter schema for Ant: attributes, and two outputs")
    func strictSchema() {
        let lines = JUnitReport().text(of: SampleResult.everything.facts).split(separator: "\n")
        let suite = lines.first { $0.contains("<testsuite ") } ?? ""
        let names = suite.matches(of: /([a-z]+)="/).map { String($0.output.1) }
        #expect(
            names == [
                "name", "package", "id", "timestamp", "hostname", "tests", "failures", "errors",
                "skipped", "time",
            ]
        )
        #expect(suite.contains(#/ timestamp="\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d"/#))
        #expect(lines.contains("<testsuites>"))
        #expect(
            lines.suffix(4) == [
                "    <system-out/>", "    <system-err/>", "  </testsuite>", "</testsuites>",
            ]
        )
        let cases = lines.filter { $0.contains("<testcase ") }
        #expect(cases.allSatisfy { $0.contains(#/ classname="[^"]+" name="[^"]+" time="[\d.]+"/#) })
    }

    @Test("A contract without cases has no suite, and the properties show how to rerun")
    func suites() {
        let text = JUnitReport().text(of: SampleResult.everything.facts)
        #expect(text.ranges(of: "<testsuite ").count == 1)
        #expect(text.contains("<property name=\"seed\" value=\"42\"/>"))
        #expect(text.contains("<property name=\"target.api\" value=\"http://api.test\"/>"))
    }

    @Test(
        "Text is escaped, and characters invalid in XML are replaced",
        arguments: [
            ("a<b>&\"'", "a&lt;b&gt;&amp;&quot;'", "a&lt;b&gt;&amp;\"'"),
            ("a\tb\nc\rd", "a&#9;b&#10;c&#13;d", "a\tb\nc&#13;d"),
            ("\u{0}\u{1B}\u{7F}\u{9F}", "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}", nil),
            ("\u{FFFE}\u{FFFF}", "\u{FFFD}\u{FFFD}", nil),
            ("grün 😀 \u{FFFD}", "grün 😀 \u{FFFD}", nil),
            ("]]>", "]]&gt;", nil),
        ] as [(String, String, String?)]
    )
    func escaping(text: String, attribute: String, content: String?) {
        #expect(XMLText.escaped(text).utf8.elementsEqual(attribute.utf8))
        #expect(XMLText.escapedContent(text).utf8.elementsEqual((content ?? attribute).utf8))
    }

    @Test("A secret with characters that XML escapes is redacted")
    func secrets() throws {
        var result = SampleResult.everything
        result.contracts[0].cases[1].steps[1].headline = "wanted s<cr>&t"
        let redactor = try Redactor(secrets: ["s<cr>&t", "it's-secret"])
        let text = JUnitReport().text(of: result.facts(redactor))
        #expect(!text.contains("s&lt;cr&gt;&amp;t"))
        #expect(!text.contains("s-secret"))
        #expect(text.contains("wanted [redacted]"))
    }
}

/// Validates an XML file with xmllint, if it and the schema are available.
enum XMLSchemaCheck {
    /// The reason why validation is not possible; `nil` if it is.
    static let obstacle: String? = {
        var missing: [String] = []
        if ChildProcess.path(of: "xmllint") == nil {
            missing.append("xmllint is not installed (Debian: libxml2-utils)")
        }
        if access(schema, R_OK) != 0 {
            missing.append("\(schema) is not there: set CONFORMANCE to the folder that holds it")
        }
        guard !missing.isEmpty else { return nil }
        let text =
            "JUnit reports are NOT checked against their schema: "
            + missing.joined(separator: "; ")
        print("warning: \(text)")
        return text
    }()

    private static let schema = ConformanceData.folder + "/junit-10.xsd"

    /// The errors that xmllint finds; `nil` if the file is valid.
    static func complaints(about path: String) async throws -> String? {
        let script = "xmllint --noout --schema \"$0\" \"$1\" 2>&1; echo \"status $?\""
        let shell = try ChildProcess("/bin/sh", ["-c", script, schema, path])
        shell.finishSending()
        let output = String(decoding: await shell.outputUntilEnd(), as: UTF8.self)
        return output.hasSuffix("\nstatus 0\n") ? nil : output
    }
}
