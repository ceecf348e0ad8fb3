import JSON
import Synchronization

extension CorePushService {
    private static let states: StateTable<CorePushService> = [
        "apps": .change(CorePushService.changeApps),
        "categories": .change(CorePushService.changeCategories),
        "device-unregistered": .device("deviceToken") { $0.change(.unregistered, of: $1, $2) },
        "device-unreachable": .device("deviceToken") { $0.change(.unknown, of: $1, $2) },
        Downstream.stateName: .change(CorePushService.changeListener),
        ProviderDelivery.stateName: .change { $0.providers.change },
        "history": .variables(CorePushService.changeHistory),
        "no-development-certificate": .change(CorePushService.changeCertificate),
        "segment": .change(CorePushService.changeSegment),
    ]

    func change(_ change: StateChange) throws(StateChangeError) -> JSONObject {
        try Self.states.apply(change, to: self)
    }

    private func change(_ failure: DeliveryFailure, of token: String, _ action: StateAction) {
        switches.withLock { $0.failures.change(failure, of: token, action) }
    }

    private func changeListener(_ change: StateChange) throws(StateChangeError) {
        try app(change).downstream.change(change)
    }

    private func changeCertificate(_ change: StateChange) throws(StateChangeError) {
        let app = try app(change)
        switches.withLock { $0.missingCertificates.change(app.key.configKey, change.action) }
    }

    /// Whether sandbox sends of an app are refused.
    func lacksDevelopmentCertificate(_ app: CorePushApp) -> Bool {
        switches.withLock { $0.missingCertificates[app.key.configKey] }
    }

    /// Adds apps for a single case; initial apps are not changed.
    private func changeApps(_ change: StateChange) throws(StateChangeError) {
        for platform in CorePushPlatform.allCases where change.params[platform.rawValue] != nil {
            let key = try change.text(platform.rawValue, "the key of an app, a string")
            guard !options.apps.contains(where: { $0.configKey == key }) else { continue }
            apps.withLock { apps in
                switch change.action {
                case .setup: apps.add(CorePushKey(configKey: key, platform: platform))
                case .teardown: apps.remove(key)
                }
            }
        }
    }

    /// Adds categories as if created in the console.
    private func changeCategories(_ change: StateChange) throws(StateChangeError) {
        let ids = change.params["ids"]?.arrayValue ?? []
        let texts = ids.compactMap(\.stringValue)
        guard !texts.isEmpty, texts.count == ids.count else {
            throw change.fault("ids", "ids of categories, a list of strings")
        }
        try app(change).data.withLock { data in
            for id in texts { data.categories.change(id, change.action) }
        }
    }

    /// Selects a segment as if in the console, which offers only its own categories.
    private func changeSegment(_ change: StateChange) throws(StateChangeError) {
        let segment = try change.segment()
        let isDone = try app(change).data.withLock { data in
            let category = segment.category ?? CorePushCategories.standardID
            let isKnown = category == CorePushCategories.standardID || data.categories[category]
            guard isKnown || change.action == .teardown else { return false }
            data.segment.change(segment, change.action)
            return true
        }
        guard isDone else { throw change.fault("category", "the id of a category there is") }
    }

    /// Adds past broadcasts, a second apart; the last one was sent a second ago.
    private func changeHistory(_ change: StateChange) throws(StateChangeError) -> JSONObject {
        let count = try change.count("count", upTo: options.keptPushes)
        let app = try app(change)
        let now = options.common.now()
        guard change.action == .setup, count > 0 else { return JSONObject() }
        let platform = app.key.platform
        let ids = app.data.withLock { data in
            (1...count).map { number in
                let send = newSend(
                    CorePushMessage(title: platform == .android ? "T" : nil, text: "No. \(number)"),
                    at: now + .seconds(number - count - 1),
                    of: app,
                    in: &data
                )
                data.add(send, isListed: true)
                return send.id
            }
        }
        return JSONObject([.init(name: "newestID", value: .string("\(ids.last ?? 0)"))])
    }

    /// The app named by `configKey`, otherwise the first.
    private func app(_ change: StateChange) throws(StateChangeError) -> CorePushApp {
        let key = change.params["configKey"]
        let app = apps.withLock { apps in
            key.map { $0.stringValue.flatMap { apps[$0] } } ?? apps.first
        }
        guard let app else { throw change.fault("configKey", "the key of an app") }
        return app
    }
}

extension StateChange {
    /// - Throws: For a value that is not a text, or an invalid position.
    fileprivate func segment() throws(StateChangeError) -> CorePushSegment {
        var segment = CorePushSegment(
            category: try optional("category"),
            value: try optional("value"),
            name: try optional("deviceName"),
            systemVersion: try optional("osVersion"),
            lastUse: try optional("lastUse")
        )
        if let latitude = try optional("latitude") {
            segment.position = CorePushDevice.Position(
                latitude: latitude,
                longitude: try text("longitude", "a number as a text")
            )
        }
        return segment
    }

    private func optional(_ name: String) throws(StateChangeError) -> String? {
        params[name] == nil ? nil : try text(name, "a text")
    }
}

/// Conditions set by provider states.
struct CorePushSwitches: Sendable {
    /// Failures of the push services for single devices.
    var failures = DeviceStates<DeliveryFailure>()
    /// The keys of the apps without a development certificate.
    var missingCertificates = CountedStates<String>()
}
