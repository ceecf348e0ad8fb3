/// The reference services by name.
package enum ReferenceCatalog {
    /// The names that `service(named:)` knows, in the order in which they are shown.
    package static let names = ["ncmb", "nifty"]

    /// A service with documented settings and no data.
    ///
    /// - Parameters:
    ///   - name: One of `names`.
    ///   - ncmb: Settings for NCMB; the generation follows from the name.
    /// - Returns: The service, or `nil` for an unknown name.
    package static func service(
        named name: String,
        ncmb: NCMBOptions = NCMBOptions()
    ) -> (any ReferenceService)? {
        var options = ncmb
        switch name {
        case "ncmb": options.generation = .nifcloud
        case "nifty": options.generation = .nifty
        default: return nil
        }
        return NCMBService(options: options)
    }
}
