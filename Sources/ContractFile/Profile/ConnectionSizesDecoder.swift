import Base
import LoadModel

/// Reads `connections` of a load: how many each server has.
struct ConnectionSizesDecoder {
    let diagnostics: Diagnostics
    /// The servers that requests go to, by their names in the contract.
    let targets: [String]

    /// What `connections` says.
    enum Sizes {
        /// The initial and the maximum number for each server.
        case all(ClosedRange<Int>)
        case each([LoadShape.Pool])
        /// After a report.
        case failed

        var range: ClosedRange<Int>? {
            if case .all(let range) = self { range } else { nil }
        }

        var pools: [LoadShape.Pool]? {
            if case .each(let pools) = self { pools } else { nil }
        }
    }

    func sizes(_ node: YAMLNode) -> Sizes {
        guard let entries = node.entries, node.entry("min") == nil, node.entry("max") == nil else {
            return range(node).map { .all($0) } ?? .failed
        }
        let pools = entries.compactMap(pool)
        for target in targets where node.entry(target) == nil {
            diagnostics.error(
                "requests go to \(Excerpt.quoted(target)) too; expected how many connections it has",
                at: node
            )
        }
        return pools.count == targets.count ? .each(pools) : .failed
    }

    private func pool(_ entry: YAMLNode.Entry) -> LoadShape.Pool? {
        let name = entry.key.text ?? ""
        guard targets.contains(name) else {
            diagnostics.error(
                "no request of the profile goes to \(Excerpt.quoted(name))",
                at: entry.key,
                hint: "remove it, or use one of " + Words.list(targets, limit: 8)
            )
            return nil
        }
        return entry.value.decoded(as: .connections, diagnostics).map {
            LoadShape.Pool(target: name, connections: $0)
        }
    }

    /// How many connections there are from the beginning and at most; `nil` after a report.
    private func range(_ node: YAMLNode) -> ClosedRange<Int>? {
        guard node.entries != nil else {
            return node.decoded(as: .connections, diagnostics).map { $0...$0 }
        }
        guard
            let reader = KeyReader(node, of: "connections", ConnectionRangeKeys.self, diagnostics)
        else { return nil }
        let (least, most) = (reader[\.min], reader[\.max])
        reader.finish()
        guard let least, let most else { return nil }
        guard least <= most else {
            diagnostics.error("expected min to be at most max, got \(least) and \(most)", at: node)
            return nil
        }
        if targets.count > 1, least < most {
            diagnostics.error(
                "a range requires a single server, but these requests go to "
                    + Words.list(targets, limit: 8),
                at: node,
                hint: "set the number of connections per server: { \(targets[0]): 64 }"
            )
        }
        return least...most
    }
}
