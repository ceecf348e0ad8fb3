import JSON
import JSONPaths
import Testing

@Suite("Reading JSON text")
struct JSONReaderTests {
    @Test(
        "Exceeding the memory limit is reported separately from invalid JSON",
        arguments: [
            "[" + String(repeating: "1,", count: 500_000) + "1]",
            "[" + String(repeating: "{},", count: 500_000) + "1]",
            "[" + String(repeating: "[1],", count: 200_000) + "1]",
            "{" + (0..<100_000).map { "\"\($0)\":1" }.joined(separator: ",") + "}",
            "[" + String(repeating: "\"0123456789abcdef\",", count: 100_000) + "1]",
        ]
    )
    func memory(text: String) throws {
        func isExcess(_ limit: Int) -> Bool? {
            do throws(JSONTextError) {
                _ = try JSONValue(parsing: text, maximumSize: limit)
                return nil
            } catch {
                return error.excess == .memory
            }
        }
        // Each of them takes between 4 and 40 times as much memory as its text.
        #expect(isExcess(text.utf8.count * 40) == nil)
        #expect(isExcess(text.utf8.count * 3) == true)
        #expect(isExcess(.max) == nil)
        do throws(JSONTextError) {
            _ = try JSONValue(parsing: "[1,2", maximumSize: 1_000)
            Issue.record("half a list was read")
        } catch {
            #expect(error.excess == nil)
        }
    }

    @Test("Members keep their order in the text")
    func memberOrder() throws {
        let value = try JSONValue(parsing: #"{"b": 1, "a": [true, null], "": {}}"#)
        #expect(value.objectValue?.names == ["b", "a", ""])
        #expect(value["a"] == [true, nil])
    }

    @Test(
        "A number has the simplest kind that represents it exactly",
        arguments: [
            ("0", JSONNumber.integer(0)),
            ("-1", .integer(-1)),
            ("9223372036854775807", .integer(.max)),
            ("-9223372036854775808", .integer(.min)),
            ("9223372036854775808", .unsigned(1 << 63)),
            ("18446744073709551615", .unsigned(.max)),
            ("1.0", .real(1)),
            ("1e2", .real(100)),
            ("0.1", .real(0.1)),
            ("123.456e-7", .real(123.456e-7)),
            ("1e23", .real(1e23)),
            ("1.7976931348623157e308", .real(.greatestFiniteMagnitude)),
            ("5E-324", .real(.leastNonzeroMagnitude)),
            ("0.30000000000000004", .real(0.30000000000000004)),
            ("1.50000000000000000000000", .real(1.5)),
            ("0e99999999999999999999", .real(0)),
        ]
    )
    func numbers(text: String, expected: JSONNumber) throws {
        let value = try JSONValue(parsing: text)
        guard case .number(let number) = value else {
            Issue.record("\(value) is not a number")
            return
        }
        #expect(number == expected)
        #expect("\(number)" == "\(expected)", "the kind of number differs")
    }

    @Test("A negative zero keeps its sign")
    func negativeZero() throws {
        guard case .number(.real(let value)) = try JSONValue(parsing: "-0") else {
            Issue.record("-0 is not a real number")
            return
        }
        #expect(value.sign == .minus && value == 0)
    }

    @Test(
        "Escapes are decoded to their characters",
        arguments: [
            (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"),
            (#""\u0041\u00e9\u20AC""#, "Aé€"),
            (#""a\uD83D\uDE00b""#, "a😀b"),
            (#""\u0000""#, "\0"),
            (#""é\n😀""#, "é\n😀"),
        ]
    )
    func escapes(text: String, expected: String) throws {
        let read = try JSONValue(parsing: text).stringValue
        #expect(read.map { Array($0.utf8) } == Array(expected.utf8))
    }

    @Test("Names that differ only in Unicode normalisation are distinct")
    func normalisation() throws {
        let value = try JSONValue(parsing: #"{"é": 1, "e\#u{301}": 2}"#)
        #expect(value.objectValue?.count == 2)
        #expect(value["e\u{301}"] == 2)
    }

    @Test("With lastWins the later value takes the earlier position")
    func lastWins() throws {
        let text = #"{"a": 1, "b": 2, "a": 3}"#
        let value = try JSONValue(parsing: text, duplicates: .lastWins)
        #expect(value.text == #"{"a":3,"b":2}"#)
    }

    @Test("A duplicate name is found among many members too")
    func duplicateAmongMany() {
        let members = (0..<100).map { "\"name\($0)\":\($0)" } + ["\"name7\":1"]
        let text = "{" + members.joined(separator: ",") + "}"
        let offset = text.utf8.count - "\"name7\":1}".utf8.count
        #expect(
            throws: JSONTextError(
                byteOffset: offset,
                reason: "expected every member of an object to have a unique name, found \"name7\" "
                    + "a second time"
            )
        ) { try JSONValue(parsing: text) }
    }

    @Test("Nesting up to the limit is read; one level more is rejected")
    func depth() throws {
        let text = { (depth: Int) in
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        _ = try JSONValue(parsing: text(512))
        #expect(
            throws: JSONTextError(
                byteOffset: 512,
                reason: "expected at most 512 levels of nesting, found one more",
                excess: .depth
            )
        ) { try JSONValue(parsing: text(513)) }
        _ = try JSONValue(parsing: text(3), maximumDepth: 3)
        #expect(throws: JSONTextError.self) {
            try JSONValue(parsing: #"{"a":{"b":[[]]}}"#, maximumDepth: 3)
        }
    }

    @Test("A value of the maximum depth is read, compared, hashed, written and released")
    func deepestValue() throws {
        let depth = 2_000
        let text =
            String(repeating: #"[{"a":"#, count: depth / 2) + "1"
            + String(repeating: "}]", count: depth / 2)
        let value = try JSONValue(parsing: text, maximumDepth: depth)
        #expect(value.text == text)
        #expect(try value == JSONValue(parsing: text, maximumDepth: depth))
        #expect(Set([value, value]).count == 1)
        #expect(try JSONPath("$..[?@==1]").nodes(in: value).count == 1)
        #expect(throws: JSONTextError.self) { try JSONValue(parsing: text) }
    }

    @Test("A hundred thousand opening brackets are rejected without a crash")
    func deepGarbage() {
        let text = String(repeating: "[", count: 100_000)
        #expect(throws: JSONTextError.self) { try JSONValue(parsing: text, maximumDepth: 2_000) }
    }

    @Test("A maximum depth above 2,000 is a programming error", arguments: [0, 2_001])
    func depthLimit(depth: Int) async {
        await #expect(processExitsWith: .failure) { [depth] in
            _ = try JSONValue(parsing: "1", maximumDepth: depth)
        }
    }
}
