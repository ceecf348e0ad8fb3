import Base
package import Contract
package import JSON

/// Which part of a verification was run, and what the other parts have to be parts of.
package struct VerifyShard: Hashable, Sendable {
    /// From 1 to `count`.
    package let number: Int
    package let count: Int
    /// SHA-256 of the contracts that the whole is of, in hexadecimal.
    package let contracts: String
    /// Files and folders as they were named.
    package let paths: [String]
    /// From `--file-root`.
    package let fileRoots: [String]
    /// Whether waived cases were run too.
    package let runsWaived: Bool

    package init(
        number: Int,
        count: Int,
        contracts: String,
        paths: [String],
        fileRoots: [String],
        runsWaived: Bool
    ) {
        self.number = number
        self.count = count
        self.contracts = contracts
        self.paths = paths
        self.fileRoots = fileRoots
        self.runsWaived = runsWaived
    }
}

/// What one shard found, as its JSON report keeps it: everything that reports of the whole show.
package struct ShardRecord: Sendable {
    package let shard: VerifyShard
    package let level: Basis
    package let seed: UInt64
    package let ending: VerificationResult.Ending
    package let startedAt: Double
    package let duration: Duration
    /// The servers of each contract that ran, by file.
    package let targets: [(file: String, targets: [ContractResult.Target])]
    /// In the order of the contracts.
    package let cases: [CaseResult]

    /// Reads a report that was written with `--shard`.
    ///
    /// - Parameter document: The whole report.
    /// - Throws: A `ShardRecordError` that names the member which is wrong.
    package init(_ document: JSONValue) throws {
        let reader = ShardReader(document, at: "$")
        guard try reader.optional("assayVerification")?.integer() == 1 else {
            throw ShardRecordError("$.assayVerification: expected 1: a report of \"assay verify\"")
        }
        guard let shard = try reader.optional("shard") else {
            throw ShardRecordError(
                "$.shard: expected what \"assay verify --shard\" writes, got nothing"
            )
        }
        self.shard = VerifyShard(
            number: try shard["number"].integer(),
            count: try shard["count"].integer(),
            contracts: try shard["contracts"].text(),
            paths: try shard["paths"].texts(),
            fileRoots: try shard["fileRoots"].texts(),
            runsWaived: try shard["runsWaived"].flag()
        )
        level = try reader["basis"].word()
        seed = try reader["seed"].unsigned()
        ending = try reader["ending"].word()
        startedAt = try reader["startedAt"].number()
        duration = .seconds(try reader["durationSeconds"].number())
        targets = try reader["contracts"].elements().map { contract in
            let targets = try contract["targets"].elements().map { target in
                ContractResult.Target(
                    name: try target["name"].text(),
                    url: try target["url"].text(),
                    isReference: try target["reference"].flag()
                )
            }
            return (try contract["file"].text(), targets)
        }
        cases = try shard["cases"].elements().map { try $0.caseResult() }
    }
}

/// Why a report cannot be merged.
package struct ShardRecordError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The member and what is wrong with it.
    package let description: String

    package init(_ description: String) { self.description = description }
}

/// Reads a JSON value member by member, and knows where it is.
struct ShardReader {
    let value: JSONValue
    private let place: String

    init(_ value: JSONValue, at place: String) {
        self.value = value
        self.place = place
    }

    subscript(_ name: String) -> ShardReader {
        ShardReader(value[name] ?? .null, at: "\(place).\(name)")
    }

    /// `nil` for a member that is not there, or null.
    func optional(_ name: String) throws -> ShardReader? {
        guard let member = value[name], member != .null else { return nil }
        return ShardReader(member, at: "\(place).\(name)")
    }

    func text() throws -> String {
        guard let text = value.stringValue else { throw error("a text") }
        return text
    }

    func texts() throws -> [String] { try elements().map { try $0.text() } }

    func integer() throws -> Int {
        guard let number = value.intValue else { throw error("an integer") }
        return number
    }

    func unsigned() throws -> UInt64 {
        guard let number = UInt64(value.text) else { throw error("an integer") }
        return number
    }

    func number() throws -> Double {
        guard case .number(let number) = value else { throw error("a number") }
        return number.doubleValue
    }

    func flag() throws -> Bool {
        guard let flag = value.boolValue else { throw error("true or false") }
        return flag
    }

    func elements() throws -> [ShardReader] {
        guard let elements = value.arrayValue else { throw error("a list") }
        return elements.enumerated().map { ShardReader($1, at: "\(place)[\($0)]") }
    }

    func word<Word: RawRepresentable>() throws -> Word where Word.RawValue == String {
        guard let word = Word(rawValue: try text()) else {
            throw error("a word that is known here")
        }
        return word
    }

    func error(_ expected: String) -> ShardRecordError {
        let got = value == .null ? "nothing" : String(value.text.prefix(40))
        return ShardRecordError("\(place): expected \(expected), got \(got)")
    }
}
