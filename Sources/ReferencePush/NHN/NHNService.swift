import Base
import Contract
import HTTP
import JSON
import Synchronization

/// NHN Cloud Push, formerly TOAST Push, as documented: API version 2.4.
///
/// Earlier 2.x paths behave the same. Open questions are decided as the vendor's clients expect.
final class NHNService: Sendable {
    let options: NHNOptions
    let applications: [NHNApplication]
    let switches = Mutex(NHNSwitches())
    /// The messages with failures made by a provider state, the latest last.
    let madeUpFailures = Mutex<[Int]>([])
    let delivery: PlannedDelivery

    init(options: NHNOptions = NHNOptions()) {
        self.options = options
        delivery = PlannedDelivery(options.common, sink: options.sink)
        var seeds = options.common.seeds
        applications = options.applications.map {
            NHNApplication($0, seed: seeds.next(), historyLimit: options.historyLimit)
        }
        delivery.start { [weak self] in self?.deliverDue() }
    }

    /// The hosts of the service, the API's first.
    var faces: [NHNFace] {
        NHNFace.Kind.allCases.map { NHNFace(kind: $0, service: self) }
    }

    /// The application with a key; `nil` for an unknown one.
    func application(_ key: String) -> NHNApplication? {
        applications.first { $0.appKey == key }
    }
}

/// One application: its keys and its data.
final class NHNApplication: Sendable {
    let appKey: String
    let secretKey: String
    let data: Mutex<NHNData>

    init(_ credentials: NHNCredentials, seed: UInt64, historyLimit: Int) {
        appKey = credentials.appKey
        secretKey = credentials.secretKey
        data = Mutex(NHNData(seed: seed, historyLimit: historyLimit))
    }
}

/// An operation's view of the request, apart from its fields.
struct NHNTurn {
    let application: NHNApplication
    /// Value of `{id}`, `{uid}` or `{token}` in the path; empty without one.
    let id: String
    let switches: NHNSwitches
    let now: Instant
    let body: [UInt8]
    let query: String?
    let faults = NHNFaults()

    var parameters: NHNQuery { NHNQuery(query, faults) }

    func fields() throws(NHNError) -> NHNFields { try NHNFields(body: body, faults) }
}

// MARK: - Responses

extension NHNService {
    func handle(_ request: ServerRequest, at face: NHNFace.Kind) -> ServerResponse {
        do throws(NHNError) {
            return response(try answer(request, face), code: 0, options.generation.successMessage)
        } catch {
            return response(error.payload, code: error.code, error.message)
        }
    }

    /// The result is in the body; the status is always 200.
    private func response(
        _ members: JSONObject,
        code: Int,
        _ message: String
    ) -> ServerResponse {
        var body = JSONObject()
        body["header"] = [
            "isSuccessful": .bool(code == 0), "resultCode": .integer(code),
            "resultMessage": .string(message),
        ]
        for member in members.members { body[member.name] = member.value }
        var headers = HTTPFields()
        headers.append("Content-Type", "application/json;charset=UTF-8")
        return ServerResponse(status: 200, headers: headers, body: JSONValue.object(body).textBytes)
    }

    /// Performs the checks in order, where the first failure decides; then the operation.
    private func answer(
        _ request: ServerRequest,
        _ face: NHNFace.Kind
    ) throws(NHNError) -> JSONObject {
        let switches = switches.withLock { $0 }
        if let code = switches.internalError.latest { throw NHNError(internal: code) }
        switch request.problem {
        case .targetTooLong: throw NHNError(.limit, "path", "")
        case .bodyTooLarge: throw NHNError(.limit, "body", "")
        case .malformed: throw NHNError(.invalid, "header", "")
        case nil: break
        }
        let (operation, id, application) = try route(request, face)
        if !operation.isOpen, request.headers["X-Secret-Key"] != application.secretKey {
            throw NHNError(.access)
        }
        let turn = NHNTurn(
            application: application,
            id: id,
            switches: switches,
            now: options.common.now(),
            body: request.body,
            query: request.query
        )
        guard operation.isTagged else { return try operation.body(self)(turn) }
        if switches[.tagSystemDown] { throw NHNError(.tagInternal) }
        do throws(NHNError) {
            return try operation.body(self)(turn)
        } catch {
            throw error.ofTagAPI
        }
    }
}
