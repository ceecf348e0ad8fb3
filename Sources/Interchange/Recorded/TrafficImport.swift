import Base
import Contract
import HTTP
import JSON

/// Imports traffic that passed through a proxy as a contract.
package enum TrafficImport {
    /// Makes the contract.
    ///
    /// - Parameters:
    ///   - exchanges: In the order of the requests.
    ///   - title: The name of the traffic, for people.
    ///   - remarks: Further notes for the reader.
    ///   - folder: The folder for binary bodies, relative to the contract; `nil` drops them.
    /// - Returns: The contract, which can be loaded once its files are written; `nil` when nothing was recorded.
    package static func contract(
        of exchanges: [RecordedExchange],
        title: String,
        remarks: [String] = [],
        bodiesIn folder: String? = nil
    ) -> ImportedContract? {
        guard !exchanges.isEmpty else { return nil }
        var transfer = TrafficTransfer(exchanges, bodiesIn: folder)
        return transfer.draft(title, remarks).imported
    }

    /// The secrets that requests sent, and cookies.
    package static func secrets(of exchanges: [RecordedExchange]) -> [String] {
        TrafficTransfer(exchanges).secrets().values.sorted()
    }

    /// The failures among exchanges as rows of a catalogue.
    ///
    /// - Parameter exchanges: Any.
    /// - Returns: The section `errors` of a contract file; empty without failures.
    package static func errorRows(of exchanges: [RecordedExchange]) -> String {
        guard !exchanges.isEmpty else { return "" }
        var transfer = TrafficTransfer(exchanges)
        var draft = transfer.draft("the recording", [])
        // The catalogue that they are copied into does not have such a document.
        draft.errors = draft.errors.map { row in
            ContractDraft.ErrorRow(
                id: row.id,
                statuses: row.statuses,
                code: row.code,
                message: row.message,
                summary: row.summary,
                doc: nil
            )
        }
        return draft.errorText
    }
}

/// Traffic being turned into a contract.
private struct TrafficTransfer {
    private let moments: [Timestamp]
    private var exchanges: [ObservedExchange]
    private let failures: FailureShape
    private var volatileFields = VolatileFields(besides: ["cookie"])
    /// Numbers of exchanges that cannot be replayed as they were.
    private var leftOut: Set<Int> = []
    /// The bodies that become files next to the contract.
    private(set) var bodies: RecordedBodies

    init(_ recorded: [RecordedExchange], bodiesIn folder: String? = nil) {
        moments = recorded.map(\.moment)
        var bodies = RecordedBodies(folder: folder)
        exchanges = recorded.enumerated().map { index, exchange in
            ObservedExchange(exchange, number: index + 1, &bodies)
        }
        self.bodies = bodies
        failures = FailureShape(
            of: exchanges.compactMap { exchange in
                exchange.response.map { ($0.status, $0.json) }
            }
        )
    }

    private func isFailure(_ exchange: ObservedExchange) -> Bool {
        failures.isFailure(exchange.response?.status ?? 0, exchange.response?.json)
    }

    mutating func draft(_ title: String, _ remarks: [String]) -> ContractDraft {
        let sent = self
        takeFields()
        let kept = exchanges.indices.filter { !leftOut.contains($0) }
        var seen = kept.map { exchanges[$0] }
        let credentials = CredentialTemplates(seen, isFailure: isFailure)
        let secrets = sent.secrets(besides: credentials.data)
        bodies.removeSecrets(besides: secrets.values.sorted())
        for index in seen.indices { seen[index].request.keepFiles(of: bodies) }
        let split = JourneySplit(
            seen,
            ValueFlows(seen, credentials, isFailure: isFailure),
            credentials,
            moments: kept.map { moments[$0] }
        )
        var drafter = JourneyDrafter(
            document: .init(key: "record", title: title, file: "the recording"),
            title: title
        )
        drafter.requests.noteSecrets(credentials.secrets)
        drafter.requests.hide(secrets)
        drafter.requests.ordinaryFields = credentials.data
        drafter.requests.learnedSegments = PathLearning(seen, isFailure: isFailure).segments
        drafter.contract.remarks = remarks + self.remarks
        if !credentials.computed.isEmpty {
            let names = credentials.computed.sorted().joined(separator: ", ")
            drafter.contract.remarks.append(
                "FILL IN a security scheme that computes \(names): the value was another in each request. "
                    + "Schemes of type hmac, jwt and oauth2 are in \"assay help contract-format\"."
            )
        }
        var contract = drafter.draft(split.journeys)
        contract.reduceCases()
        contract.dropCapturedVariables()
        contract.files = bodies.files
        return contract
    }

    /// The secrets of all requests.
    ///
    /// - Parameter ordinary: Variables for fields whose values are ordinary data despite their names.
    /// - Returns: The secrets.
    func secrets(besides ordinary: Set<String> = []) -> RequestSecrets {
        var secrets = RequestSecrets(ordinary: ordinary)
        for exchange in exchanges {
            secrets.take(exchange.request)
            let set = (exchange.response?.headers ?? []).filter {
                $0.name.lowercased() == "set-cookie"
            }
            secrets.addCookies(CookieText.values(sent: [], set: set.map(\.value)))
        }
        secrets.add(bodies.secrets)
        return secrets
    }

    /// Removes insignificant fields, and those that the contract expresses in another way.
    private mutating func takeFields() {
        let known = KnownSignature(exchanges, isFailure: isFailure)
        var given: Set<String> = ["*"]
        for index in exchanges.indices {
            // A condition on an unknown value comes from a cache.
            var own: Set<String> = ["if-match"]
            for field in exchanges[index].request.headers
            where VolatileFields.preconditions.contains(field.name.lowercased())
                && given.contains(field.value)
            {
                own.insert(field.name.lowercased())
            }
            for name in ["ETag", "Last-Modified"] {
                if let value = exchanges[index].response?.header(name) { given.insert(value) }
            }
            let found = known?.take(from: &exchanges[index].request, sent: moments[index])
            exchanges[index].request = volatileFields.removed(
                from: exchanges[index].request,
                besides: own
            )
            guard let found else { continue }
            exchanges[index].keys = JSONObject(
                exchanges[index].keys.members + found.keys.members
            )
            exchanges[index].request.headers += found.headers
            let isRefused = [401, 403].contains(exchanges[index].response?.status ?? 0)
            if isRefused, isFailure(exchanges[index]), found.keys.isEmpty { leftOut.insert(index) }
        }
    }

    private var remarks: [String] {
        var remarks: [String] = []
        if let remark = volatileFields.remark("they come from the client's machine or vary") {
            remarks.append(remark)
        }
        if !leftOut.isEmpty {
            remarks.append(
                "Left out: \(Count.of(leftOut.count, "signed request")) that the server rejected; "
                    + "without the key it is unknown whether the signature was wrong."
            )
        }
        return remarks
    }
}

extension ObservedExchange {
    /// An exchange as recorded; `number` counts from one.
    init(_ recorded: RecordedExchange, number: Int, _ bodies: inout RecordedBodies) {
        guard let url = ObservedURL(recorded.request.url) ?? ObservedURL(recorded.request.origin)
        else { preconditionFailure("\(recorded.request.origin) is a URL") }
        var request = ObservedRequest(
            method: recorded.request.method,
            url: url.with(
                path: url.path.replacing("{{", with: "%7B%7B"),
                query: url.query
            )
        )
        request.headers = recorded.request.headers.fields.map { ($0.name, $0.value) }
        var keys = JSONObject()
        if let body = recorded.request.body, !body.isEmpty {
            bodies.number = number
            request.body = Self.body(body, of: recorded.request, &request.headers, &keys, &bodies)
        }
        request.escapeTemplates()
        self.init(request: request, doc: "record#\(number)")
        self.keys = keys
        var response = ObservedResponse(status: recorded.response.status)
        response.headers = recorded.response.headers.fields.map { ($0.name, $0.value) }
        response.body = Self.content(Subject(recorded.response, to: recorded.request))
        response.isSeen = true
        response.streamed = recorded.streamed
        self.response = response
    }

    private static func body(
        _ bytes: [UInt8],
        of request: HTTPRequest,
        _ headers: inout [(name: String, value: String)],
        _ keys: inout JSONObject,
        _ bodies: inout RecordedBodies
    ) -> ObservedRequest.Body {
        var content = bytes
        if let coding = request.headers["Content-Encoding"]?.lowercased() {
            guard ["gzip", "deflate"].contains(coding),
                let decoded = Self.content(Subject(received: request))
            else { return .elsewhere("\(Count.of(bytes.count, "byte")) in the coding \(coding)") }
            content = decoded
            keys["compression"] = .string(coding)
            headers.removeAll { $0.name.lowercased() == "content-encoding" }
        }
        let type = request.headers["Content-Type"] ?? ""
        if MediaType.name(type) == MediaType.multipart,
            let parts = MultipartParts(content, type: type)
        {
            return .parts(parts.parts.map { bodies.part($0) })
        }
        let isMultipart = MediaType.name(type).hasPrefix("multipart/")
        let text = isMultipart ? nil : String(validating: content, as: UTF8.self)
        if let text, content.count <= RecordedBodies.largestText { return .text(text) }
        let name =
            isMultipart
            ? "body.multipart" : text == nil ? "body.bin" : RecordedBodies.longText
        let reason = text == nil ? "not kept here" : "more than the 64 KiB of a text in a contract"
        return bodies.keep(content, named: name).map { .file($0) }
            ?? .elsewhere("\(Count.of(content.count, "byte")), \(reason)")
    }

    private static func content(_ subject: Subject) -> [UInt8]? {
        do {
            return try subject.content()
        } catch {
            // In an unknown coding: it has no usable schema.
            return nil
        }
    }
}
