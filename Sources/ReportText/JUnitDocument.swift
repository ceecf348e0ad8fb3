package import Base

/// Test cases as JUnit XML, which CI servers read.
///
/// Sources: the schema junit-10.xsd of the Jenkins xUnit plug-in, and JUnit.xsd of Windy Road for
/// the reports of Apache Ant, which is stricter. Both accept a document whose suites all have a
/// start time; only `flakyFailure` is missing in the second.
package struct JUnitDocument {
    package struct Suite {
        /// The origin of the cases: usually a file.
        let name: String
        /// `nil` when unknown.
        package var startedAt: Timestamp?
        package var duration = Duration.zero
        package var properties: [(name: String, value: String)] = []
        package var cases: [Case] = []
        /// Further notes for the reader.
        package var output: [String] = []

        package init(_ name: String) {
            self.name = name
        }
    }

    package struct Case {
        package enum Outcome: String {
            case failure, error, skipped, flakyFailure
        }

        let className: String
        let name: String
        package var duration = Duration.zero
        /// `nil` when it passed.
        private(set) var outcome: Outcome?
        /// A word for programs.
        private(set) var type = ""
        private(set) var message = ""
        private(set) var details = ""

        package init(_ className: String, _ name: String) {
            self.className = className
            self.name = name
        }

        /// The case with another outcome.
        package func with(
            _ outcome: Outcome,
            _ type: String,
            _ message: String,
            details: String = ""
        ) -> Self {
            var result = self
            result.outcome = outcome
            result.type = type
            result.message = message
            result.details = details
            return result
        }
    }

    private let suites: [Suite]

    package init(_ suites: [Suite]) {
        self.suites = suites
    }

    /// The whole document, with a final line end.
    package var text: String {
        let root = XMLElement("testsuites", [])
        let lines = suites.enumerated().flatMap { Self.lines(of: $1, number: $0) }
        let document =
            ["<?xml version=\"1.0\" encoding=\"UTF-8\"?>", root.start] + lines + [root.end]
        return document.joined(separator: "\n") + "\n"
    }

    private static func lines(of suite: Suite, number: Int) -> [String] {
        func count(_ outcome: Case.Outcome) -> String {
            "\(suite.cases.count { $0.outcome == outcome })"
        }
        // The stricter schema allows neither a zone nor parts of a second.
        let format = TimeFormat.pattern("%Y-%m-%dT%H:%M:%S")
        let time = suite.startedAt.map {
            ("timestamp", format.text(of: $0, offsetSeconds: 0))
        }
        let element = XMLElement(
            "testsuite",
            [("name", suite.name), ("package", ""), ("id", "\(number)")]
                + (time.map { [$0] } ?? []) + [
                    ("hostname", "localhost"), ("tests", "\(suite.cases.count)"),
                    ("failures", count(.failure)), ("errors", count(.error)),
                    ("skipped", count(.skipped)), ("time", suite.duration.secondsText),
                ]
        )
        let properties = suite.properties.map { name, value in
            "      " + XMLElement("property", [("name", name), ("value", value)]).whole
        }
        let cases = zip(suite.cases, uniqueNames(suite.cases)).flatMap { lines(of: $0, name: $1) }
        return ["  " + element.start, "    <properties>"] + properties + ["    </properties>"]
            + cases + [
                "    " + XMLElement("system-out", []).holding(suite.output.joined(separator: "\n")),
                "    <system-err/>", "  " + element.end,
            ]
    }

    private static func lines(of test: Case, name: String) -> [String] {
        let element = XMLElement(
            "testcase",
            [("classname", test.className), ("name", name), ("time", test.duration.secondsText)]
        )
        guard let outcome = test.outcome else { return ["    " + element.whole] }
        let reason = XMLElement(
            outcome.rawValue,
            [("type", test.type), ("message", test.message)]
        )
        return [
            "    " + element.start, "      " + reason.holding(test.details), "    " + element.end,
        ]
    }

    /// CI servers identify test cases by name, so a repeated name gets a number.
    private static func uniqueNames(_ cases: [Case]) -> [String] {
        var taken: Set<String> = []
        var counts: [String: Int] = [:]
        return cases.map { test in
            var name = test.name
            while !taken.insert(name).inserted {
                counts[test.name, default: 1] += 1
                name = "\(test.name) #\(counts[test.name, default: 1])"
            }
            return name
        }
    }
}
