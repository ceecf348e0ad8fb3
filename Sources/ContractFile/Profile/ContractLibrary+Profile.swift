import Contract
package import Profile

extension ContractLibrary {
    /// Reads a load profile with its contract.
    ///
    /// - Parameter path: The file.
    /// - Returns: What could be read, to be trusted only when `diagnostics` has no errors; `nil` when
    ///   there is too little of it.
    package func profile(at path: String) -> LoadProfile? {
        let path = FilePath.normalized(path)
        guard let (_, root, reader) = opened(path, of: "a profile", ProfileKeys.self) else {
            return nil
        }
        if let version = root["contract"], version.text == "1", root["profile"] == nil {
            diagnostics.error(
                "this is a contract; expected a load profile, which names its contract",
                at: version,
                hint: "\"assay verify\" runs the cases of a contract; a load profile begins with "
                    + "profile: \"1\""
            )
            return nil
        }
        reader.checkVersion(\.profile)
        guard let contract = reader[\.contract],
            let name = contract.decoded(as: .filled("the path of a contract"), diagnostics)
        else { return nil }
        let context = self.context(of: FilePath.joined(FilePath.folder(of: path), name))
        if let reason = context.unreadable {
            diagnostics.error("cannot read \(context.file): \(reason)", at: contract)
        }
        return ProfileDecoder(context: context, file: path).profile(reader)
    }
}
