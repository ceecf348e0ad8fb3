/// The reference services by name.
package enum ReferenceCatalog {
    /// The services that `faces` knows, in the order in which they are shown.
    package static let names = ["ncmb", "nifty", "nhn-push", "toast-push", "core-push"]

    /// A service with documented settings and no data, by its hosts.
    ///
    /// - Parameters:
    ///   - name: One of `names`.
    ///   - options: Settings for each service.
    /// - Returns: One face for each host, with a shared state, named as in contracts: `ncmb`, or `nhn-push.api` and
    ///   `nhn-push.collector`. `nil` for an unknown name.
    package static func faces(
        of name: String,
        options: ReferenceOptions = ReferenceOptions()
    ) -> [any ReferenceService]? {
        switch name {
        case "ncmb": [ncmb(options.ncmb, .nifcloud)]
        case "nifty": [ncmb(options.ncmb, .nifty)]
        case "nhn-push": nhn(options.nhn, .nhn)
        case "toast-push": nhn(options.nhn, .toast)
        case "core-push": [CorePushService(options: options.core)]
        default: nil
        }
    }

    private static func ncmb(_ options: NCMBOptions, _ generation: NCMBGeneration) -> NCMBService {
        var options = options
        options.generation = generation
        return NCMBService(options: options)
    }

    private static func nhn(_ options: NHNOptions, _ generation: NHNGeneration) -> [NHNFace] {
        var options = options
        options.generation = generation
        return NHNService(options: options).faces
    }
}

/// Settings for each reference service; the catalogue sets those that follow from its name.
package struct ReferenceOptions: Sendable {
    package var ncmb = NCMBOptions()
    package var nhn = NHNOptions()
    package var core = CorePushOptions()

    /// The documented services with their own keys.
    package init() {}
}
