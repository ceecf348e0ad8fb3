import Glibc
import JSON
import JSONSchemas
import TestSupport
import Testing

/// The JSON-Schema-Test-Suite: its location, its content, and the score of a validator.
enum SchemaTestSuite {
    static let folder = ConformanceData.folder + "/json-schema"
    static let isThere = access(folder + "/tests/draft2020-12/ref.json", R_OK) == 0
    static var absence: Comment {
        "NOT RUN: no JSON-Schema-Test-Suite in \(folder); set CONFORMANCE"
    }

    /// The number of tests, and a line for each failure.
    struct Score {
        var passed = 0
        var failures: [String] = []

        var total: Int { passed + failures.count }

        static func + (left: Score, right: Score) -> Score {
            Score(passed: left.passed + right.passed, failures: left.failures + right.failures)
        }
    }

    /// The documents below `remotes`, under the addresses that the suite expects.
    static func registry() throws -> SchemaRegistry {
        var registry = SchemaRegistry()
        for path in try files(below: folder + "/remotes") {
            let document = try JSONValue(
                parsing: ConformanceData.contents(of: folder + "/remotes/" + path)
            )
            registry.add(document, at: "http://localhost:1234/" + path)
        }
        return registry
    }

    /// The paths of all files below a folder, relative to it.
    static func files(below folder: String) throws -> [String] {
        try ConformanceData.fileNames(in: folder).flatMap { name -> [String] in
            if name.hasSuffix(".json") { return [name] }
            guard isFolder("\(folder)/\(name)") else { return [] }
            return try files(below: "\(folder)/\(name)").map { "\(name)/\($0)" }
        }
    }

    /// Runs all tests of one file.
    static func score(
        of path: String,
        registry: SchemaRegistry,
        assertsFormat: Bool
    ) throws -> Score {
        let groups = try JSONValue(
            parsing: ConformanceData.contents(of: "\(folder)/tests/draft2020-12/\(path)")
        )
        return try (groups.arrayValue ?? []).reduce(Score()) { score, group in
            let schema = try #require(group["schema"])
            let name = "\(path): \(group["description"]?.stringValue ?? "")"
            let tests = group["tests"]?.arrayValue ?? []
            do throws(JSONSchemaError) {
                let compiled = try JSONSchema(
                    document: schema,
                    registry: registry,
                    assertsFormat: assertsFormat
                )
                return score + Self.score(of: tests, with: compiled, name: name)
            } catch {
                let failures = tests.map { _ in "\(name): does not compile: \(error)" }
                return score + Score(failures: failures)
            }
        }
    }

    private static func score(
        of tests: [JSONValue],
        with schema: JSONSchema,
        name: String
    ) -> Score {
        var score = Score()
        for test in tests {
            let wanted = test["valid"]?.boolValue
            let data = test["data"] ?? .null
            let outcome = schema.violations(in: data)
            if schema.isValid(data) == wanted, outcome.isValid == wanted,
                outcome.isValid == outcome.violations.isEmpty
            {
                score.passed += 1
            } else {
                let description = test["description"]?.stringValue ?? ""
                score.failures.append(
                    "\(name): \(description): wanted \(wanted.map(String.init) ?? "?"), got "
                        + "\(outcome.isValid) \(outcome.violations)"
                )
            }
        }
        return score
    }

    private static func isFolder(_ path: String) -> Bool {
        guard let directory = opendir(path) else { return false }
        closedir(directory)
        return true
    }
}
