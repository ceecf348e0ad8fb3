package import ReferencePush

/// All services available by name: reference services, and sinks for their messages.
package enum ServiceCatalog {
    /// The sinks, in the order of lists.
    package static let sinks = ["apns", "fcm", "web-push"]

    /// Reference services before sinks.
    package static let names = ReferenceCatalog.names + sinks

    /// A service by its hosts.
    ///
    /// - Parameters:
    ///   - name: One of `names`.
    ///   - options: Settings for each service.
    /// - Returns: One face for each host; `nil` for an unknown name.
    package static func faces(
        of name: String,
        options: ServiceOptions = ServiceOptions()
    ) -> [any ReferenceService]? {
        if let sink = sink(of: name, options: options) { return [sink] }
        return ReferenceCatalog.faces(of: name, options: options.references)
    }

    /// A sink by its name.
    ///
    /// - Parameters:
    ///   - name: One of `sinks`.
    ///   - options: Settings for each service.
    /// - Returns: `nil` for an unknown name.
    package static func sink(of name: String, options: ServiceOptions) -> (any PushSink)? {
        switch name {
        case "apns": APNsSink(options: options.apns, knobs: options.apnsKnobs)
        case "fcm": FCMService(options: options.fcm)
        case "web-push": WebPushService(options: options.webPush)
        default: nil
        }
    }
}

/// Settings for each service.
package struct ServiceOptions: Sendable {
    package var references = ReferenceOptions()
    package var apns = APNsOptions()
    fileprivate var apnsKnobs = SinkKnobs()
    package var fcm = FCMOptions()
    package var webPush = WebPushOptions()

    /// The documented services with their own keys.
    package init() {}

    /// Sets the knobs of every sink.
    package mutating func turn(_ knobs: SinkKnobs) {
        apnsKnobs = knobs
        fcm.knobs = knobs
        webPush.knobs = knobs
    }
}
