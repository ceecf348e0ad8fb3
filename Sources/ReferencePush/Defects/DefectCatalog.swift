/// Every defect there is, by service.
package enum DefectCatalog {
    package static let all: [Defect] =
        Defect.ncmb + Defect.nifty + Defect.nhnPush + Defect.corePush
        + Defect.notifications
}
