import Base
import Compression
import Contract
import Cryptography
import HTTP
import JSON
import Profile
import Testing

@testable import Load

/// Bodies that vary, hashed and compressed.
struct HashedBodyTests {
    private static let contract = #"""
        contract: "1"
        targets: { api: { documented: "https://api.example.com" } }
        variables: { id: { default: AKIDEXAMPLE }, key: { secret: true, default: "wJalrXUtnFEMI/K7" } }
        securitySchemes:
          aws:
            type: hmac
            key: ["AWS4{{key}}", "{{now '%Y%m%d'}}", us-east-1, sns, aws4_request]
            encode: hex
            headers: { X-Amz-Date: "{{now '%Y%m%dT%H%M%SZ'}}" }
            signedHeaders: [host, x-amz-date]
            canonicalRequest: "{{request.method}}\n{{request.path}}\n{{request.sortedQuery}}\n{{canonicalHeaders}}\n{{signedHeaders}}\n{{request.bodySha256}}"
            stringToSign: "AWS4-HMAC-SHA256\n{{request.headers.x-amz-date}}\n{{now '%Y%m%d'}}/us-east-1/sns/aws4_request\n{{canonicalRequest.sha256}}"
            into: { header: Authorization, value: "AWS4-HMAC-SHA256 Credential={{id}}/{{now '%Y%m%d'}}/us-east-1/sns/aws4_request, SignedHeaders={{signedHeaders}}, Signature={{signature}}" }
          hashed:
            type: hmac
            key: "{{key}}"
            encode: base64url
            headers: { Content-MD5: "{{request.bodyMd5Base64}}", X-Hash: "{{request.bodySha256}}", Digest: "SHA-256={{request.bodySha256Base64}}" }
            stringToSign: "{{request.path}}\n{{request.body}}"
            into: { query: signature }
        operations:
          send:
            request: { method: POST, path: /messages, query: { n: "{{digits 4}}" }, security: aws, json: { id: "{{uuid}}", text: "{{hex 40}}" } }
            responses: { "202": {} }
          plain:
            request: { method: POST, path: /plain, security: hashed, json: { id: "{{uuid}}", text: "{{hex 40}}" } }
            responses: { "202": {} }
        """#

    /// A written request, split into its parts.
    private struct Written {
        let line: String
        let fields: HTTPFields
        let body: [UInt8]

        init(_ bytes: [UInt8]) throws {
            let end = try #require(bytes.firstRange(of: Array("\r\n\r\n".utf8)))
            let lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self)
                .split(separator: "\r\n").map(String.init)
            line = lines[0]
            fields = HTTPFields(
                try lines.dropFirst().map { line in
                    let parts = line.split(separator: ": ", maxSplits: 1)
                    return .init(name: String(try #require(parts.first)), value: String(parts[1]))
                }
            )
            body = Array(bytes[end.upperBound...])
        }
    }

    /// Some times, two of them on the same day.
    private static let moments: [Int64] = [
        1_769_850_300_042_000_000, 1_769_850_309_000_000_000, 1_769_990_400_000_000_000,
    ]

    private static func planned(_ sends: String) throws -> PlannedProfile {
        try PlannedProfile(sends, contract: contract)
    }

    /// The header that Amazon's client libraries send, assembled here step by step.
    ///
    /// Source: AWS General Reference, "Signature Version 4 signing process".
    private static func authorization(of request: Written) throws -> String {
        let target = request.line.split(separator: " ")[1].split(separator: "?")
        let date = try #require(request.fields["X-Amz-Date"])
        let day = date.prefix(8)
        let canonical = [
            "POST", String(target[0]), String(target[1]),
            "host:\(request.fields["Host"] ?? "")", "x-amz-date:\(date)", "", "host;x-amz-date",
            Hex.encode(Digest.hash(.sha256, request.body)),
        ].joined(separator: "\n")
        let scope = "\(day)/us-east-1/sns/aws4_request"
        let text = [
            "AWS4-HMAC-SHA256", date, scope,
            Hex.encode(Digest.hash(.sha256, Array(canonical.utf8))),
        ].joined(separator: "\n")
        var key = Array("AWS4wJalrXUtnFEMI/K7".utf8)
        for word in [String(day), "us-east-1", "sns", "aws4_request", text] {
            key = HMAC.authenticationCode(.sha256, key: key, message: Array(word.utf8))
        }
        return "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/\(scope), SignedHeaders=host;x-amz-date, "
            + "Signature=\(Hex.encode(key))"
    }

    @Test("Amazon's signature of a varying body is correct for every arrival, on every day")
    func signatureVersion4() throws {
        let planned = try Self.planned(
            "[{ call: send }, { call: send, name: zipped, set: { /compression: gzip } }]"
        )
        var bodies: Set<[UInt8]> = []
        for send in 0..<2 {
            for (index, moment) in Self.moments.enumerated() {
                let bytes = planned.bytes(arrival: UInt64(index), send: send, at: moment)
                let request = try Written(bytes)
                #expect(request.fields["Authorization"] == (try Self.authorization(of: request)))
                bodies.insert(request.body)
            }
        }
        #expect(bodies.count == 6)
    }

    @Test("Hashes are computed from the sent body, compressed or not")
    func hashes() throws {
        let planned = try Self.planned(
            "[{ call: plain }, { call: plain, name: b, set: { /compression: gzip } }, { call: plain, name: c, set: { /compression: deflate } }]"
        )
        var texts: Set<String> = []
        for send in 0..<3 {
            for arrival in UInt64(0)..<3 {
                let request = try Written(planned.bytes(arrival: arrival, send: send))
                let hash = Digest.hash(.sha256, request.body)
                #expect(request.fields["X-Hash"] == Hex.encode(hash))
                #expect(request.fields["Digest"] == "SHA-256=\(Base64.encode(hash))")
                #expect(
                    request.fields["Content-MD5"] == Base64.encode(Digest.hash(.md5, request.body))
                )
                #expect(request.fields["Content-Length"] == "\(request.body.count)")
                let code = HMAC.authenticationCode(
                    .sha256,
                    key: Array("wJalrXUtnFEMI/K7".utf8),
                    message: Array("/base/plain\n".utf8) + request.body
                )
                let signature = Base64.encode(code, alphabet: .url, padded: false)
                #expect(request.line == "POST /base/plain?signature=\(signature) HTTP/1.1")
                let coding = request.fields["Content-Encoding"].flatMap(ContentCoding.init(name:))
                #expect((coding?.rawValue ?? "plain") == ["plain", "gzip", "deflate"][send])
                let text = try coding?.decoded(request.body, limit: 1_000) ?? request.body
                let json = try JSONValue(parsing: text)
                #expect(json["text"]?.stringValue?.utf8.count == 40)
                texts.insert(json.text)
            }
        }
        // The sends draw the same values, because they name the same values in the same order.
        #expect(texts.count == 3)
    }

    @Test(
        "The bytes equal those that verify sends for the same values",
        arguments: ["send", "plain"],
        ["", ", set: { /compression: gzip }", ", set: { /json/more: '\"{{digits 3}}\"' }"]
    )
    func sameBytes(operation: String, change: String) throws {
        let planned = try Self.planned("[{ call: \(operation)\(change) }]")
        for (index, nanoseconds) in Self.moments.enumerated() {
            let bytes = planned.bytes(arrival: UInt64(index), at: nanoseconds)
            let moment = Timestamp(nanosecondsSince1970: nanoseconds)
            let request = try verified(planned, like: Written(bytes), at: moment)
            var head = "\(request.method) \(request.target) HTTP/1.1\r\n"
            for field in RequestLayoutBuilder.fields(of: request) {
                head += "\(field.name): \(field.value)\r\n"
            }
            let body = try #require(request.body)
            head += "Content-Length: \(body.count)\r\n\r\n"
            #expect(bytes == Array(head.utf8) + body)
        }
    }

    /// The request of the first send as prepared for a case, with the values of a written request.
    private func verified(
        _ planned: PlannedProfile,
        like written: Written,
        at moment: Timestamp
    ) throws -> HTTPRequest {
        let coding = written.fields["Content-Encoding"].flatMap(ContentCoding.init(name:))
        let body = try coding?.decoded(written.body, limit: 1_000) ?? written.body
        let contract = planned.profile.contract
        let request = planned.profile.sends[0].request
        let scheme = request.template.constant("security").flatMap { contract.securitySchemes[$0] }
        var evaluator = try PlannedProfile.evaluator(planned.profile)
        evaluator.now = moment
        evaluator.standIns = WrittenValues(
            body: try JSONValue(parsing: body),
            line: written.line,
            moment: moment
        )
        let preparation = RequestPreparation(
            encoder: RequestEncoder(
                origin: PlannedProfile.targets[0].origin,
                prefix: PlannedProfile.targets[0].prefix,
                basePath: "",
                encodings: contract.encodings,
                attachments: contract.attachments
            ),
            scheme: scheme
        )
        return try preparation.prepared(request.template, using: &evaluator).request
    }
}

/// Returns the values in a request.
private struct WrittenValues: ValueStandIns {
    let body: JSONValue
    let line: String
    let moment: Timestamp

    func value(of function: TemplateFunction) -> JSONValue {
        switch function {
        case .uuid: body["id"] ?? .null
        case .hex: body["text"] ?? .null
        case .digits(3):
            .string((body["more"]?.stringValue ?? "").filter(\.isNumber))
        case .digits: .string(line.firstMatch(of: /n=([0-9]{4})/).map { String($0.1) } ?? "")
        case .now(let format, let shift, let zone):
            .string(format.text(of: moment.advanced(byNanoseconds: shift), offsetSeconds: zone))
        case .alphanumerics, .sequence: .null
        }
    }
}
