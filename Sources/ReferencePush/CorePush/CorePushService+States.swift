import JSON
import Synchronization

extension CorePushService {
    /// Every provider state there is.
    static let stateNames = [
        "apps", "categories", "device-unreachable", "device-unregistered", Downstream.stateName,
        "history", "no-development-certificate", ProviderDelivery.stateName, "segment",
    ]

    func change(
        state: String,
        params: JSONObject,
        action: StateAction
    ) throws(StateChangeError) -> JSONObject {
        let parameters = StateParameters(state: state, params: params)
        switch state {
        case "apps":
            try changeApps(parameters, action)
        case "categories":
            try changeCategories(parameters, action)
        case "device-unregistered", "device-unreachable":
            let token = try parameters.token("deviceToken")
            let failure: DeliveryFailure =
                state == "device-unregistered" ? .unregistered : .unknown
            switches.withLock { $0.failures.change(failure, of: token, action) }
        case Downstream.stateName:
            try app(parameters).downstream.change(params, action)
        case ProviderDelivery.stateName:
            try providers.change(params, action)
        case "history":
            return try changeHistory(parameters, action)
        case "no-development-certificate":
            let app = try app(parameters)
            switches.withLock { $0.missingCertificates.change(app.key.configKey, action) }
        case "segment":
            try changeSegment(parameters, action)
        default:
            throw .unknownState(state, known: Self.stateNames)
        }
        return JSONObject()
    }

    /// Whether sandbox sends of an app are refused.
    func lacksDevelopmentCertificate(_ app: CorePushApp) -> Bool {
        switches.withLock { $0.missingCertificates[app.key.configKey] }
    }

    /// Adds apps for a single case; initial apps are not changed.
    private func changeApps(
        _ parameters: StateParameters,
        _ action: StateAction
    ) throws(StateChangeError) {
        for platform in CorePushPlatform.allCases where parameters.params[platform.rawValue] != nil
        {
            let key = try parameters.text(platform.rawValue, "the key of an app, a string")
            guard !options.apps.contains(where: { $0.configKey == key }) else { continue }
            apps.withLock { apps in
                switch action {
                case .setup: apps.add(CorePushKey(configKey: key, platform: platform))
                case .teardown: apps.remove(key)
                }
            }
        }
    }

    /// Adds categories as if created in the console.
    private func changeCategories(
        _ parameters: StateParameters,
        _ action: StateAction
    ) throws(StateChangeError) {
        let ids = parameters.params["ids"]?.arrayValue ?? []
        let texts = ids.compactMap(\.stringValue)
        guard !texts.isEmpty, texts.count == ids.count else {
            throw parameters.fault("ids", "ids of categories, a list of strings")
        }
        try app(parameters).data.withLock { data in
            for id in texts { data.categories.change(id, action) }
        }
    }

    /// Selects a segment as if in the console, which offers only its own categories.
    private func changeSegment(
        _ parameters: StateParameters,
        _ action: StateAction
    ) throws(StateChangeError) {
        let segment = try parameters.segment()
        let isDone = try app(parameters).data.withLock { data in
            let category = segment.category ?? CorePushCategories.standardID
            let isKnown = category == CorePushCategories.standardID || data.categories[category]
            guard isKnown || action == .teardown else { return false }
            data.segment.change(segment, action)
            return true
        }
        guard isDone else { throw parameters.fault("category", "the id of a category there is") }
    }

    /// Adds past broadcasts, a second apart; the last one was sent a second ago.
    private func changeHistory(
        _ parameters: StateParameters,
        _ action: StateAction
    ) throws(StateChangeError) -> JSONObject {
        let count = try parameters.count("count", upTo: options.keptPushes)
        let app = try app(parameters)
        let now = options.now()
        guard action == .setup, count > 0 else { return JSONObject() }
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
    private func app(_ parameters: StateParameters) throws(StateChangeError) -> CorePushApp {
        let key = parameters.params["configKey"]
        let app = apps.withLock { apps in
            key.map { $0.stringValue.flatMap { apps[$0] } } ?? apps.first
        }
        guard let app else { throw parameters.fault("configKey", "the key of an app") }
        return app
    }
}

extension StateParameters {
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
