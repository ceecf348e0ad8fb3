/// A reference service under the name by which contracts and the command line know it.
package struct ReferenceEntry: Sendable {
    package let name: String
    /// What follows the name in a sentence: `is NHN Cloud Push`.
    package let phrase: String
    /// Its defects that are code.
    var defects: [Defect] = []
    /// The service by its hosts, with a shared state; each is named as in contracts: `ncmb`, or `nhn-push.api` and
    /// `nhn-push.collector`.
    package let faces: @Sendable (ReferenceOptions) -> [any ReferenceService]
}

/// The reference services by name.
package enum ReferenceCatalog {
    /// In the order in which they are shown.
    package static let entries: [ReferenceEntry] = [
        .ncmb, .nifty, .nhnPush, .toastPush, .corePush,
    ]

    package static let names = entries.map(\.name)

    /// The defects that are code.
    package static let defects = entries.flatMap(\.defects)
}
