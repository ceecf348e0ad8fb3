import Contract
import ContractFile
import LoadModel
import Replay
import TestSupport
import Testing

@testable import AssayCLI

/// `verify --shard`, and `merge` of what comes of it.
struct ShardTests {
    private static let cases = """
          good: { steps: [ { call: getThing, captures: { n: { jsonpath: "$.name" } } } ] }
          after: { needs: good, steps: [ { call: getThing, query: { n: "{{n}}" } } ] }
          bad: { steps: [ { call: getThing, expect: { status: 299 } } ] }
          rows: { rows: [ { a: 1 }, { a: 2 }, { a: 3 } ], steps: [ { call: getThing, query: { a: "{{a}}", r: "{{hex 8}}" } } ] }
          broken: { provokes: getThing/E1, steps: [ { call: getThing } ] }
          left-out: { tags: slow, steps: [ { call: getThing } ] }
          faulty: { steps: [ { call: getThing, fault: { status: 503 }, expect: { status: 503 } } ] }
          set-aside: { waived: it is known, steps: [ { call: getThing } ] }
        """

    /// Runs the sample whole and in three shards, all with one seed; gives the files.
    private static func shards(
        _ contract: SampleContract,
        _ server: ScriptedServer
    ) async throws -> [String] {
        var files: [String] = []
        for number in 1...3 {
            let file = contract.folder.file("shard-\(number).json")
            let words = [
                "verify", contract.path, "--target", server.origin, "--exclude-tag", "slow",
                "--shard", "\(number)/3", "-o", file,
            ]
            let run = try await RunningProgram(words).end()
            #expect(run.ending == .exited(0) || run.ending == .exited(4), "\(run.errors)")
            files.append(file)
        }
        return files
    }

    private static func text(_ name: String, in contract: SampleContract) throws -> String {
        let bytes = try DiskFiles().read(contract.folder.file(name), atMost: 1 << 24)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Without times, which no two runs share.
    private static func timeless(_ text: String) -> String {
        text.replacing(#/[0-9.]+ (µs|ms|s)\b/#, with: "T")
            .replacing(#/(time|timestamp|start|stop|duration)("?[=:] ?)"?[-0-9.:TZe]+"?/#) {
                "\($0.1)\($0.2)T"
            }
            .replacing(
                #/"[A-Za-z]*(Seconds|startedAt|nameLookup|connect|firstByte|total)": [-0-9.e]+/#,
                with: "T"
            )
    }

    @Test(
        "What comes of merged shards is what one run reports: counts, promises, and every exchange"
    )
    func merged() async throws {
        let contract = try SampleContract(cases: Self.cases, promises: "{ E1: { error: E1 } }")
        let server = try ScriptedServer(answering: Answer.box)
        let files = try await Self.shards(contract, server)
        let formats = ["text", "junit", "markdown", "tap", "ctrf", "github", "html", "json"]
        func outputs(_ name: String) -> [String] {
            formats.flatMap { ["--report", "\($0)=\(contract.folder.file("\(name).\($0)"))"] }
                + ["--verbose", "--require-coverage", "100%"]
        }
        let seed =
            "\(CaseShards.seed(of: CaseShards.digest(of: LoadedContracts(paths: [contract.path]).sources)))"
        let whole = try await RunningProgram(
            ["verify", contract.path, "--target", server.origin, "--exclude-tag", "slow"]
                + ["--seed", seed] + outputs("whole")
        ).end()
        let merged = try await RunningProgram(["merge"] + files.reversed() + outputs("merged"))
            .end()
        #expect(whole.ending == .exited(4))
        #expect(merged.ending == whole.ending, "\(merged.errors)")
        for format in formats {
            let texts = try ["whole", "merged"].map { name in
                Self.timeless(try Self.text("\(name).\(format)", in: contract))
            }
            #expect(texts[0] == texts[1], "\(format)")
            #expect(texts[0].utf8.count > 200)
        }
    }

    @Test("A shard that is missing, doubled or of another run is said, and so are other contracts")
    func refused() async throws {
        let contract = try SampleContract(cases: Self.cases, promises: "{ E1: { error: E1 } }")
        let server = try ScriptedServer(answering: Answer.box)
        let files = try await Self.shards(contract, server)
        let other = contract.folder.file("other.json")
        _ = try await assay(
            "verify",
            contract.path,
            "--target",
            server.origin,
            "--exclude-tag",
            "slow",
            "--shard",
            "3/3",
            "--seed",
            "7",
            "-o",
            other
        )
        func errors(_ files: [String]) async throws -> String {
            let run = try await RunningProgram(["merge"] + files).end()
            #expect(run.ending == .exited(2))
            return run.errors
        }
        #expect(try await errors([files[0], files[2]]) == "assay merge: shard 2/3 is missing\n")
        #expect(
            try await errors([files[0], files[1], files[1], files[2]])
                == "assay merge: shard 2/3 is there twice: \(files[1]) and \(files[1])\n"
        )
        #expect(
            try await errors([files[0], files[1], other]).contains(
                "give all shards the same --seed"
            )
        )
        let text = try Self.text("sample.yaml", in: contract)
        _ = try contract.folder.write(Array("\(text)\n# more\n".utf8), to: "sample.yaml")
        #expect(try await errors(files).contains("have changed since the shards were run"))
    }

    @Test(
        "Shards share all cases out, in parts that differ by one at most, and keep what needs each other"
    )
    func split() throws {
        func names(_ count: Int, of shards: UInt64, more: Int = 0) throws -> [[String]] {
            let cases = (0..<count + more).map { "  c\($0): { steps: [ { call: getThing } ] }" }
            let contract = try SampleContract(cases: cases.joined(separator: "\n"))
            let contracts = LoadedContracts(paths: [contract.path]).contracts
                .map { contract in
                    var contract = contract
                    contract.file = "sample.yaml"
                    return contract
                }
            return (1...shards).map { number in
                CaseShards(shard: Shard(number, of: shards))
                    .part(of: contracts, selecting: CaseSelection())
                    .flatMap(\.cases).map(\.name)
            }
        }
        for shards in [1, 2, 3, 7, 50] as [UInt64] {
            let parts = try names(40, of: shards)
            #expect(parts.joined().sorted() == (0..<40).map { "c\($0)" }.sorted())
            #expect((parts.map(\.count).max() ?? 0) <= (40 + Int(shards) - 1) / Int(shards))
        }
        // One case more moves few of the others.
        let (before, after) = (try names(100, of: 4), try names(100, of: 4, more: 1))
        let stayed = zip(before, after).reduce(0) { $0 + Set($1.0).intersection($1.1).count }
        #expect(stayed > 80)
        let needy = try SampleContract(cases: Self.cases)
        let contracts = LoadedContracts(paths: [needy.path]).contracts
        for number in 1...8 as ClosedRange<UInt64> {
            let part = CaseShards(shard: Shard(number, of: 8))
                .part(of: contracts, selecting: CaseSelection())[0].cases.map(\.name)
            #expect(part.contains("good") == part.contains("after"))
        }
    }
}
