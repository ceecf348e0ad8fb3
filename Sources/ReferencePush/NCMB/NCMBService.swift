import Base
import Contract
import HTTP
import JSON
import Synchronization

/// NIFCLOUD mobile backend's push API, or its predecessor's, as documented.
///
/// Open questions are decided as the vendor's clients expect.
final class NCMBService: PlanningService {
    let limits = ServerLimits(requestLineBytes: 8 * 1_024, bodyBytes: 16 << 20)
    let options: NCMBOptions
    let applications: [NCMBApplication]
    let switches = Mutex(NCMBSwitches())
    let delivery: PlannedDelivery

    init(options: NCMBOptions = NCMBOptions()) {
        self.options = options
        delivery = PlannedDelivery(options.common, sink: options.sink)
        var seeds = options.common.seeds
        applications = options.applications.map {
            NCMBApplication($0, seed: seeds.next(), historyLimit: options.historyLimit)
        }
        delivery.start { [weak self] in self?.deliverDue() }
    }

    var name: String { options.generation.serviceName }

    func handle(_ request: ServerRequest) -> ServerResponse {
        var call = NCMBCall(request, applications: applications)
        do throws(NCMBError) {
            let reply = try answer(&call)
            return response(reply.status, reply.body, isSigned: true, to: call)
        } catch {
            return response(error.status, error.body, isSigned: error.isSigned, to: call)
        }
    }

    func operation(of request: ServerRequest) -> String? {
        Self.routes.name(request.method, Self.segments(of: request).dropFirst())
    }

    func guide(at origin: String) -> ClientGuide? {
        guard let application = options.applications.first else { return nil }
        let body = #"{"message":"Hello","immediateDeliveryFlag":true,"target":["ios","android"]}"#
        let path = "/\(Self.version)/push"
        var request = HTTPRequest(post: body, "application/json", to: path, at: origin)
        let timestamp = options.common.now().iso
        let signed = NCMBStringToSign(
            method: request.method,
            host: request.hostname,
            path: path,
            query: nil,
            applicationKey: application.applicationKey,
            timestamp: timestamp
        )
        request.headers.append("X-NCMB-Application-Key", application.applicationKey)
        request.headers.append("X-NCMB-Timestamp", timestamp)
        let signature = signed.signature(key: Array(application.clientKey.utf8))
        request.headers.append("X-NCMB-Signature", signature)
        return ClientGuide(
            keys: [
                "application key": application.applicationKey,
                "client key": application.clientKey,
            ],
            request: request
        )
    }
}

// MARK: - Routes

extension NCMBService {
    /// Operation of a request, after all checks except for its fields.
    typealias Operation = @Sendable (NCMBService) -> (NCMBTurn) throws(NCMBError) -> NCMBReply

    /// Everything the service offers below its version, with or without "/" at the end.
    private static let routes: RouteTable<Operation> = [
        "POST /installations": NCMBService.createInstallation,
        "GET /installations": NCMBService.searchInstallations,
        "GET /installations/{id}": NCMBService.getInstallation,
        "PUT /installations/{id}": NCMBService.updateInstallation,
        "DELETE /installations/{id}": NCMBService.deleteInstallation,
        "POST /push": NCMBService.createPush,
        "GET /push": NCMBService.searchPushes,
        "GET /push/{id}": NCMBService.getPush,
        "PUT /push/{id}": NCMBService.updatePush,
        "DELETE /push/{id}": NCMBService.deletePush,
        "POST /push/{id}/openNumber": NCMBService.registerOpen,
        "POST /classes/installation": NCMBService.refuse,
        "GET /classes/installation": NCMBService.refuse,
        "GET /classes/installation/{id}": NCMBService.refuse,
        "PUT /classes/installation/{id}": NCMBService.refuse,
        "DELETE /classes/installation/{id}": NCMBService.refuse,
    ]

    private static let version = "2013-09-01"

    /// - Throws: `E404002` for an unknown path, `E405001` for a method that is not offered there.
    private static func route(
        _ request: ServerRequest
    ) throws(NCMBError) -> (Operation, id: String) {
        let segments = segments(of: request)
        guard segments.first == Self.version[...] else { throw .noService }
        switch routes.match(request.method, segments.dropFirst()) {
        case .found(let operation, let ids): return (operation, ids.first.map { String($0) } ?? "")
        case .otherMethod: throw .method
        case .unknownPath: throw .noService
        }
    }

    /// The segments of the path, without an empty last one.
    private static func segments(of request: ServerRequest) -> ArraySlice<Substring> {
        let segments = request.path.segments
        return segments.count > 2 && segments.last == "" ? segments.dropLast() : segments
    }

    /// The class API is not the way to installations.
    private func refuse(_ turn: NCMBTurn) throws(NCMBError) -> NCMBReply { throw .prohibited }
}

extension NCMBService {
    /// Performs the checks in order, where the first failure decides; then the operation.
    private func answer(_ call: inout NCMBCall) throws(NCMBError) -> NCMBReply {
        switch call.request.problem {
        case .targetTooLong: throw .targetTooLong
        case .bodyTooLarge: throw .bodyTooLarge
        case .malformed: throw .badRequest
        case nil: break
        }
        let (operation, id) = try Self.route(call.request)
        try call.checkMediaType()
        let switches = switches.withLock { $0 }
        if switches[.maintenance] { throw .unavailable }
        if switches[.systemError] { throw .system }
        if switches[.tooManyConnections] { throw .tooManyRequests }
        let application = try call.authenticate(options: options)
        let turn = NCMBTurn(
            application: application,
            call: call,
            id: id,
            switches: switches,
            now: options.common.now()
        )
        return try operation(self)(turn)
    }

    private func response(
        _ status: Int,
        _ body: [UInt8],
        isSigned: Bool,
        to call: NCMBCall
    ) -> ServerResponse {
        var headers = HTTPFields()
        headers.append("Content-Type", "application/json")
        headers.append("Access-Control-Allow-Origin", "*")
        if status == 405 {
            let path = Self.segments(of: call.request).dropFirst()
            headers.append("Allow", Self.routes.allowed(at: path))
        }
        if isSigned, let application = call.application, let stringToSign = call.stringToSign {
            var key = application.clientKey
            if switches.withLock({ $0[.wrongResponseSignature] }) { key.reverse() }
            let signature = stringToSign.responseSignature(key: key, body: body)
            headers.append("X-NCMB-Response-Signature", signature)
        }
        return ServerResponse(status: status, headers: headers, body: body)
    }
}

/// An operation's view of the request.
struct NCMBTurn {
    let application: NCMBApplication
    fileprivate let call: NCMBCall
    /// Value of `{id}` in the path; empty without one.
    let id: String
    let switches: NCMBSwitches
    let now: Instant

    var session: NCMBSession? { call.session }
    /// As in the request target.
    var query: String? { call.request.query }

    /// The body as an object.
    ///
    /// - Throws: `E400001` for any other body.
    func body() throws(NCMBError) -> JSONObject { try JSONObject(ncmb: call.request.body) }
}

extension NCMBError {
    /// The body of the response.
    var body: [UInt8] {
        var object = JSONObject()
        object["code"] = .string(code)
        object["error"] = .string(message)
        if faults > 0 {
            let fault: JSONValue = [
                "code": "E400002", "target": "", "error": "Request data is invalid.",
            ]
            object["errors"] = .array(Array(repeating: fault, count: faults))
        }
        return JSONValue.object(object).textBytes
    }
}
