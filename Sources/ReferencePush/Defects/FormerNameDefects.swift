/// What servers of the older products may get wrong: much is as under their new names, some is theirs alone.
extension Defect {
    static let formerNames: [Defect] =
        borrowed(ncmb + notifications, as: "nifty", breaking: niftyBreaks) + niftyOwn
        + borrowed(nhnPush + notifications, as: "toast-push", breaking: toastBreaks) + toastOwn

    /// Defects of the service under its new name, each with the promises that it breaks under the old one.
    private static func borrowed(
        _ defects: [Defect],
        as service: String,
        breaking: KeyValuePairs<String, [String]>
    ) -> [Defect] {
        breaking.map { name, promises in
            guard let defect = defects.first(where: { $0.name == name }) else {
                preconditionFailure("there is no defect \(name)")
            }
            return defect.of(service, breaks: promises)
        }
    }
}
