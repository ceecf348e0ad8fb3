import Base
import Contract
import HTTP
package import HTTPServer
import JSON
import Synchronization

/// NIFCLOUD mobile backend's push API, or its predecessor's, as documented.
///
/// What the documents leave open is decided for what the vendor's clients expect.
package final class NCMBService: ReferenceService {
    package let name: String
    package let limits = ServerLimits(requestLineBytes: 8 * 1_024, bodyBytes: 16 << 20)
    let options: NCMBOptions
    let applications: [NCMBApplication]
    let switches = Mutex(NCMBSwitches())
    let downstream: Downstream
    private let applicationsByKey: [String: NCMBApplication]
    /// Set once, at the end of `init`; its handler holds the service weakly.
    private let timer = Mutex<DeliveryTimer?>(nil)

    package init(options: NCMBOptions = NCMBOptions()) {
        self.options = options
        downstream = Downstream(sink: options.sink)
        var system = SystemRandomNumberGenerator()
        var seeds = SplitMix64(seed: options.seed ?? system.next())
        applications = options.applications.map { NCMBApplication($0, seed: seeds.next()) }
        applicationsByKey = Dictionary(
            applications.map { ($0.applicationKey, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        switch options.generation {
        case .nifcloud: name = "ncmb"
        case .nifty: name = "nifty"
        }
        guard options.deliversByTimer else { return }
        let timer = DeliveryTimer(now: options.now) { [weak self] in self?.deliverDue() }
        self.timer.withLock { $0 = timer }
    }

    package func handle(_ request: ServerRequest) -> ServerResponse {
        var call = NCMBCall(request, applications: applicationsByKey)
        do throws(NCMBError) {
            let reply = try answer(&call)
            return response(reply.status, reply.body, isSigned: true, to: call)
        } catch {
            return response(error.status, error.body, isSigned: error.isSigned, to: call)
        }
    }

    package func stop() {
        timer.withLock { $0?.cancel() }
    }

    /// Makes sure that what is due at `instant` is delivered then.
    func wake(at instant: Instant) {
        timer.withLock { $0?.wake(at: instant) }
    }
}

extension NCMBService {
    /// The checks from the outside in, the first to fail decides; then the operation.
    private func answer(_ call: inout NCMBCall) throws(NCMBError) -> NCMBReply {
        switch call.request.problem {
        case .targetTooLong: throw .targetTooLong
        case .bodyTooLarge: throw .bodyTooLarge
        case .hostMissing: throw .badRequest
        case nil: break
        }
        let route = try NCMBRoute(method: call.request.method, path: call.request.path)
        try call.checkMediaType()
        let switches = switches.withLock { $0 }
        if switches[.maintenance] { throw .unavailable }
        if switches[.systemError] { throw .system }
        if switches[.tooManyConnections] { throw .tooManyRequests }
        let application = try call.authenticate(options: options)
        let turn = NCMBTurn(
            application: application,
            session: call.session,
            switches: switches,
            now: options.now()
        )
        return try perform(route, call, turn)
    }

    private func perform(
        _ route: NCMBRoute,
        _ call: NCMBCall,
        _ turn: NCMBTurn
    ) throws(NCMBError) -> NCMBReply {
        switch route {
        case .createInstallation: try createInstallation(try call.body(), turn)
        case .searchInstallations: try searchInstallations(call.request.query, turn)
        case .getInstallation(let id): try getInstallation(id, turn)
        case .updateInstallation(let id): try updateInstallation(id, try call.body(), turn)
        case .deleteInstallation(let id): try deleteInstallation(id, turn)
        case .createPush: try createPush(try call.body(), turn)
        case .searchPushes: try searchPushes(call.request.query, turn)
        case .getPush(let id): try getPush(id, turn)
        case .updatePush(let id): try updatePush(id, try call.body(), turn)
        case .deletePush(let id): try deletePush(id, turn)
        case .registerOpen(let id): try registerOpen(id, try call.body(), turn)
        case .prohibited: throw .prohibited
        }
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
        if isSigned, let application = call.application, let stringToSign = call.stringToSign {
            var key = application.clientKey
            if switches.withLock({ $0[.wrongResponseSignature] }) { key.reverse() }
            let signature = stringToSign.responseSignature(key: key, body: body)
            headers.append("X-NCMB-Response-Signature", signature)
        }
        return ServerResponse(status: status, headers: headers, body: body)
    }
}

/// What an operation knows about the request besides its body.
struct NCMBTurn {
    let application: NCMBApplication
    let session: NCMBSession?
    let switches: NCMBSwitches
    let now: Instant
}

extension NCMBError {
    /// The body of the answer.
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
