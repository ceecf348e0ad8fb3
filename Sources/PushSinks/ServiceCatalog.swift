package import ReferencePush

/// Everything that can be served by name: reference services, and sinks of what they send.
package enum ServiceCatalog {
    /// The sinks, in the order in which they are shown.
    package static let sinks = ["apns", "fcm", "web-push"]

    /// Reference services before sinks.
    package static let names = ReferenceCatalog.names + sinks

    /// Every defect there is, by service.
    package static let defects =
        DefectCatalog.all + Defect.apns + Defect.fcm + Defect.webPush

    /// A service by the hosts it is reached at.
    ///
    /// - Parameters:
    ///   - name: One of `names`.
    ///   - options: Settings for each service.
    /// - Returns: One for each host; `nil` for an unknown name.
    package static func faces(
        of name: String,
        options: ServiceOptions = ServiceOptions()
    ) -> [any ReferenceService]? {
        switch name {
        case "apns": [APNsSink()]
        case "fcm": [FCMService(options: options.fcm)]
        case "web-push": [WebPushService(options: options.webPush)]
        default: ReferenceCatalog.faces(of: name, options: options.references)
        }
    }
}

/// Settings for each service.
package struct ServiceOptions: Sendable {
    package var references = ReferenceOptions()
    package var fcm = FCMOptions()
    package var webPush = WebPushOptions()

    /// The documented services with keys of their own.
    package init() {}

    /// Sets the knobs of every sink.
    package mutating func turn(_ knobs: SinkKnobs) {
        fcm.knobs = knobs
        webPush.knobs = knobs
    }
}
