import Testing
import Trace

struct DocumentChangeTests {
    /// The outcome of each entry, by its name, or by the old lines of an aside.
    private static func outcomes(
        _ old: String,
        _ new: String,
        statements: [(String, String)],
        asides: [String] = []
    ) throws -> (outcomes: [String: String], newLines: [Int], unaccounted: [Int]) {
        let old = try DocumentText(Array(old.utf8))
        var digests: [String: String] = [:]
        for (name, lines) in statements {
            digests[name] = old.digest(of: Inventory.ranges(lines))
        }
        for lines in asides { digests[lines] = old.digest(of: Inventory.ranges(lines)) }
        let inventory = Inventory.sample(
            statements: statements,
            asides: asides,
            digests: digests,
            lineCount: old.lines.count,
            sha256: old.sha256
        )
        let holding = try DocumentHolding(inventory, DocumentText(Array(new.utf8)))
        let change = try #require(holding.change)
        var outcomes: [String: String] = [:]
        for (entry, outcome) in change.outcomes {
            let name =
                switch entry.place {
                case .statement(let name): name
                case .aside(let index): asides[index]
                }
            outcomes[name] =
                switch outcome {
                case .unmoved: "unmoved"
                case .moved(let lines): "moved \(lines)"
                case .changed(let lines): "changed \(lines)"
                case .vanished: "vanished"
                }
        }
        return (outcomes, change.newLines, holding.unaccounted)
    }

    private static let old = "head\n\nalpha says\nbeta says\ngamma says\n\ndelta\nsays\nfoot\n"
    private static let statements = [
        ("alpha", "3"), ("beta", "4"), ("gamma", "5"), ("delta", "7-8"),
    ]

    @Test("Inserted lines move the following ones, and are new")
    func moved() throws {
        let result = try Self.outcomes(
            Self.old,
            "head\n\nalpha says\nnew\n\nbeta says\ngamma says\n\ndelta\nsays\nfoot\n",
            statements: Self.statements,
            asides: ["1", "9"]
        )
        #expect(
            result.outcomes == [
                "1": "unmoved", "alpha": "unmoved", "beta": "moved 6", "gamma": "moved 7",
                "delta": "moved 9-10", "9": "moved 11",
            ]
        )
        #expect(result.newLines == [4])
        #expect(result.unaccounted == [4])
    }

    @Test(
        "Other words in the same place are a change; an empty place means that the statement vanished"
    )
    func changed() throws {
        let result = try Self.outcomes(
            Self.old,
            "head\n\nalpha says\nbeta said\n\ndelta\nsays\nfoot\nmore\n",
            statements: Self.statements,
            asides: ["1", "9"]
        )
        #expect(result.outcomes["beta"] == "changed 4")
        #expect(result.outcomes["gamma"] == "vanished")
        #expect(result.outcomes["delta"] == "moved 6-7")
        #expect(result.newLines == [9])
        #expect(result.unaccounted == [4, 9])
    }

    @Test("White space and line lengths do not matter")
    func rewrapped() throws {
        let result = try Self.outcomes(
            Self.old,
            "head\nalpha   says beta\nsays\ngamma\n\tsays\ndelta says\nfoot\n",
            statements: Self.statements,
            asides: ["1", "9"]
        )
        #expect(result.outcomes["gamma"] == "moved 4-5")
        #expect(result.outcomes["delta"] == "moved 6")
        // Half a line is not one of its lines.
        #expect(result.outcomes["alpha"] == "changed 2")
        #expect(result.outcomes["beta"] == "changed 3")
    }

    @Test("Statements that share lines move together")
    func shared() throws {
        let result = try Self.outcomes(
            "one\ntwo\nthree\n",
            "zero\none\ntwo\nthree\n",
            statements: [("a", "1-2"), ("b", "1-2"), ("c", "2"), ("d", "3")]
        )
        #expect(
            result.outcomes
                == ["a": "moved 2-3", "b": "moved 2-3", "c": "moved 3", "d": "moved 4"]
        )
        #expect(result.newLines == [1])
    }

    @Test("Words that occur in several places keep their order, or go to the nearest")
    func repeated() throws {
        let kept = try Self.outcomes(
            "code\na\ncode\nb\n",
            "x\ncode\na\ny\ncode\nb\n",
            statements: [("first", "1"), ("a", "2"), ("second", "3"), ("b", "4")]
        )
        #expect(kept.outcomes["first"] == "moved 2")
        #expect(kept.outcomes["second"] == "moved 5")
        let more = try Self.outcomes(
            "a\ncode\nb\n",
            "code\nx\na\ncode\nb\ncode\n",
            statements: [("a", "1"), ("code", "2"), ("b", "3")]
        )
        #expect(more.outcomes["code"] == "moved 4")
        #expect(more.newLines == [1, 2, 6])
    }

    @Test("A statement with several ranges is found if its ranges moved differently")
    func scattered() throws {
        let result = try Self.outcomes(
            "a\nb\nc\nd\ne\n",
            "new\na\nb\nc\nnew too\nd\ne\n",
            statements: [("both", "2,5"), ("a", "1"), ("c", "3"), ("d", "4")]
        )
        #expect(result.outcomes["both"] == "moved 3, 7")
        #expect(result.newLines == [1, 5])
    }

    @Test("Lines that replace several entries are divided in order")
    func sharedOut() throws {
        let result = try Self.outcomes(
            "a\nb1\nb2\nb3\nc\nd\n",
            "a\nx1\nx2\nx3\ny\nd\n",
            statements: [("a", "1"), ("b", "2-4"), ("c", "5"), ("d", "6")]
        )
        #expect(result.outcomes["b"] == "changed 2-4")
        #expect(result.outcomes["c"] == "changed 5")
        #expect(result.newLines.isEmpty)
    }

    @Test("An entry without a digest keeps its lines")
    func undigested() throws {
        let old = try DocumentText(Array("a\nb\n".utf8))
        let inventory = Inventory.sample(
            statements: [("a", "1"), ("b", "3")],
            digests: ["a": old.digest(of: Inventory.ranges("1"))],
            sha256: old.sha256
        )
        let holding = try DocumentHolding(inventory, DocumentText(Array("a\n\nb\n".utf8)))
        #expect(holding.change?.outcomes.map { $0.outcome } == [.unmoved, .unmoved])
        #expect(holding.unaccounted.isEmpty)
    }

    @Test("The cost of following a text grows linearly with the entries, not quadratically")
    func cost() throws {
        // Every other statement has different words, and each of the others moved by a different distance.
        func steps(_ count: Int) throws -> Int {
            let numbers = 0..<count
            let old = try DocumentText(Array(numbers.map { "says \($0)\n" }.joined().utf8))
            let new = numbers.map { $0.isMultiple(of: 2) ? "says \($0)\nnew\n" : "said \($0)\n" }
            let statements = numbers.map { ("s\($0)", "\($0 + 1)") }
            let digests = statements.map { ($0.0, old.digest(of: Inventory.ranges($0.1))) }
            let inventory = Inventory.sample(
                statements: statements,
                digests: Dictionary(uniqueKeysWithValues: digests),
                sha256: old.sha256
            )
            let holding = try DocumentHolding(
                inventory,
                DocumentText(Array(new.joined().utf8))
            )
            let change = try #require(holding.change)
            #expect(change.outcomes.count { $0.outcome.isChange } == count / 2)
            return change.steps
        }
        let (few, many) = (try steps(250), try steps(2_000))
        #expect(many < 12 * few, "\(few) steps for 250 entries, \(many) for eight times as many")
    }
}

extension DocumentChange.Outcome {
    fileprivate var isChange: Bool {
        if case .changed = self { true } else { false }
    }
}
