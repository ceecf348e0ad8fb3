import Base
import JSON

/// Puts findings in the order in which a reader of the document meets them.
struct SourceOrder {
    private let document: JSONValue

    init(_ document: JSONValue) {
        self.document = document
    }

    /// The findings by their places, those without a place in the document last.
    func sorted<Finding>(
        _ findings: [Finding],
        by pointer: (Finding) -> String?
    ) -> [Finding] {
        findings
            .map { finding in (finding, pointer(finding).map(positions)) }
            .sorted { left, right in
                switch (left.1, right.1) {
                case (let left?, let right?): left.lexicographicallyPrecedes(right)
                case (_?, nil): true
                case (nil, _): false
                }
            }
            .map(\.0)
    }

    /// For each level, how many siblings come before.
    private func positions(of pointer: String) -> [Int] {
        guard let tokens = try? JSONPointer(pointer).tokens else { return [] }
        var value = document
        var positions: [Int] = []
        for token in tokens {
            let position = value.objectValue?.names.firstIndex { $0.hasSameCodePoints(as: token) }
            positions.append(position ?? Int(token) ?? 0)
            value = value[JSONPointer(tokens: [token])] ?? .null
        }
        return positions
    }
}
