@testable import CommandLineTool
import Contract
import ContractFile
import Defects
import HTTP
import JSON
import PushSinks
import Replay
import TestSupport
import Testing
import Trace
import Transport

@testable import AssayCLI
@testable import ReferencePush

/// `assay verify --mutants` and `assay serve --defect`.
struct MutantTests {
    /// The complete catalogue takes more than a minute; `make mutants` runs it.
    @Test("The contracts detect the first three defects of each service")
    func catalogue() async throws {
        #expect(DefectCatalog.all.count >= 40)
        let byService = Dictionary(grouping: DefectCatalog.all, by: \.service)
        let names = byService.values.flatMap { $0.prefix(3).map(\.name) }
        let options = names.flatMap { ["--defect", $0] }
        let words = ["verify", PackageRoot.contracts, "--mutants"] + options
        let run = try await RunningProgram(words).end()
        #expect(run.ending == .exited(0), "\(run.output)")
        #expect(run.errors.isEmpty)
        let count = names.count
        #expect(run.output.contains("\n\(count) defects: \(count) caught, 0 survived ("))
    }

    @Test("The program embeds the defect files from the folders of the contracts")
    func embedded() throws {
        let texts = DefectCatalog.texts
        #expect(Set(texts.map(\.folder)) == Set(ServiceCatalog.names))
        for (folder, text) in texts {
            let path = "\(PackageRoot.contracts)/\(folder)/defects.yaml"
            let bytes = try DiskFiles().read(path, atMost: 1 << 20)
            #expect(text == String(decoding: bytes, as: UTF8.self), "\(path)")
        }
    }

    @Test("Contradictions refer only to existing statements with promises and existing defects")
    func contradictions() {
        let loaded = LoadedContracts(paths: [PackageRoot.contracts], joinsInventories: true)
        let names = Set(DefectCatalog.all.map(\.name))
        let documents = loaded.contracts.contradictions(of: loaded.inventories.map(\.inventory))
        let entries = documents.flatMap(\.entries)
        #expect(entries.flatMap(\.defects).allSatisfy(names.contains))
        // A name that matches no statement would be lost.
        let named = DefectCatalog.contradictions.values.flatMap(\.values).map(\.count)
        #expect(named.reduce(0, +) == documents.map(\.contradicted).reduce(0, +))
    }

    @Test("Every client defect changes a contract of its service")
    func models() throws {
        let models = DefectCatalog.all.filter { !$0.model.isEmpty }
        #expect(models.count > 100)
        var contracts: [String: [JSONValue]] = [:]
        for defect in models {
            let folder = "\(PackageRoot.contracts)/\(defect.service)"
            let known = try contracts[defect.service] ?? Self.documents(in: folder)
            contracts[defect.service] = known
            #expect(
                known.contains { defect.model.applied(to: $0) != $0 },
                "\(defect.name) changes nothing"
            )
        }
    }

    /// The contracts in a folder, as JSON.
    private static func documents(in folder: String) throws -> [JSONValue] {
        try ContractFinder.files(of: .contract, in: folder).map { file in
            let source = SourceText(file: file, bytes: try DiskFiles().read(file, atMost: 1 << 20))
            let document = YAMLDocument.parse(source, into: Diagnostics())
            return try #require(document).json
        }
    }

    @Test("A defect that no contract can detect is reported as surviving")
    func invisible() async throws {
        let invisible = Defect(
            name: "core-push-invisible",
            service: "core-push",
            summary: "Responses have a field that is not requested"
        ) { request, service in
            var response = service.handle(request)
            response.headers.append("X-Unasked", "1")
            return response
        }
        let seen = try #require(
            DefectCatalog.all.first { $0.name == "core-push-failure-code" }
        )
        let result = try await Self.result(of: [invisible, seen])
        #expect(result.mutants.map(\.name) == ["core-push-invisible", "core-push-failure-code"])
        #expect(result.survivors.map(\.name) == ["core-push-invisible"])
        #expect(result.caughtCount == 1)
    }

    /// Results for defects with the contracts of CORE PUSH.
    private static func result(
        of defects: [Defect],
        _ words: String...,
        runsAll: Bool = false
    ) async throws -> MutationResult {
        let words = [PackageRoot.contracts + "/core-push", "--mutants"] + words
        let plan = try VerificationPlan(
            ArgumentParser.parse(words, as: VerifyCommand.specification)
        )
        let sound = Verification(
            plan: plan,
            contracts: LoadedContracts(paths: plan.paths).contracts,
            transport: try CurlTransport(options: plan.transport),
            faults: HopInjector(options: plan.transport),
            launcher: ReferenceServers(),
            clock: SystemClock(),
            environment: .process,
            interruption: Interruption()
        )
        let run = MutantVerification(sound: sound, defects: defects, jobs: 2, runsAll: runsAll)
        return try await run.run().result
    }

    /// A defect that returns success for a missing path, declared to break these promises.
    private static func anyPath(breaking promises: [String]) -> Defect {
        Defect(
            name: "core-push-anything",
            service: "core-push",
            summary: "Unknown paths succeed",
            breaks: promises
        ) { request, service in
            let response = service.handle(request)
            guard response.status == 404 else { return response }
            return ServerResponse(reply: ["status": 200, "json": ["status": "0"]])
        }
    }

    @Test("Defects are distinguished by whether they break every promise that they name")
    func named() async throws {
        let right = Self.anyPath(breaking: ["errors/not-found"])
        let wrong = Self.anyPath(breaking: ["errors/not-found", "history/newest-first"])
        let elsewhere = Self.anyPath(breaking: ["history/newest-first"])
        let result = try await Self.result(of: [right, wrong, elsewhere])
        #expect(result.caughtCount == 3)
        #expect(
            result.mutants.map(\.unbroken) == [
                [], ["history/newest-first"], ["history/newest-first"],
            ]
        )
        #expect(result.mistaken.count == 2)
        #expect(result.mutants[0].broken.map(\.id).contains("errors/not-found"))
    }

    @Test("A promise that did not pass without the defect is neither broken nor unbroken by it")
    func notTried() async throws {
        let defect = Self.anyPath(breaking: ["history/newest-first", "errors/not-found"])
        let result = try await Self.result(of: [defect], "--case", "history-limit*")
        #expect(result.mutants.map(\.unbroken) == [["history/newest-first"]])
        #expect(result.survivors.count == 1)
    }

    @Test("With every case run, all promises that a defect breaks are found")
    func all() async throws {
        let defect = Self.anyPath(breaking: ["errors/not-found"])
        let whole = try await Self.result(of: [defect], runsAll: true).mutants[0]
        #expect(
            whole.broken.map(\.id) == ["sendAndroidSandbox/not-found", "errors/not-found"]
        )
    }

    /// The promises named by a defect that are missing from all contracts of its service.
    private static func unknown(_ defect: Defect, _ contracts: [ContractDocument]) -> [String] {
        let indices = contracts.filter { $0.references(defect.service) }.map { ContractIndex($0) }
        return defect.breaks.filter { id in !indices.contains { $0.hasPromise(id) } }
    }

    @Test("Every promise that a defect names is in the contracts of its service")
    func known() {
        let contracts = LoadedContracts(paths: [PackageRoot.contracts]).contracts
        for defect in DefectCatalog.all {
            let unknown = Self.unknown(defect, contracts)
            #expect(unknown.isEmpty, "\(defect.name) names \(unknown)")
        }
        let slip = Self.anyPath(breaking: ["errors/not-found", "errors/not-fuond"])
        #expect(Self.unknown(slip, contracts) == ["errors/not-fuond"])
    }

    /// A contract of CORE PUSH with one case, which requests a missing path.
    private struct PathContract {
        let folder: TemporaryDirectory
        let path: String

        init(wanting status: Int = 404) throws {
            let text = """
                contract: "1"
                info: { title: Paths }
                targets: { api: { documented: "https://api.example.com", reference: core-push } }
                cases:
                  nowhere:
                    steps:
                      - { request: { method: POST, path: /nope.php }, expect: { status: \(status) } }
                """
            folder = try TemporaryDirectory()
            path = try folder.write(Array(text.utf8), to: "paths.yaml")
        }
    }

    @Test("A gap in a contract ends the run with status 4, in every format")
    func hole() async throws {
        let contract = try PathContract()
        let words = ["--mutants", "--defect", "core-push-any-path", "--defect", "*-launch-lost"]
        let text = try await RunningProgram(["verify", contract.path] + words).end()
        #expect(text.ending == .exited(4))
        #expect(
            text.output.hasPrefix(
                """
                  core-push-any-path     caught by nowhere  \(contract.path):5:3
                  core-push-launch-lost  SURVIVED

                Survived: no case detects these defects
                  core-push-launch-lost: Launches are not counted

                2 defects: 1 caught, 1 survived (
                """
            ),
            "\(text.output)"
        )
        let formats = ["--format", "json", "--report", "markdown=\(contract.path).md"]
        let json = try await RunningProgram(["verify", contract.path] + words + formats).end()
        #expect(json.ending == .exited(4))
        let report = try JSONValue(parsing: Array(json.output.utf8))
        #expect(report["summary"]?["survived"] == 1)
    }

    /// A contract of CORE PUSH with a promise that is checked, or only stated.
    private static func contract(asking isAsked: Bool) -> String {
        let check = isAsked ? ", expect: { asserts: { jsonpath: $.status, equals: \"1\" } }" : ""
        return """
            contract: "1"
            info: { title: Proof }
            targets: { api: { documented: "https://api.example.com", reference: core-push } }
            operations:
              nothing:
                request: { method: POST, path: /iphone_token_regist.php }
                responses: { "200": {} }
                promises: { refused: { summary: A request without a key is refused. } }
            cases:
              refused: { steps: [ { call: nothing, covers: nothing/refused\(check) } ] }

            """
    }

    @Test(
        "A documented promise that no defect breaks ends the run with status 4",
        arguments: [(true, 0), (false, 4)] as [(Bool, Int32)]
    )
    func unproven(isAsked: Bool, status: Int32) async throws {
        let folder = try TemporaryDirectory()
        let path = try folder.write(Array(Self.contract(asking: isAsked).utf8), to: "proof.yaml")
        let server = try await ReferenceProcess("core-push")
        let words = ["verify", path, "--mutants", "--target", server.origin]
        let run = try await RunningProgram(words).end()
        #expect(run.ending == .exited(status), "\(run.output)\(run.errors)")
        #expect(run.output.contains("mutations detected ("))
        #expect(run.output.contains("nothing/refused  documented  \(path):8:17\n") == !isAsked)
        let part = try await RunningProgram(words + ["--require-proof", "0%"]).end()
        #expect(part.ending == .exited(0))
        let alone = ["verify", path, "--mutants=responses"]
        #expect(try await RunningProgram(alone).end().ending == .exited(0))
        let lint = try await RunningProgram(["lint", path]).end()
        #expect(lint.ending == .exited(0))
        #expect(lint.errors.contains("warning") == !isAsked)
    }

    @Test("A contract that fails without a defect proves nothing")
    func unsound() async throws {
        let contract = try PathContract(wanting: 200)
        let run = try await assay("verify", contract.path, "--mutants")
        #expect(run.ending == .exited(4))
        #expect(
            run.output == """
                No defect was tested: these cases fail without one
                  failed nowhere  \(contract.path):5:3

                """
        )
    }

    private static let refusals: [([String], String)] = [
        (
            ["--mutants", "--defect", "core-push-launch-lots"],
            #"option "--defect": expected the name of a defect, or a pattern; assay serve "#
                + #"SERVICE --list-defects lists all, got "core-push-launch-lots"; did you "#
                + #"mean "core-push-launch-lost"?"#
        ),
        (
            ["--defect", "core-push-any-path"],
            #"--defect requires --mutants"#
        ),
        (
            ["--mutants=defects", "--target", "http://127.0.0.1:1"],
            #"option "--mutants": expected "responses" with "--target": only a built-in service can "#
                + #"have a defect, got "defects""#
        ),
        (
            ["--mutants=responses", "--defect", "core-push-any-path"],
            #"option "--defect": expected a built-in service that can have it, without "#
                + #""--mutants=responses" and "--target", got "core-push-any-path""#
        ),
        (
            ["--mutants", "--format", "junit"],
            #"option "--format": expected text, json, markdown or html with "--mutants", got "junit""#
        ),
    ]

    @Test("Conflicting options are reported before anything runs", arguments: refusals)
    func refused(words: [String], message: String) async throws {
        let contract = try PathContract()
        let run = try await RunningProgram(["verify", contract.path] + words).end()
        #expect(run.ending == .exited(1))
        #expect(run.errors == "assay verify: \(message)\nsee \"assay help verify\"\n")
    }

    @Test("A served defect behaves as its catalogue entry says")
    func served() async throws {
        let server = try await ReferenceProcess("core-push", "--defect", "core-push-any-path")
        let contract = try PathContract()
        let run = try await assay("verify", contract.path, "--target", server.origin)
        #expect(run.ending == .exited(4))
        let list = try await assay("serve", "nifty", "--list-defects")
        #expect(list.ending == .exited(0))
        let lines = list.output.split(separator: "\n")
        let defects = DefectCatalog.all.filter { $0.service == "nifty" }
        #expect(lines.count == defects.count)
        for (line, defect) in zip(lines, defects) {
            let words = line.split(separator: "  ", maxSplits: 1)
            #expect(words.first.map(String.init) == defect.name)
            #expect(line.hasSuffix(" \(defect.summary)"))
        }
        #expect(
            Set(lines.map { $0.count - $0.drop { $0 != " " }.drop { $0 == " " }.count }).count == 1
        )
    }

    @Test("A defect of another service is rejected")
    func otherService() async throws {
        let run = try await assay("serve", "nifty", "--defect", "ncmb-wrong-code")
        #expect(run.ending == .exited(1))
        #expect(
            run.errors == """
                assay serve: option "--defect": expected a defect of nifty; --list-defects lists \
                all, got "ncmb-wrong-code"; did you mean "nifty-wrong-code"?
                see "assay help serve"

                """
        )
    }
}
