import JSON
import JSONSchemas
import TestSupport
import Testing

/// The schema of a result file, as shipped in the package.
struct ResultSchema {
    /// `loadprofiles/result-1.schema.json`.
    static let run = ResultSchema("result-1")
    /// `loadprofiles/capacity-1.schema.json`.
    static let capacity = ResultSchema("capacity-1")

    /// Compiled once for all tests.
    private let shared: Result<JSONSchema, any Error>

    private init(_ name: String) {
        shared = Result {
            let document = try JSONValue(parsing: try Self.bytes(name))
            return try JSONSchema(document: document, assertsFormat: true)
        }
    }

    func loaded() throws -> JSONSchema { try shared.get() }

    /// The violations of the schema in a result; empty if it is valid.
    func objections(to result: JSONValue) throws -> [String] {
        try loaded().violations(in: result, limit: 5).violations.map(\.description)
    }

    private static func bytes(_ name: String) throws -> [UInt8] {
        let package = #filePath.split(separator: "/", omittingEmptySubsequences: false)
            .dropLast(4).joined(separator: "/")
        return try ConformanceData.contents(of: package + "/loadprofiles/\(name).schema.json")
    }
}

/// The places of the members of a document, for tests that change each of them.
enum DocumentMembers {
    /// The pointers of all members in the order of the document.
    ///
    /// - Parameters:
    ///   - value: The document.
    ///   - wholeLists: Names of lists of which every element is visited; of others the first.
    ///   - tokens: Where the document is.
    /// - Returns: Each as its tokens.
    static func list(
        _ value: JSONValue,
        wholeLists: Set<String> = [],
        at tokens: [String] = []
    ) -> [[String]] {
        switch value {
        case .object(let object):
            object.members.flatMap { member in
                [tokens + [member.name]]
                    + list(member.value, wholeLists: wholeLists, at: tokens + [member.name])
            }
        case .array(let elements):
            elements.prefix(wholeLists.contains(tokens.last ?? "") ? elements.count : 1)
                .enumerated().flatMap { index, element in
                    list(element, wholeLists: wholeLists, at: tokens + ["\(index)"])
                }
        default: []
        }
    }
}
