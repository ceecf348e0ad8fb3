import Glibc
package import ReferencePush

/// A sink under its name.
struct SinkEntry: Sendable {
    let name: String
    /// Its defects that are code.
    var defects: [Defect] = []
    let make: @Sendable (SinkOptions) -> any PushSink
}

/// All services available by name: reference services, and sinks for their messages.
package enum ServiceCatalog {
    /// In the order of lists.
    private static let entries: [SinkEntry] = [.apns, .fcm, .webPush]

    package static let sinks = entries.map(\.name)

    /// Reference services before sinks.
    package static let names = ReferenceCatalog.names + sinks

    /// The defects that are code.
    package static let defects = ReferenceCatalog.defects + entries.flatMap(\.defects)

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
        let entry = ReferenceCatalog.entries.first { $0.name == name }
        return entry?.faces(options.references)
    }

    /// A sink by its name.
    ///
    /// - Parameters:
    ///   - name: One of `sinks`.
    ///   - options: Settings for each service.
    /// - Returns: `nil` for an unknown name.
    package static func sink(of name: String, options: ServiceOptions) -> (any PushSink)? {
        entries.first { $0.name == name }?.make(options.sinks)
    }
}

/// Settings for each service.
package struct ServiceOptions: Sendable {
    package var references = ReferenceOptions()
    package var sinks = SinkOptions()

    /// The documented services.
    ///
    /// - Parameter keys: Keys other than the documented ones, by the variable of the contracts.
    package init(keys: [String: String] = [:]) {
        references.keys = keys
        sinks.keys = keys
    }
}

/// Settings common to the sinks.
package struct SinkOptions: Sendable {
    /// Keys other than the documented ones, by the variable of the contracts: `project`.
    var keys: [String: String] = [:]
    package var knobs = SinkKnobs()
    /// Known senders of APNs.
    package var apns = APNsOptions()
    /// Seconds since 1970.
    var now: @Sendable () -> Int64 = { Int64(time(nil)) }

    package init() {}
}
