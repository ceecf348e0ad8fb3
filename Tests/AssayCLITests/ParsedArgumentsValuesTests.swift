import AssayCLI
import CommandLineTool
import Testing

/// Values as the user writes them, each read through an option of a command.
struct ParsedArgumentsValuesTests {
    @Test(
        "A duration has a unit, or is in seconds",
        arguments: [
            ("500ms", Duration.milliseconds(500)), ("1.5s", .milliseconds(1_500)),
            ("2m", .seconds(120)), ("1h", .seconds(3_600)), ("1d", .seconds(86_400)),
            ("2.5", .milliseconds(2_500)), ("0", .zero), (".5", .milliseconds(500)),
            ("5.", .seconds(5)), ("250us", .microseconds(250)), ("365d", .seconds(31_536_000)),
            ("0.000000001", .nanoseconds(1)), ("0.5ms", .microseconds(500)),
        ] as [(String, Duration)]
    )
    func duration(text: String, duration: Duration) throws {
        #expect(try read(text).duration("value") == duration)
    }

    @Test(
        "An invalid duration is rejected with the allowed forms",
        arguments: [
            "", ".", "s", "-1s", "1 s", "1S", "1.2.3", "1e3", "5٣s", "366d", "1234567890123",
            "0.0000000001", "1ss", "５s",
        ]
    )
    func noDuration(text: String) throws {
        let arguments = try read(text)
        let error = #expect(throws: CommandLineError.self) { try arguments.duration("value") }
        #expect(
            error?.description == """
                t: option "--value": expected a duration such as 500ms, 1.5s, 2m or 2.5 (seconds), \
                at most 365d, got "\(text)"
                see "t help"

                """
        )
    }

    @Test(
        "A size is in bytes or multiples of 1024",
        arguments: [
            ("0", 0), ("65536", 65_536), ("1k", 1_024), ("512K", 524_288), ("16M", 16_777_216),
            ("2g", 2_147_483_648), ("9223372036854775807", Int.max),
        ] as [(String, Int)]
    )
    func byteCount(text: String, bytes: Int) throws {
        #expect(try read(text).byteCount("value") == bytes)
    }

    @Test(
        "An invalid size is rejected",
        arguments: [
            "", "M", "-1", "+1", "1.5M", "16MB", "1T", "9223372036854775808", "8589934592G",
        ]
    )
    func noByteCount(text: String) throws {
        let arguments = try read(text)
        let error = #expect(throws: CommandLineError.self) { try arguments.byteCount("value") }
        #expect(
            error?.description == """
                t: option "--value": expected a number of bytes such as 65536, 512K, 16M or 1G, \
                got "\(text)"
                see "t help"

                """
        )
    }

    @Test("An integer within its range is accepted", arguments: [("1", 1), ("64", 64), ("007", 7)])
    func int(text: String, number: Int) throws {
        #expect(try read(text).int("value", in: 1...64) == number)
    }

    @Test(
        "A number out of its range is rejected",
        arguments: ["0", "65", "+5", "1.0", "x", "", "1 "]
    )
    func noInt(text: String) throws {
        let arguments = try read(text)
        let error = #expect(throws: CommandLineError.self) {
            try arguments.int("value", in: 1...64)
        }
        let message = "expected a whole number, from 1 to 64, got \"\(text)\""
        #expect(error?.description == "t: option \"--value\": \(message)\nsee \"t help\"\n")
    }

    @Test("A seed may be any 64-bit number")
    func seed() throws {
        let seed = try read("18446744073709551615").int("value", in: UInt64.min...UInt64.max)
        #expect(seed == .max)
        let arguments = try read("18446744073709551616")
        let error = #expect(throws: CommandLineError.self) {
            try arguments.int("value", in: UInt64.min...UInt64.max)
        }
        #expect(error?.description.contains("expected a whole number, 0 or more, got") == true)
    }

    @Test(
        "A percentage may have a percent sign",
        arguments: [("0", 0), ("100%", 100), ("99.5%", 99.5), ("95", 95)] as [(String, Double)]
    )
    func percent(text: String, percent: Double) throws {
        #expect(try read(text).percent("value") == percent)
    }

    @Test(
        "An invalid percentage is rejected",
        arguments: ["100.1", "-1", "%", "50%%", "half", "1e1"]
    )
    func noPercent(text: String) throws {
        let arguments = try read(text)
        #expect(throws: CommandLineError.self) { try arguments.percent("value") }
    }

    @Test(
        "The name of an assignment ends at the first equals sign",
        arguments: [("a=b", "a", "b"), ("a=", "a", ""), ("a=b=c", "a", "b=c")]
            as [(String, String, String)]
    )
    func assignment(text: String, name: String, value: String) throws {
        #expect(
            try read(text).assignments("value") == [AssignedValue(name: name, value: value)]
        )
    }

    @Test("An assignment without a name or an equals sign is rejected", arguments: ["a", "=b", ""])
    func noAssignment(text: String) throws {
        let arguments = try read(text)
        #expect(throws: CommandLineError.self) { try arguments.assignments("value") }
    }

    @Test(
        "A target may have a name, and equals signs of its own",
        arguments: [
            ("http://h", nil, "http://h"),
            ("https://h:1/p?a=b", nil, "https://h:1/p?a=b"),
            ("api=http://h?a=b", "api", "http://h?a=b"),
            ("HTTP://[::1]:80", nil, "HTTP://[::1]:80"),
        ] as [(String, String?, String)]
    )
    func target(text: String, name: String?, url: String) throws {
        #expect(try read(text).namedURLs("value") == [AssignedValue(name: name, value: url)])
    }

    @Test(
        "A target that is not a web address is rejected",
        arguments: [
            "localhost:8080", "ftp://h", "http://", "http://:80", "api=h", "http://a b", "",
        ]
    )
    func noTarget(text: String) throws {
        let arguments = try read(text)
        #expect(throws: CommandLineError.self) { try arguments.namedURLs("value") }
        #expect(throws: CommandLineError.self) { try arguments.url("value") }
    }

    @Test(
        "A listening address is a host and a port, or a port of this machine alone",
        arguments: [
            ("127.0.0.1:0", "127.0.0.1", 0), ("localhost:65535", "localhost", 65_535),
            ("[::1]:80", "::1", 80), ("0", "127.0.0.1", 0), ("9200", "127.0.0.1", 9200),
            ("0.0.0.0:9200", "0.0.0.0", 9200),
        ] as [(String, String, UInt16)]
    )
    func listenAddress(text: String, host: String, port: UInt16) throws {
        let address = try read(text).listenAddress("value")
        #expect(address == ListenAddress(host: host, port: port))
    }

    @Test(
        "An invalid listening address is rejected",
        arguments: [
            "", "x", "65536", "-1", "1:2:3", ":80", "h:", "h:65536", "::1:80", "h:+1", "[]:1",
            "h:-1",
        ]
    )
    func noListenAddress(text: String) throws {
        let arguments = try read(text)
        #expect(throws: CommandLineError.self) { try arguments.listenAddress("value") }
    }

    @Test("The message names an option in the user's spelling, and an argument by its name")
    func names() throws {
        let arguments = try ArgumentParser.parse(["-vx", "y"], as: Self.specification)
        let option = #expect(throws: CommandLineError.self) { try arguments.url("value") }
        #expect(option?.description.hasPrefix("t: option \"-v\": expected http://") == true)
        let argument = #expect(throws: CommandLineError.self) { try arguments.url("ARGUMENT") }
        #expect(argument?.description.hasPrefix("t: ARGUMENT: expected http://") == true)
    }

    private static let specification = CommandSpecification(
        name: "t",
        abstract: "Test.",
        positionals: [
            PositionalSpecification(ValueSpecification("ARGUMENT"), isOptional: true, help: "Any.")
        ],
        groups: [
            OptionGroup(
                "Options",
                [.value("value", short: "v", ValueSpecification("VALUE"), help: "Any.")]
            )
        ]
    )

    private func read(_ text: String) throws -> ParsedArguments {
        try ArgumentParser.parse(["--value=\(text)"], as: Self.specification)
    }
}
