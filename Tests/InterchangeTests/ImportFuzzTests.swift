import Base
import Contract
import ContractFile
import Glibc
import JSON
import Testing

@testable import Interchange

/// Documents with faults at random places: every accepted document must lint.
struct ImportFuzzTests {
    /// Set `FUZZ_ROUNDS` in the environment for more.
    private static var rounds: Int {
        getenv("FUZZ_ROUNDS").flatMap { Int(String(cString: $0)) } ?? 60
    }

    private func check(
        _ seed: Int,
        _ input: @autoclosure () -> String,
        _ imported: () throws -> ImportedContract
    ) throws {
        do {
            let text = try imported().text
            let diagnosis = LintedContract(text).diagnosis
            #expect(diagnosis.isEmpty, "seed \(seed):\n\(input())\n\(diagnosis)\n\(text)")
        } catch let error as InterchangeError {
            #expect(!error.description.isEmpty)
        }
    }

    @Test("Damaged OpenAPI documents are rejected, or yield contracts that lint")
    func openAPI() throws {
        let document = try Fixture.document("letters.openapi.yaml")
        for seed in 0..<Self.rounds {
            var source = Faults(seed: seed)
            let broken = source.applied(to: document)
            try check(seed, broken.prettyText()) {
                try OpenAPIImport.contract(from: broken, file: "x.json")
            }
        }
    }

    @Test("Damaged recordings are rejected, or yield contracts that lint")
    func records() throws {
        let record = try Fixture.document("letters.har")
        for seed in 0..<Self.rounds {
            var source = Faults(seed: seed)
            let broken = source.applied(to: record)
            try check(seed, broken.prettyText()) {
                try HARImport.contract(from: broken, file: "x.har")
            }
        }
    }

    @Test("Damaged collections and pacts are rejected, or yield contracts that lint")
    func collections() throws {
        let collections = try PostmanShapes.all.map { try JSONValue(parsing: $0.text) }
        let pacts = try PactShapes.all.map { try JSONValue(parsing: $0.text) }
        for seed in 0..<Self.rounds {
            var source = Faults(seed: seed)
            let broken = source.applied(to: collections[seed % collections.count])
            try check(seed, broken.prettyText()) {
                try PostmanImport.contract(from: broken, file: "x.json")
            }
            let other = source.applied(to: pacts[seed % pacts.count])
            try check(seed, other.prettyText()) {
                try PactImport.contract(from: other, file: "x.json")
            }
        }
    }

    @Test("Damaged Hurl files are rejected, or yield contracts that lint")
    func hurl() throws {
        for seed in 0..<Self.rounds {
            var source = Faults(seed: seed)
            let broken = source.applied(to: HurlShapes.all[seed % HurlShapes.all.count].text)
            try check(seed, broken) {
                try HurlImport.contract(from: [("x.hurl", Array(broken.utf8))], name: "x.hurl")
            }
        }
    }

    @Test("Damaged command lines are rejected, or yield contracts that lint")
    func commands() throws {
        let text = try Fixture.text("letters.sh")
        for seed in 0..<Self.rounds {
            var source = Faults(seed: seed)
            let broken = source.applied(to: text)
            try check(seed, broken) { try CurlImport.contract(from: broken, file: "x.sh") }
        }
    }
}

/// Replaces, removes and repeats parts of a document.
private struct Faults {
    private var random: RandomSource

    init(seed: Int) {
        random = RandomSource(seed: UInt64(seed), name: "faults")
    }

    private mutating func pick(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }

    private static let values: [JSONValue] = [
        nil, true, 5, -1, 9_223_372_036_854_775_807, 0.5, "", "x", "{{", "{{x}}", "a: b #c",
        "\n\u{1}", [],
        [:], ["x"], [[:]], ["$ref": "#/components/schemas/Letter"], ["$ref": "#/components"],
        ["type": "string", "pattern": "("], ["type": "array", "minItems": 3, "maxLength": -2],
        ["allOf": [["$ref": "#/components/schemas/Letter"], ["required": ["q"]]]],
    ]

    mutating func applied(to value: JSONValue) -> JSONValue {
        var value = value
        for _ in 0...pick(3) { value = replaced(in: value, depth: 1 + pick(9)) }
        return value
    }

    private mutating func replaced(in value: JSONValue, depth: Int) -> JSONValue {
        guard depth > 0 else { return Self.values[pick(Self.values.count)] }
        switch value {
        case .object(var object) where !object.isEmpty:
            let member = object.members[pick(object.count)]
            if pick(8) == 0 {
                object[Self.values[pick(Self.values.count)].text] = member.value
            } else {
                object[member.name] = replaced(in: member.value, depth: depth - 1)
            }
            return .object(object)
        case .array(var elements) where !elements.isEmpty:
            let index = pick(elements.count)
            elements[index] = replaced(in: elements[index], depth: depth - 1)
            return .array(elements)
        default: return Self.values[pick(Self.values.count)]
        }
    }

    private static let pieces = [
        "'", "\"", "\\", "$", "{{", "}}", "{", "}", "\n", " ", "#", "&", ";", "-H", "-d", "@", ":",
        "=",
        "-", "--", "é", "\u{1}", "$'", "curl", "%", "?", "[", "`",
    ]

    mutating func applied(to text: String) -> String {
        var characters = Array(text)
        for _ in 0...pick(4) {
            guard !characters.isEmpty else { break }
            let index = pick(characters.count)
            switch pick(3) {
            case 0: characters.remove(at: index)
            case 1: characters.insert(contentsOf: Self.pieces[pick(Self.pieces.count)], at: index)
            default: characters.removeSubrange(index..<min(characters.count, index + 1 + pick(40)))
            }
        }
        return String(characters)
    }
}
