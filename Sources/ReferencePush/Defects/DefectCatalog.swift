/// Every defect there is, by service.
package enum DefectCatalog {
    package static let all: [Defect] =
        Defect.ncmb + Defect.nifty + Defect.nhnPush + Defect.corePush
        + Defect.notifications

    /// The defect with this name.
    package static func defect(named name: String) -> Defect? { all.first { $0.name == name } }
}
