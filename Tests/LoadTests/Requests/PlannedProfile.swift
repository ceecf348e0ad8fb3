import Base
import Contract
import ContractFile
import JSON
import Load
import Profile
import Testing

@testable import Load

/// A profile that was read from memory, with its requests prepared.
struct PlannedProfile {
    /// The contract next to it: a signed JSON API, a form with Base64 in it, and one without a signature.
    static let contract = #"""
        contract: "1"
        targets:
          api: { documented: "https://api.example.com", basePath: /v1, headers: { X-App: "{{app}}" } }
          other: { documented: "https://other.example.com" }
        variables: { app: { default: a1 }, key: { secret: true, default: "0123456789" } }
        securitySchemes:
          signed:
            type: hmac
            algorithm: sha256
            key: "{{key}}"
            encode: base64
            headers: { X-Time: "{{now rfc3339-ms}}" }
            parameters: [ { header: X-Time }, { query: "*" } ]
            stringToSign: "{{request.method}}\n{{request.hostname}}\n{{request.path}}\n{{parameters}}\n{{request.body}}"
            into: { header: X-Signature }
          late: { type: hmac, algorithm: sha1, key: "{{now unix}}", encode: hex, stringToSign: a, into: { header: S } }
          sorted: { type: hmac, algorithm: sha1, key: k, stringToSign: "{{request.sortedQuery}}", into: { header: S } }
          asked: { type: hmac, algorithm: sha1, key: k, encode: base64, stringToSign: "{{request.path}}", into: { query: sig } }
        encodings: { spaced: { space: "+", keep: "!" } }
        failure:
          when: { status: { gte: 400 } }
          code: { jsonpath: "$.code" }
        operations:
          push:
            request: { method: POST, path: /push, security: signed, json: { mark: "{{hex 8}}", at: "{{now unix}}" } }
            responses: { "201": {} }
          send:
            request: { method: POST, path: /send, encoding: spaced, form: { key: "{{app}}", data: a } }
          find:
            request: { method: GET, path: "/find/{id}", params: { id: "{{digits 4}}" }, query: { when: "{{now '%H:%M %Y'}}" } }
            responses: { "200": {}, "204": {} }

        """#

    let profile: LoadProfile
    let requests: PlannedRequests

    static let targets = [
        LoadTarget(name: "api", origin: "http://127.0.0.1:8080", prefix: "/base"),
        LoadTarget(name: "other", origin: "http://127.0.0.1:9090"),
    ]

    /// Reads a profile with the given list of sends, and further lines.
    init(_ sends: String, more: String = "", contract: String = PlannedProfile.contract) throws {
        try self.init(try Self.profile(sends, more, contract))
    }

    /// Prepares the requests of a profile.
    init(_ profile: LoadProfile) throws {
        self.profile = profile
        let planner = RequestPlanner(
            profile,
            targets: Self.targets,
            evaluator: try Self.evaluator(profile)
        )
        requests = try planner.planned(seed: 7)
    }

    static func profile(
        _ sends: String,
        _ more: String = "",
        _ contract: String
    ) throws -> LoadProfile {
        let text = """
            profile: "1"
            contract: a.yaml
            sends: \(sends)
            load: { stages: [{ rate: 10/s, for: 10s }] }
            \(more)

            """
        let files = ["p.yaml": text, "a.yaml": contract]
        let library = ContractLibrary(files: GivenFiles(texts: files))
        let profile = library.profile(at: "p.yaml")
        #expect(library.diagnostics.list.map(\.message) == [])
        return try #require(profile)
    }

    static func evaluator(_ profile: LoadProfile) throws -> Evaluator {
        var evaluator = Evaluator(
            now: Timestamp(nanosecondsSince1970: 0),
            random: RandomSource(seed: 1, name: "")
        )
        for variable in profile.contract.variables {
            if let value = variable.defaultValue {
                evaluator.scope[variable.name] = try evaluator.value(of: value)
            }
        }
        return evaluator
    }

    /// The request sent by one arrival.
    func text(arrival: UInt64 = 0, send: Int = 0, seed: UInt64 = 7, at moment: Int64 = 0) -> String
    {
        let bytes = bytes(arrival: arrival, send: send, seed: seed, at: moment)
        return String(decoding: bytes, as: UTF8.self)
    }

    func bytes(
        arrival: UInt64 = 0,
        send: Int = 0,
        seed: UInt64 = 7,
        at moment: Int64 = 0
    ) -> [UInt8] {
        var output = ByteBuffer(capacity: 1)
        var writer = RequestWriter(requests.sends[send].layout, audience: requests.audience)
        writer.write(
            .init(
                index: arrival,
                seed: seed,
                moment: Timestamp(nanosecondsSince1970: moment)
            ),
            to: &output
        )
        return Array(output.bytes)
    }

    /// The reason why the requests of sends cannot be prepared.
    static func failure(_ sends: String, more: String = "") throws -> String {
        do {
            _ = try PlannedProfile(sends, more: more)
            return "none"
        } catch let failure as RequestFailure {
            return failure.description
        }
    }
}

/// Files with texts in memory.
private struct GivenFiles: FileSource {
    let texts: [String: String]

    func read(_ path: String, atMost limit: Int) throws(FileSourceError) -> [UInt8] {
        guard let text = texts[path] else {
            throw FileSourceError(path: path, reason: "No such file or directory")
        }
        return Array(text.utf8)
    }
}
