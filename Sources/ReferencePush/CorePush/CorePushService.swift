import Contract
import Dispatch
import HTTP
package import HTTPServer
import JSON
import Synchronization

/// CORE PUSH, as the iOS client's document and the pages of the web API show it.
///
/// What they leave open is decided for what the vendor's clients expect.
package final class CorePushService: ReferenceService {
    package let name = "core-push"
    package let limits = ServerLimits(requestLineBytes: 8 * 1_024, bodyBytes: 16 << 20)
    let options: CorePushOptions
    let apps: Mutex<CorePushApps>
    let switches = Mutex(CorePushSwitches())
    /// Counts the sends of all apps, so that an id belongs to one app alone.
    let sendIDs = Atomic(1_000)
    /// Where sends are delivered that nobody waits for.
    let deliveries = DispatchQueue(label: "core-push-delivery")
    let isStopped = Atomic(false)

    package init(options: CorePushOptions = CorePushOptions()) {
        self.options = options
        var system = SystemRandomNumberGenerator()
        apps = Mutex(CorePushApps(options.apps, seed: options.seed ?? system.next()))
    }

    package func handle(_ request: ServerRequest) -> ServerResponse {
        guard let route = CorePushRoute(path: request.path) else { return .noSuchPath }
        switch request.problem {
        case .targetTooLong: return ServerResponse(status: 414)
        case .bodyTooLarge: return ServerResponse(status: 413)
        case .hostMissing: return ServerResponse(status: 400)
        case nil: break
        }
        do throws(CorePushFailure) {
            // Any other method carries no form, so that everything is missing.
            guard request.method == "POST" else { throw CorePushFailure() }
            return .json(try answer(route, CorePushForm(request.body)))
        } catch {
            return .json(["status": "1"])
        }
    }

    package func stop() { isStopped.store(true, ordering: .relaxed) }
}

extension CorePushService {
    private func answer(
        _ route: CorePushRoute,
        _ form: CorePushForm
    ) throws(CorePushFailure) -> JSONValue {
        switch route {
        case .token(let platform): try changeToken(form, platform)
        case .history: try history(form)
        case .launch: try countLaunch(form)
        case .send(let platform, let manner): try send(form, platform, manner)
        case .feedback(let platform): try feedback(form, platform)
        }
    }

    /// The app that `config_key` names.
    ///
    /// - Throws: When there is none, or it is another platform's.
    func app(
        _ form: CorePushForm,
        _ platform: CorePushPlatform
    ) throws(CorePushFailure) -> CorePushApp {
        let key = try form.required("config_key")
        let app = apps.withLock { $0[key] }
        guard let app, app.key.platform == platform else { throw CorePushFailure() }
        return app
    }

    /// The app of a call that both platforms share, which names its own in `config_type`.
    func app(_ form: CorePushForm) throws(CorePushFailure) -> CorePushApp {
        let type = try form.required("config_type")
        let platform = CorePushPlatform.allCases.first { $0.configType == type }
        guard let platform else { throw CorePushFailure() }
        return try app(form, platform)
    }
}

// MARK: - Tokens

extension CorePushService {
    private func changeToken(
        _ form: CorePushForm,
        _ platform: CorePushPlatform
    ) throws(CorePushFailure) -> JSONValue {
        let app = try app(form, platform)
        let token = try form.required("device_token")
        switch try form.required("mode") {
        case "1":
            try app.data.withLock { data throws(CorePushFailure) in
                try data.register(token, form)
            }
        case "2":
            app.data.withLock { $0.remove(token) }
        default:
            throw CorePushFailure()
        }
        return ["status": "0"]
    }
}

extension ServerResponse {
    fileprivate static let noSuchPath = ServerResponse(
        status: 404,
        headers: HTTPFields([.init(name: "Content-Type", value: "text/plain; charset=UTF-8")]),
        body: Array("Not Found\n".utf8)
    )

    fileprivate static func json(_ value: JSONValue) -> ServerResponse {
        ServerResponse(
            status: 200,
            headers: HTTPFields([
                .init(name: "Content-Type", value: "application/json; charset=UTF-8")
            ]),
            body: value.textBytes
        )
    }
}
