import Base
import Contract
import Cryptography
import HTTP
import JSON

/// Cases with everything that any report shows, as shards hand them on; `ShardReader` reads them
/// again.
enum CaseRecord {
    static func value(of result: CaseResult) -> JSONValue {
        var object = JSONObject()
        object["file"] = .string(result.file)
        object["name"] = .string(result.name)
        object["location"] = place(result.location)
        object["tags"] = texts(result.tags)
        object["verdict"] = .string(result.verdict.rawValue)
        object["reason"] = result.reason.map(JSONValue.string)
        object["waivedRun"] = result.waivedRun.map {
            ["verdict": .string($0.verdict.rawValue), "itself": .bool($0.isWaivedItself)]
        }
        object["selected"] = .bool(result.isSelected)
        object["provokes"] = texts(result.provokes)
        object["attempts"] = .integer(result.attempts)
        object["nanoseconds"] = nanoseconds(result.duration)
        object["steps"] = .array(result.steps.map(value))
        return .object(object)
    }

    private static func value(of step: StepResult) -> JSONValue {
        var object = JSONObject()
        object["phase"] = .string(step.phase.rawValue)
        object["direction"] = .string(step.direction.rawValue)
        object["label"] = .string(step.label)
        object["location"] = place(step.location)
        object["promises"] = texts(step.promises)
        object["outcome"] = .string(step.outcome.rawValue)
        object["headline"] = step.headline.map(JSONValue.string)
        object["differences"] = .array(step.differences.map(value))
        object["differenceCount"] = .integer(step.differenceCount)
        if !step.waivedAsserts.isEmpty {
            object["waivedAsserts"] = .array(
                step.waivedAsserts.map { assert in
                    [
                        "statement": .string(assert.statement), "reason": .string(assert.reason),
                        "location": place(assert.location), "holds": .bool(assert.holds),
                    ]
                }
            )
        }
        object["tries"] = .integer(step.tries)
        object["startedAt"] = step.startedAt.map(value)
        object["nanoseconds"] = nanoseconds(step.duration)
        object["exchanges"] = .array(step.exchanges.map(value))
        return .object(object)
    }

    private static func value(of difference: Difference) -> JSONValue {
        var object = JSONValue.parts(of: difference)
        object["location"] = difference.location.map(place)
        return .object(object)
    }

    private static func value(of exchange: ExchangeRecord) -> JSONValue {
        var object = JSONObject()
        object["label"] = exchange.label.map(JSONValue.string)
        object["stringToSign"] = exchange.stringToSign.map(JSONValue.string)
        object["startedAt"] = exchange.startedAt.map(value)
        let request = exchange.request
        var sent = JSONObject()
        sent["method"] = .string(request.method)
        sent["origin"] = .string(request.origin)
        sent["path"] = .string(request.path)
        sent["query"] = request.query.map(JSONValue.string)
        sent["headers"] = fields(request.headers)
        sent["body"] = request.body.map(bytes)
        object["request"] = .object(sent)
        switch exchange.answer {
        case .success(let response): object["response"] = value(of: response)
        case .failure(let failure):
            object["failure"] = [
                "kind": .string(failure.kind.rawValue), "detail": .string(failure.detail),
                "phases": phases(failure.phases),
            ]
        }
        return .object(object)
    }

    private static func value(of response: HTTPResponse) -> JSONValue {
        var object = JSONObject()
        object["status"] = .integer(response.status)
        object["version"] = .string(response.version)
        object["headers"] = fields(response.headers)
        object["body"] = bytes(response.body)
        object["phases"] = phases(response.phases)
        if response.wasSentAgain { object["sentAgain"] = true }
        object["certificate"] = response.certificate.map { certificate in
            [
                "subject": .string(certificate.subject), "issuer": .string(certificate.issuer),
                "serialNumber": .string(certificate.serialNumber),
                "notBefore": .string(certificate.notBefore),
                "notAfter": .string(certificate.notAfter),
                "subjectAltNames": texts(certificate.subjectAltNames),
            ]
        }
        return .object(object)
    }
}

// MARK: - Parts

extension CaseRecord {
    private static func texts(_ texts: [String]) -> JSONValue {
        .array(texts.map(JSONValue.string))
    }

    /// `[file, line, column]`: there are many.
    private static func place(_ place: SourceLocation) -> JSONValue {
        [.string(place.file), .integer(place.line), .integer(place.column)]
    }

    private static func value(of moment: Timestamp) -> JSONValue {
        .number(.integer(moment.nanosecondsSince1970))
    }

    private static func nanoseconds(_ duration: Duration) -> JSONValue {
        .number(.integer(Int64(duration / .nanoseconds(1))))
    }

    private static func fields(_ headers: HTTPFields) -> JSONValue {
        .array(headers.fields.map { [.string($0.name), .string($0.value)] })
    }

    /// A text; in a list of one what is none, in Base64.
    private static func bytes(_ bytes: [UInt8]) -> JSONValue {
        String(validating: bytes, as: UTF8.self).map(JSONValue.string)
            ?? [.string(Base64.encode(bytes))]
    }

    private static func phases(_ phases: PhaseTimes) -> JSONValue {
        .array(
            [
                phases.nameLookup, phases.connect, phases.tlsHandshake, phases.firstByte,
                phases.total,
            ].map(nanoseconds)
        )
    }
}

// MARK: - Reading

extension ShardReader {
    func caseResult() throws -> CaseResult {
        var result = CaseResult(
            file: try self["file"].text(),
            name: try self["name"].text(),
            location: try self["location"].place(),
            tags: try self["tags"].texts(),
            verdict: try self["verdict"].word(),
            reason: try optional("reason")?.text(),
            provokes: try self["provokes"].texts(),
            steps: try self["steps"].elements().map { try $0.step() },
            attempts: try self["attempts"].integer(),
            duration: try self["nanoseconds"].duration()
        )
        result.isSelected = try self["selected"].flag()
        result.waivedRun = try optional("waivedRun").map { run in
            WaivedRun(verdict: try run["verdict"].word(), isWaivedItself: try run["itself"].flag())
        }
        return result
    }

    private func step() throws -> StepResult {
        var step = StepResult(
            phase: try self["phase"].word(),
            label: try self["label"].text(),
            location: try self["location"].place(),
            promises: try self["promises"].texts(),
            outcome: try self["outcome"].word(),
            exchanges: try self["exchanges"].elements().map { try $0.exchange() },
            headline: try optional("headline")?.text(),
            differences: try self["differences"].elements().map { try $0.difference() },
            differenceCount: try self["differenceCount"].integer(),
            tries: try self["tries"].integer(),
            startedAt: try optional("startedAt")?.moment(),
            duration: try self["nanoseconds"].duration()
        )
        step.direction = try self["direction"].word()
        step.waivedAsserts =
            try optional("waivedAsserts")?.elements().map { assert in
                WaivedAssert(
                    statement: try assert["statement"].text(),
                    reason: try assert["reason"].text(),
                    location: try assert["location"].place(),
                    holds: try assert["holds"].flag()
                )
            } ?? []
        return step
    }

    private func difference() throws -> Difference {
        let waived = try optional("waived")?.text()
        let isUnknown = try optional("undetermined")?.flag() ?? false
        return Difference(
            path: try self["path"].text(),
            expected: try self["expected"].text(),
            actual: try self["actual"].text(),
            location: try optional("location")?.place(),
            basis: try self["basis"].word(),
            standing: waived.map { .waived($0) } ?? (isUnknown ? .unknown : .contradiction)
        )
    }

    private func exchange() throws -> ExchangeRecord {
        let request = self["request"]
        let answer: Result<HTTPResponse, TransportFailure>
        if let failure = try optional("failure") {
            answer = .failure(
                TransportFailure(
                    kind: try failure["kind"].word(),
                    detail: try failure["detail"].text(),
                    phases: try failure["phases"].phases()
                )
            )
        } else {
            answer = .success(try self["response"].response())
        }
        return ExchangeRecord(
            label: try optional("label")?.text(),
            request: HTTPRequest(
                method: try request["method"].text(),
                origin: try request["origin"].text(),
                path: try request["path"].text(),
                query: try request.optional("query")?.text(),
                headers: try request["headers"].fields(),
                body: try request.optional("body")?.bytes()
            ),
            answer: answer,
            stringToSign: try optional("stringToSign")?.text(),
            startedAt: try optional("startedAt")?.moment()
        )
    }

    private func response() throws -> HTTPResponse {
        var response = HTTPResponse(
            status: try self["status"].integer(),
            version: try self["version"].text(),
            headers: try self["headers"].fields(),
            body: try self["body"].bytes(),
            phases: try self["phases"].phases(),
            certificate: try optional("certificate").map { certificate in
                ServerCertificate(
                    subject: try certificate["subject"].text(),
                    issuer: try certificate["issuer"].text(),
                    serialNumber: try certificate["serialNumber"].text(),
                    notBefore: try certificate["notBefore"].text(),
                    notAfter: try certificate["notAfter"].text(),
                    subjectAltNames: try certificate["subjectAltNames"].texts()
                )
            }
        )
        response.wasSentAgain = try optional("sentAgain")?.flag() ?? false
        return response
    }

    private func place() throws -> SourceLocation {
        let parts = try elements()
        guard parts.count == 3 else { throw error("file, line and column") }
        return SourceLocation(
            file: try parts[0].text(),
            line: try parts[1].integer(),
            column: try parts[2].integer()
        )
    }

    private func moment() throws -> Timestamp {
        Timestamp(nanosecondsSince1970: Int64(try integer()))
    }

    private func duration() throws -> Duration { .nanoseconds(try integer()) }

    private func fields() throws -> HTTPFields {
        HTTPFields(
            try elements().map { field in
                let parts = try field.texts()
                guard parts.count == 2 else { throw field.error("a name and a value") }
                return HTTPFields.Field(name: parts[0], value: parts[1])
            }
        )
    }

    private func bytes() throws -> [UInt8] {
        if let text = value.stringValue { return Array(text.utf8) }
        guard let text = value.arrayValue?.first?.stringValue,
            let bytes = Base64.decode(text)
        else { throw error("a text, or Base64 in a list") }
        return bytes
    }

    private func phases() throws -> PhaseTimes {
        let parts = try elements().map { try $0.duration() }
        guard parts.count == 5 else { throw error("five durations") }
        return PhaseTimes(
            nameLookup: parts[0],
            connect: parts[1],
            tlsHandshake: parts[2],
            firstByte: parts[3],
            total: parts[4]
        )
    }
}
