import Base
import Contract
import ContractFile
import Glibc
import Profile
import TestSupport
import Testing

@testable import Load

/// Audiences that are rows of a CSV file.
struct RecipientFileTests {
    private let folder: TemporaryDirectory

    init() throws {
        folder = try TemporaryDirectory()
        try folder.write(Array(PlannedProfile.contract.utf8), to: "a.yaml")
    }

    private func profile(rows: String, _ audience: String, sends: String) throws -> LoadProfile {
        try folder.write(Array(rows.utf8), to: "devices.csv")
        let text = """
            profile: "1"
            contract: a.yaml
            audience: \(audience)
            sends: \(sends)
            load: { stages: [{ rate: 10/s, for: audience }] }

            """
        let library = ContractLibrary()
        let profile = library.profile(at: try folder.write(Array(text.utf8), to: "p.yaml"))
        #expect(library.diagnostics.list.map(\.message) == [])
        return try #require(profile)
    }

    private func file(rows: String) throws -> RecipientFile {
        let profile = try profile(
            rows: rows,
            "{ csv: devices.csv }",
            sends: "[{ call: push, json: \"{{recipients}}\" }]"
        )
        return try RecipientFile(try #require(profile.audience?.table))
    }

    private static func text(_ row: Int, in reader: inout RecipientReader) -> String? {
        guard reader.read(row) else { return nil }
        var text = ""
        for column in 0..<2 {
            reader.value(of: column) { text += "<" + String(decoding: $0, as: UTF8.self) + ">" }
        }
        return text
    }

    @Test("Rows are found in any order of access", arguments: [1, 7, 64, 65_536])
    func order(blockSize: Int) throws {
        let file = try file(rows: "a,b\n1,\n\"2,\n\"\"x\",é\r\n\n3,z")
        var reader = RecipientReader(file, blockSize: blockSize)
        let rows = ["<1><>", "<2,\n\"x><é>", "<3><z>"]
        for row in [0, 1, 2, 2, 0, 2, 1, 0] {
            #expect(Self.text(row, in: &reader) == rows[row])
        }
    }

    @Test("A long file has a short index, and every row of it can be read")
    func index() throws {
        let count = 20_000
        let rows = (0..<count).map { "t\($0),\($0 % 7)\n" }.joined()
        let file = try file(rows: "a,b\n" + rows)
        #expect(file.table.rowCount == count)
        #expect(file.table.stride == 8)
        #expect(file.table.offsets.count == 2500)
        var reader = RecipientReader(file)
        // Near and far, forwards and backwards.
        for row in [0, 1, 65, 66, 131, 19_999, 4095, 4096, 12_345, 12_337, 0] {
            #expect(Self.text(row, in: &reader) == "<t\(row)><\(row % 7)>")
        }
    }

    @Test("A file truncated during reading gives no row, and the position is reported")
    func cut() throws {
        let file = try file(rows: "a,b\n1,2\n\n3,4\n5,6\n")
        // Four bytes at a time, so that the first row has been read before.
        var reader = RecipientReader(file, blockSize: 4)
        #expect(Self.text(0, in: &reader) == "<1><2>")
        try folder.write(Array("a,b\n1,2\n\n3".utf8), to: "devices.csv")
        #expect(Self.text(2, in: &reader) == nil)
        #expect(
            reader.failure?.description
                == "\(folder.file("devices.csv")):3:1: expected the file to stay as it is while it is read: it had 17 bytes, now it has 10"
        )
        #expect(Self.text(0, in: &reader) == nil)
    }

    @Test("A file modified during the run is not read further, even if its length is the same")
    func rewritten() throws {
        let file = try file(rows: "a,b\n1,2\n3,4\n")
        try folder.write(Array("a,b\n1,2\n3;4\n".utf8), to: "devices.csv")
        // Two writes can occur within one tick of the file system's clock.
        let later = time(nil) + 3600
        var times = utimbuf(actime: later, modtime: later)
        #expect(utime(folder.file("devices.csv"), &times) == 0)
        var reader = RecipientReader(file)
        #expect(Self.text(1, in: &reader) == nil)
        #expect(reader.failure?.reason.hasSuffix(": it was written to") == true)
        #expect(reader.failure?.location.line == 3)
    }

    @Test("A file that changed since the profile was read is rejected")
    func changed() throws {
        let table = try file(rows: "a,b\n1,2\n").table
        try folder.write(Array("a,b\n1,2\n3,4\n".utf8), to: "devices.csv")
        #expect(throws: TemplateError.self) { try RecipientFile(table) }
    }

    @Test("Each arrival names its own rows, escaped for their place")
    func requests() throws {
        let profile = try profile(
            rows: "id,who\n\"a\"\"1\",x y\nb2,é\nc3,/\n",
            "{ csv: devices.csv, perSend: 2 }",
            sends:
                "[{ call: push, security: none, json: { to: \"{{recipients}}\" }, query: { who: \"{{recipient.who}}\" } }]"
        )
        let planned = try PlannedProfile(profile)
        let first = planned.text(arrival: 0)
        #expect(first.hasPrefix("POST /base/v1/push?who=x%20y HTTP/1.1\r\n"))
        #expect(
            first.hasSuffix(
                "\r\n\r\n{\"to\":[{\"id\":\"a\\\"1\",\"who\":\"x y\"},{\"id\":\"b2\",\"who\":\"é\"}]}"
            )
        )
        let second = planned.text(arrival: 1)
        #expect(second.hasPrefix("POST /base/v1/push?who=%2F HTTP/1.1\r\n"))
        #expect(second.hasSuffix("{\"to\":[{\"id\":\"c3\",\"who\":\"/\"}]}"))
        // A shard that sends every fifth arrival reads the same rows.
        #expect(planned.text(arrival: 5) == second)
    }

    @Test("A recipient can combine columns, its index and random values")
    func template() throws {
        let profile = try profile(
            rows: "id\na\nb\n",
            "{ csv: devices.csv, recipient: \"{{id}}-{{index}}-{{digits 3}}\" }",
            sends: "[{ call: push, security: none, json: \"{{recipients}}\" }]"
        )
        let planned = try PlannedProfile(profile)
        #expect(planned.text(arrival: 1).contains(/\r\n\r\n\["b-1-[0-9]{3}"\]$/))
        #expect(planned.text(arrival: 2).contains(/\r\n\r\n\["a-0-[0-9]{3}"\]$/))
    }

    @Test("A value that would end a header field is rejected; elsewhere it is escaped")
    func headValues() throws {
        let rows = "id\na\n\"b\r\nX-More: 1\"\n"
        let audience = "{ csv: devices.csv }"
        let header = try profile(
            rows: rows,
            audience,
            sends: "[{ call: push, headers: { A: \"{{recipient.id}}\" } }]"
        )
        let failure = #expect(throws: RequestFailure.self) { try PlannedProfile(header) }
        #expect(
            failure?.reason
                == "push: \(folder.file("devices.csv")): row 2 has a control character in column \"id\", which stands in a header field"
        )
        let query = try profile(
            rows: rows,
            audience,
            sends: "[{ call: find, query: { a: \"{{recipient.id}}\" } }]"
        )
        let text = try PlannedProfile(query).text(arrival: 1)
        #expect(text.contains("?a=b%0D%0AX-More%3A%201 HTTP/1.1\r\n"))
    }

    @Test("A run that ends with the audience must name it in every send")
    func everybody() throws {
        let profile = try profile(
            rows: "id\na\nb\n",
            "{ csv: devices.csv }",
            sends: "[{ call: push, json: \"{{recipients}}\" }, { call: find }]"
        )
        let failure = #expect(throws: RequestFailure.self) { try PlannedProfile(profile) }
        #expect(
            failure?.reason
                == "find: names no recipient, so not everybody would be sent to once, and the run ends with that (\"for: audience\")"
        )
        #expect(failure?.location.line == 4)
    }
}
