import Contract

/// Where requests go: host and base path of each target.
struct AddressComparison {
    let old: ContractSurface
    let new: ContractSurface
    let pairs: [ServiceComparison.Pair]

    var changes: [ContractChange] {
        var changes: [ContractChange] = []
        for target in old.targets {
            guard let partner = partner(of: target) else {
                changes.append(
                    ContractChange(
                        .breaking,
                        .target,
                        of: .service,
                        "target \(target.name)\(address(target)) is gone",
                        old: target.location
                    )
                )
                continue
            }
            changes += compare(target, partner)
        }
        let known = old.targets.compactMap { partner(of: $0)?.name }
        for target in new.targets where !known.contains(target.name) {
            changes.append(
                ContractChange(
                    .compatible,
                    .target,
                    of: .service,
                    "target \(target.name)\(address(target)) is new",
                    new: target.location
                )
            )
        }
        return changes
    }

    /// A target of the same name; the only one on each side are the same whatever they are called.
    private func partner(of target: TargetSpecification) -> TargetSpecification? {
        if old.targets.count == 1, new.targets.count == 1 { return new.targets[0] }
        return new.targets.first { $0.name == target.name }
    }

    private func address(_ target: TargetSpecification) -> String {
        target.documented.map { " (\($0.spelling))" } ?? ""
    }

    private func compare(
        _ before: TargetSpecification,
        _ after: TargetSpecification
    ) -> [ContractChange] {
        var changes: [ContractChange] = []
        let (oldHost, newHost) = (before.documented?.spelling, after.documented?.spelling)
        if let oldHost, let newHost, oldHost != newHost {
            let signed =
                signsHost ? "; the host is part of what is signed, so every signature changes" : ""
            changes.append(
                ContractChange(
                    .breaking,
                    .host,
                    of: .service,
                    "the documented host was \(oldHost) and is \(newHost)\(signed)",
                    old: before.documented?.location ?? before.location,
                    new: after.documented?.location ?? after.location
                )
            )
        }
        let (oldBase, newBase) = (before.basePath?.spelling ?? "", after.basePath?.spelling ?? "")
        if oldBase != newBase, anyPathDiffers {
            changes.append(
                ContractChange(
                    .breaking,
                    .basePath,
                    of: .service,
                    "the base path was \(Self.quoted(oldBase)) and is \(Self.quoted(newBase))",
                    old: before.basePath?.location ?? before.location,
                    new: after.basePath?.location ?? after.location
                )
            )
        }
        return changes
    }

    private static func quoted(_ path: String) -> String { path.isEmpty ? "empty" : path }

    /// What moved from the base path into the paths is where it was.
    private var anyPathDiffers: Bool {
        pairs.contains {
            DocumentedCall($0.old, of: old).fullPath != DocumentedCall($0.new, of: new).fullPath
        }
    }

    private var signsHost: Bool {
        new.securitySchemes.values.contains { scheme in
            guard let signature = scheme.signature else { return false }
            let text = signature.stringToSign.spelling
            return text.contains("{{request.hostname}}") || text.contains("{{request.url}}")
        }
    }
}
