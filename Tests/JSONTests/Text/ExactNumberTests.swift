import JSON
import Testing

struct ExactNumberTests {
    private static func number(_ text: String) throws -> JSONNumber {
        guard case .number(let number) = try JSONValue(parsing: text) else {
            preconditionFailure("\(text) is not a number")
        }
        return number
    }

    @Test(
        "A number that no double can represent is written as it was read",
        arguments: [
            "1236546565217899832645", "18446744073709551616", "-9223372036854775809",
            "12345678901234567.89", "9007199254740993.0", "1e400", "-1E+400", "1e-400",
            "0.1000000000000000055511151231257827", "1e999999999", "10000000000000000000000",
        ]
    )
    func text(text: String) throws {
        #expect(try JSONValue(parsing: text).text == text)
    }

    @Test(
        "Numbers with the same value are equal, whatever their notation",
        arguments: [
            ("10000000000000000000000", "1e22", true), ("1e400", "10E399", true),
            ("1236546565217899832645", "1236546565217899832640", false),
            ("12345678901234567.89", "12345678901234567.88", false),
            ("9007199254740993.0", "9007199254740993", true),
            ("1.2345678901234568e18", "1234567890123456800", true),
            ("1.2345678901234568e18", "1234567890123456768", false),
            ("1e400", "1e401", false), ("1e400", "-1e400", false), ("1e-400", "0", false),
            ("0.1", "0.1000000000000000055511151231257827", false), ("-0", "0", true),
            ("18446744073709551615", "18446744073709551616", false), ("1e999999999", "1", false),
            ("0.10000000000000000000000", "1e-1", true),
        ]
    )
    func equality(left: String, right: String, isEqual: Bool) throws {
        let (left, right) = (try Self.number(left), try Self.number(right))
        #expect((left == right) == isEqual)
        #expect((right == left) == isEqual)
        if isEqual { #expect(left.hashValue == right.hashValue) }
        #expect((left < right || right < left) == !isEqual)
    }

    @Test("Numbers of all kinds share one order")
    func order() throws {
        let texts = [
            "-1e999999999", "-1e400", "-1e308", "-9223372036854775809", "-9223372036854775808",
            "-1.5", "-1e-400", "0", "1e-400", "5e-324", "0.1",
            "0.1000000000000000055511151231257827", "1", "9007199254740992",
            "9007199254740992.5", "9007199254740993", "18446744073709551615",
            "18446744073709551616", "1e22", "10000000000000000000001", "1e308", "1e400",
            "1e999999999",
        ]
        let numbers = try texts.map(Self.number)
        for (position, number) in numbers.enumerated() {
            for (other, later) in numbers.enumerated() {
                #expect((number < later) == (position < other), "\(number) < \(later)")
            }
        }
    }

    @Test(
        "A number without a fraction is an integer, whatever its size",
        arguments: [
            ("1e400", true), ("1236546565217899832645.0", true), ("12345678901234567.89", false),
            ("1e-400", false), ("1.5e1", true),
        ]
    )
    func kind(text: String, isIntegral: Bool) throws {
        #expect(try JSONValue(parsing: text).kind == (isIntegral ? .integer : .number))
    }

    @Test(
        "Sums are exact",
        arguments: [
            ("12345678901234567.89", "0.01", "12345678901234567.90"),
            ("1236546565217899832645", "-1236546565217899832645", "0"),
            ("1e40", "1", "10000000000000000000000000000000000000001"),
            ("0.1", "0.2", "0.3"), ("-1", "0.75", "-0.25"),
        ]
    )
    func sum(left: String, right: String, sum: String) throws {
        #expect(try Self.number(left).adding(try Self.number(right)) == Self.number(sum))
    }

    @Test("A sum of numbers too far apart yields nil and allocates no memory")
    func hugeSum() throws {
        #expect(try Self.number("1e999999999").adding(.integer(1)) == nil)
    }
}
