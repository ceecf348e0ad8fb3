import Contract
import Dispatch
import HTTP
import JSON
import Synchronization

/// CORE PUSH, as shown by the iOS client's document and the pages of the web API.
///
/// Open questions are decided as the vendor's clients expect.
final class CorePushService: ReferenceService {
    let name = "core-push"
    let limits = ServerLimits(requestLineBytes: 8 * 1_024, bodyBytes: 16 << 20)
    let options: CorePushOptions
    let apps: Mutex<CorePushApps>
    let providers: ProviderDelivery
    let switches = Mutex(CorePushSwitches())
    /// Counter for the sends of all apps, so that an id is unique across apps.
    let sendIDs = Atomic(1_000)
    /// Delivers sends whose results are not awaited.
    let deliveries = DispatchQueue(label: "core-push-delivery")
    let isStopped = Atomic(false)

    init(options: CorePushOptions = CorePushOptions()) {
        self.options = options
        providers = ProviderDelivery(
            options.common.providers,
            hosts: options.common.downstreamHosts
        )
        apps = Mutex(CorePushApps(options, providers: providers))
    }

    func handle(_ request: ServerRequest) -> ServerResponse {
        let match = Self.routes.match(request.method, request.path.segments)
        if case .unknownPath = match { return .noSuchPath }
        if let problem = request.problem { return ServerResponse(status: problem.status) }
        do throws(CorePushFailure) {
            // Any other method carries no form, so that everything is missing.
            guard case .found(let operation, _) = match else { throw CorePushFailure() }
            return .json(try operation(self)(CorePushForm(request.body)))
        } catch {
            return .json(["status": "1"])
        }
    }

    func control(_ name: Substring, _ request: ServerRequest) -> ControlReply? {
        providers.control(name, request)
    }

    func operation(of request: ServerRequest) -> String? {
        Self.routes.name(request.method, request.path.segments)
    }

    func guide(at origin: String) -> ClientGuide? {
        guard let app = options.apps.first else { return nil }
        let token = String(repeating: "0123456789abcdef", count: 4)
        let request = HTTPRequest(
            post: "config_key=\(app.configKey)&device_token=\(token)&mode=1",
            "application/x-www-form-urlencoded",
            to: "/\(app.platform.rawValue)_token_regist.php",
            at: origin
        )
        return ClientGuide(keys: ["config key": app.configKey], request: request)
    }

    var alteration: NotificationAlteration? { apps.withLock(\.alteration) }

    func stop() {
        isStopped.store(true, ordering: .relaxed)
        providers.stop()
    }
}

// MARK: - Routes

extension CorePushService {
    typealias Operation =
        @Sendable (CorePushService) -> (CorePushForm) throws(CorePushFailure) -> JSONValue

    /// Operations with a documented path; further ones are documented by name only.
    private static let routes: RouteTable<Operation> = [
        "POST /iphone_token_regist.php": token(.iphone),
        "POST /android_token_regist.php": token(.android),
        "POST /notify_history.php": CorePushService.history,
        "POST /push_analytics.php": CorePushService.countLaunch,
        "POST /iphone_push_request.php": send(.iphone, .ordinary),
        "POST /android_push_request.php": send(.android, .ordinary),
        "POST /iphone_push_request_async.php": send(.iphone, .asynchronous),
        "POST /android_push_request_async.php": send(.android, .asynchronous),
        "POST /iphone_push_request_sandbox.php": send(.iphone, .sandbox),
        "POST /iphone_feedback.php": feedback(.iphone),
        "POST /android_feedback.php": feedback(.android),
    ]

    private static func token(_ platform: CorePushPlatform) -> Operation {
        { service in
            { form throws(CorePushFailure) in try service.changeToken(form, platform) }
        }
    }

    private static func send(_ platform: CorePushPlatform, _ manner: Manner) -> Operation {
        { service in
            { form throws(CorePushFailure) in try service.send(form, platform, manner) }
        }
    }

    private static func feedback(_ platform: CorePushPlatform) -> Operation {
        { service in
            { form throws(CorePushFailure) in try service.feedback(form, platform) }
        }
    }

    /// The ways of sending.
    enum Manner: Hashable, Sendable {
        /// To all users, or to listed users with the response after the delivery.
        case ordinary
        /// The response is immediate.
        case asynchronous
        /// To development builds.
        case sandbox
    }

    /// The app named by `config_key`.
    ///
    /// - Throws: For an unknown key, or one of another platform.
    func app(
        _ form: CorePushForm,
        _ platform: CorePushPlatform
    ) throws(CorePushFailure) -> CorePushApp {
        let key = try form.required("config_key")
        let app = apps.withLock { $0[key] }
        guard let app, app.key.platform == platform else { throw CorePushFailure() }
        return app
    }

    /// The app of a call shared by both platforms, which name themselves in `config_type`.
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
