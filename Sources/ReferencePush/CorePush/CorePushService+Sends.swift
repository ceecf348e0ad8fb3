import Dispatch
import HTTP
import JSON
import Synchronization

extension CorePushService {
    /// Accepts a send; it is delivered before the response only for listed users of the ordinary call.
    func send(
        _ form: CorePushForm,
        _ platform: CorePushPlatform,
        _ manner: Manner
    ) throws(CorePushFailure) -> JSONValue {
        let app = try app(form, platform)
        if manner == .sandbox, lacksDevelopmentCertificate(app) { throw CorePushFailure() }
        let encoded = try form.required("request_data", limit: limits.bodyBytes)
        let isSandbox = manner == .sandbox
        let data = try CorePushRequestData(encoded, for: platform, isSandbox: isSandbox)
        let send = record(data, manner, for: app)
        let delivery = CorePushDelivery(
            app: app,
            sendID: send.id,
            messages: data.messages,
            isSandbox: isSandbox
        )
        let isAwaited = manner == .ordinary && !data.isBroadcast
        if isAwaited || !options.common.deliversInBackground {
            deliver(delivery, isAwaited: true)
        } else {
            deliveries.async { [weak self] in self?.deliver(delivery, isAwaited: false) }
        }
        guard manner == .ordinary else { return ["status": "0"] }
        return ["status": "0", "feedback_key": .string(send.feedbackKey)]
    }

    private func record(
        _ data: CorePushRequestData,
        _ manner: Manner,
        for app: CorePushApp
    ) -> CorePushSend {
        let now = options.common.now()
        return app.data.withLock { stored in
            let send = newSend(data.messages[0], at: now, of: app, in: &stored)
            stored.add(send, isListed: manner == .ordinary && data.isBroadcast)
            return send
        }
    }

    /// A send with a new, highest id; the caller holds the app's lock.
    func newSend(
        _ message: CorePushMessage,
        at date: Instant,
        of app: CorePushApp,
        in data: inout CorePushData
    ) -> CorePushSend {
        let id = sendIDs.add(1, ordering: .relaxed).newValue
        // The id makes it unique, the rest hard to guess.
        let digits = Int.random(in: 100_000...999_999, using: &data.random)
        return CorePushSend(
            id: id,
            feedbackKey: "\(app.number)_\(id)\(digits)",
            message: message,
            date: date
        )
    }
}

// MARK: - Results of sends

extension CorePushService {
    func history(_ form: CorePushForm) throws(CorePushFailure) -> JSONValue {
        let app = try app(form)
        let sends = app.data.withLock { $0.history }
        let results = sends.map { send in
            var entry = JSONObject()
            entry["history_id"] = .string("\(send.id)")
            if app.key.platform == .android { entry["title"] = send.title }
            entry["message"] = .string(send.message.text)
            entry["url"] = send.url
            entry["reg_date"] = .string(send.date.japanese)
            return JSONValue.object(entry)
        }
        return ["status": "0", "results": .array(results)]
    }

    func countLaunch(_ form: CorePushForm) throws(CorePushFailure) -> JSONValue {
        let app = try app(form)
        guard let id = Int(try form.required("push_id")) else { throw CorePushFailure() }
        let launch = CorePushSend.Launch(
            deviceToken: try form.required("device_token"),
            action: try form.optional("action_key") ?? "001"
        )
        let isKnown = app.data.withLock { $0.update(id) { $0.add(launch) } }
        guard isKnown else { throw CorePushFailure() }
        return ["status": "0"]
    }

    func feedback(
        _ form: CorePushForm,
        _ platform: CorePushPlatform
    ) throws(CorePushFailure) -> JSONValue {
        let app = try app(form, platform)
        let key = try form.required("feedback_key")
        guard let send = app.data.withLock({ $0.send(feedbackKey: key) }) else {
            throw CorePushFailure()
        }
        var result = JSONObject()
        if platform == .android { result["title"] = send.title }
        result["message"] = .string(send.message.text)
        result["url"] = send.url
        result["reg_date"] = .string(send.date.japanese)
        result["sent"] = .string("\(send.sent)")
        result["failed"] = .string("\(send.failed)")
        result["boot"] = .string("\(send.launchCount)")
        // The pages name the member differently for the two platforms.
        let name = platform == .iphone ? "results" : "result"
        var response = JSONObject()
        response["status"] = "0"
        response[name] = .object(result)
        return .object(response)
    }
}

extension CorePushSend {
    fileprivate var title: JSONValue { message.title.map { .string($0) } ?? .null }

    fileprivate var url: JSONValue { message.url.map { .string($0) } ?? .null }
}

extension Instant {
    /// `2016-04-01 15:00:00`, in Japan's time.
    fileprivate var japanese: String {
        let japan = self + .seconds(9 * 3_600)
        return "\(japan.iso.prefix(10)) \(japan.iso.dropFirst(11).prefix(8))"
    }
}
