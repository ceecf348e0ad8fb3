import JSON
import Testing

@testable import Contract

struct BasisTests {
    private static let wrongMessage = #"{"code":"E400008","error":"no"}"#
    private static let otherCode = #"{"code":"E1","error":"no"}"#

    private static func bases(
        promise: Basis,
        reference: Basis,
        entry: ErrorEntry,
        _ status: Int,
        _ body: String
    ) throws -> [String] {
        let error = JudgeSample.error("E400008", basis: reference)
        var sample = try JudgeSample(promises: [
            JudgeSample.promise("wrong", error: error, basis: promise)
        ])
        sample.contract.errors = [entry]
        let judgement = try sample.judged(
            JudgeSample.expected(covers: ["createPush/wrong"]),
            status,
            body
        )
        return judgement.differences.map { "\($0.path): \($0.basis)" }
    }

    private static func entry(_ basis: Basis, message: Basis = .documented) -> ErrorEntry {
        JudgeSample.entry(
            "E400008",
            400,
            "Yes {0}.",
            basis: basis,
            messageBasis: message,
            line: 100
        )
    }

    @Test("The occurrence of an error has the basis of the promise, whatever the error is")
    func outcome() throws {
        let found = try Self.bases(
            promise: .observed,
            reference: .recommended,
            entry: Self.entry(.inferred),
            201,
            "{}"
        )
        #expect(found == ["outcome: observed"])
    }

    @Test(
        "The identity of an error has the weakest basis of promise, mention and catalogue",
        arguments: [
            (Basis.documented, Basis.documented, Basis.documented, "documented"),
            (.observed, .documented, .documented, "observed"),
            (.documented, .inferred, .documented, "inferred"),
            (.documented, .observed, .recommended, "recommended"),
            (.inferred, .observed, .documented, "inferred"),
        ]
    )
    func identity(promise: Basis, reference: Basis, entry: Basis, weakest: String) throws {
        let found = try Self.bases(
            promise: promise,
            reference: reference,
            entry: Self.entry(entry),
            404,
            Self.otherCode
        )
        #expect(found == ["error code: \(weakest)", "status: \(weakest)"])
    }

    @Test(
        "The text of an error has the weakest of these bases and its own",
        arguments: [
            (Basis.documented, Basis.documented, Basis.documented, "documented"),
            (.documented, .documented, .inferred, "inferred"),
            (.observed, .recommended, .inferred, "recommended"),
            (.inferred, .documented, .observed, "inferred"),
        ]
    )
    func message(promise: Basis, reference: Basis, message: Basis, weakest: String) throws {
        let found = try Self.bases(
            promise: promise,
            reference: reference,
            entry: Self.entry(.documented, message: message),
            400,
            Self.wrongMessage
        )
        #expect(found == ["error message: \(weakest)"])
    }

    @Test("The shape of failures has the basis of the promise that there is one")
    func failureShape() throws {
        let found = try Self.bases(
            promise: .observed,
            reference: .recommended,
            entry: JudgeSample.entry("E400008", 400, nil, line: 100),
            400,
            #"{"code":"E400008"}"#
        )
        #expect(found == ["$: observed"])
    }

    @Test("An assert has at most the basis of its promise and its own")
    func asserts() throws {
        let expect = JudgeSample.expect(asserts: [
            JudgeSample.assert(.version, .equals("2")),
            JudgeSample.assert(.version, .equals("3"), basis: .recommended),
        ])
        let sample = try JudgeSample(promises: [
            JudgeSample.promise("new", expect: expect, basis: .inferred)
        ])
        // The success response has the stronger basis, and retains it.
        let expected = JudgeSample.expected(covers: ["createPush/new", "createPush"])
        let judgement = try sample.judged(expected, 201, "{}")
        #expect(judgement.differences.map(\.path) == ["$.id", "version", "version"])
        #expect(judgement.differences.map(\.basis) == [.documented, .inferred, .recommended])
    }

    @Test("A step has at most the strongest basis of its covered promises")
    func step() throws {
        let sample = try JudgeSample(promises: [
            JudgeSample.promise("advised", basis: .recommended),
            JudgeSample.promise("seen", basis: .observed),
        ])
        let expect = JudgeSample.expect(status: .equals(202))
        let advised = JudgeSample.expected(covers: ["createPush/advised"], expect: expect)
        #expect(
            try sample.judged(advised, 201, "{}").differences.map(\.basis) == [
                .recommended, .recommended,
            ]
        )
        let both = JudgeSample.expected(
            covers: ["createPush/advised", "createPush/seen"],
            expect: expect
        )
        #expect(
            try sample.judged(both, 201, "{}").differences.map(\.basis) == [.observed, .observed]
        )
        let none = JudgeSample.expected(expect: expect, operation: nil)
        #expect(try sample.judged(none, 201, "{}").differences.map(\.basis) == [.documented])
    }

    @Test("The response of an inferred operation has at most that basis")
    func operation() throws {
        var sample = try JudgeSample()
        sample.contract.operations = [
            JudgeSample.operation(
                "createPush",
                basis: .inferred,
                responses: sample.contract.operations[0].responses
            )
        ]
        for (status, path) in [(201, "$.id"), (200, "status"), (500, "outcome")] {
            let judgement = try sample.judged(JudgeSample.expected(), status, "{}")
            #expect(judgement.differences.map(\.path) == [path])
            #expect(judgement.differences.map(\.basis) == [.inferred])
        }
    }

    @Test("Bases are ordered from documented to observed, inferred and recommended")
    func order() {
        #expect(Basis.allCases == Basis.allCases.sorted())
        #expect(Basis.documented < .observed)
        #expect(Basis.inferred < .recommended)
    }
}
