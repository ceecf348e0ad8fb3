import ContractFile
import Testing

struct ProfileFaultTests {
    @Test(
        "Errors in sends are reported with their position",
        arguments: [
            (
                "[{ call: createPosh }]",
                ["3:17: unknown operation \"createPosh\" [did you mean \"createPush\"?]"]
            ),
            (
                "[{ call: createPosh }, { call: findPosh, name: second }]",
                [
                    "3:17: unknown operation \"createPosh\" [did you mean \"createPush\"?]",
                    "3:39: unknown operation \"findPosh\" [did you mean \"findPush\"?]",
                ]
            ),
            (
                "[{ cal: createPush }]",
                ["3:11: unknown key \"cal\" in a send [did you mean \"call\"?]"]
            ),
            ("[]", ["3:8: expected a list of sends, at least one, got sequence"]),
            ("[{ weight: 2 }]", ["3:9: missing key \"call\" in a send"]),
            (
                "[{ call: createPush, waight: 2 }]",
                ["3:29: unknown key \"waight\" in a send [did you mean \"weight\"?]"]
            ),
            (
                "[{ call: createPush, weight: 0 }]",
                ["3:37: expected an integer from 1 to 1000000, got 0"]
            ),
            (
                "[{ call: createPush, expect: { error: E40001 } }]",
                ["3:46: unknown error \"E40001\" [did you mean \"E400001\"?]"]
            ),
            (
                "[{ call: createPush, expect: { error: EMPTY } }]",
                [
                    "3:46: error \"EMPTY\" has no code, so responses cannot be recognised by it "
                        + "[expect its status]"
                ]
            ),
            (
                "[{ call: createPush, expect: {} }]",
                ["3:37: expected \"status\" or \"error\", got mapping"]
            ),
            (
                "[{ call: createPush }, { call: createPush }]",
                [
                    "3:31: there is a send \"createPush\" already [give one of them a name]"
                ]
            ),
            (
                "[{ call: createPush, set: { /json/to: \"{{recipients}}\" } }]",
                [
                    "3:49: \"recipients\" is not defined [only the \"audience\" of a load profile "
                        + "defines it]"
                ]
            ),
        ]
    )
    func sends(sends: String, errors: [String]) {
        #expect(LoadedProfile(LoadedProfile.text(sends: sends)).errors == errors)
    }

    @Test(
        "Features that need several exchanges or state between them are rejected under load",
        arguments: [
            (
                "[{ call: createPush, redirects: 2 }]", "",
                [
                    "3:9: \"redirects\" is not supported under load [write redirects: none]"
                ]
            ),
            ("[{ call: createPush, redirects: none }]", "", []),
            (
                "[{ call: createPush, security: user }]", "",
                [
                    "3:9: security scheme \"user\" uses server challenges, which are not supported "
                        + "under load [write security: none, or another scheme]"
                ]
            ),
            ("[{ call: createPush }]", "cookies: keep\n", []),
            (
                "[{ name: j, steps: [{ call: createPush }] }]", "cookies: keep\n",
                [
                    "3:9: the contract keeps cookies, but journeys do not [capture what later "
                        + "steps need: captures: { session: { cookie: NAME } }, and send it: "
                        + "headers: { Cookie: \"NAME={{session}}\" }]"
                ]
            ),
        ]
    )
    func severalExchanges(sends: String, contract: String, errors: [String]) {
        let scheme = "{ type: http, scheme: digest, username: a, password: b }"
        let loaded = LoadedProfile(
            LoadedProfile.text(sends: sends),
            contract: contract + "securitySchemes: { user: \(scheme) }\n"
        )
        #expect(loaded.errors == errors)
    }

    @Test(
        "An error in a contract or call is reported once, and not repeated for the thresholds",
        arguments: [
            (
                "{ call: createPosh }, { call: findPush }",
                "../push.yaml",
                ["3:17: unknown operation \"createPosh\" [did you mean \"createPush\"?]"]
            ),
            (
                "{ call: createPush }, { call: findPush }",
                "../posh.yaml",
                ["2:11: cannot read posh.yaml: No such file or directory"]
            ),
        ]
    )
    func once(sends: String, contract: String, errors: [String]) {
        let text = LoadedProfile.text(
            sends: "[\(sends)]",
            more: "thresholds: [{ errors: ratio, lt: 1%, of: createPush }]"
        )
        let replaced = text.replacing("../push.yaml", with: contract)
        #expect(LoadedProfile(replaced).errors == errors)
    }

    @Test(
        "Errors in the load are reported with their position",
        arguments: [
            (
                "{ stages: [] }",
                ["4:17: expected a list of stages, at least one, got sequence"]
            ),
            (
                "{ stages: [{ rate: 0/s, for: 10s }] }",
                ["4:17: at a rate of zero nothing is sent"]
            ),
            (
                "{ stages: [{ rate: fast, for: 10s }] }",
                [
                    "4:26: expected a rate such as 500/s, got string \"fast\" "
                        + "[a rate is a number and /s, /m or /h]"
                ]
            ),
            (
                "{ stages: [{ rate: 10/s, for: 0s }] }",
                ["4:37: expected a time above zero, got string \"0s\""]
            ),
            (
                "{ stages: [{ rate: 10/s, for: audience }] }",
                ["4:37: the profile has no \"audience\""]
            ),
            (
                "{ stages: [{ rate: 10/s, for: 1s }, { connections: 4, for: 1s }] }",
                ["4:43: stages with a rate and stages with connections do not mix"]
            ),
            (
                "{ stages: [{ connections: 4, for: 1s }], arrivals: poisson }",
                ["4:48: \"arrivals\" is for stages with a rate"]
            ),
            (
                "{ stages: [{ rate: 0/s, to: 10/s, for: 1s }], warmup: 1s }",
                [
                    "4:61: the warm-up has the starting rate of the first stage, and that is zero"
                ]
            ),
            (
                "{ stages: [{ rate: 1/s, for: 1s }], timeout: 999999999d }",
                ["4:52: expected a time of at most 36500d, got string \"999999999d\""]
            ),
            (
                "{ stages: [{ rate: 1/s, for: 1s }], http: 3, streams: 5 }",
                ["4:49: expected an integer from 1 to 2, got 3"]
            ),
            (
                "{ stages: [{ rate: 1/s, for: 1s }], streams: 5 }",
                ["4:43: \"streams\" requires \"http: 2\""]
            ),
            (
                "{ stages: [{ rate: 1/s, for: 1s }], http: 2, streams: 0 }",
                ["4:61: expected an integer from 1 to 10000, got 0"]
            ),
            (
                "{ stages: [{ rate: 1/s, for: 1s }], http: 2, connections: 100, streams: 2001 }",
                [
                    "4:79: expected at most 200000 streams on all connections together, got "
                        + "100 × 2001"
                ]
            ),
            (
                "{ stages: [{ rate: 1/s, for: 1s }], connections: { min: 3, max: 2 } }",
                ["4:56: expected min to be at most max, got 3 and 2"]
            ),
            (
                "{ stages: [{ rate: 1/h, for: 31h }] }",
                ["4:7: warm-up, stages and drain together last longer than 30 hours"]
            ),
        ]
    )
    func load(load: String, errors: [String]) {
        #expect(LoadedProfile(LoadedProfile.text(load: load)).errors == errors)
    }

    @Test(
        "Errors in a threshold are reported with their position",
        arguments: [
            (
                "{ latency: p100, lt: 1s }",
                "5:25: expected a percentile such as p99, or mean or max, got string \"p100\""
            ),
            (
                "{ latency: p99, lt: 1% }",
                "5:34: expected a time such as 200ms, 10s or 3m, got string \"1%\" "
                    + "[a time is a number and us, ms, s, m, h or d]"
            ),
            ("{ errors: ratio, lt: 101% }", "5:35: expected at most 100%, got string \"101%\""),
            (
                "{ outcome: 5xx, lt: 1% }",
                "5:25: an outcome is one status, code or reason, and \"5xx\" is a class of statuses "
                    + "[write \"errors: ratio\" for all failures, or a threshold for each status]"
            ),
            ("{ errors: all, lt: 1% }", "5:24: expected \"ratio\", got string \"all\""),
            (
                "{ errors: ratio, lt: 1%, of: createPosh }",
                "5:43: unknown send \"createPosh\" [did you mean \"createPush\"?]"
            ),
            (
                "{ achieved: ratio, gte: 99%, of: createPush }",
                "5:43: \"achieved\" applies to all sends, so it cannot be combined with \"of\""
            ),
            (
                "{ errors: ratio, lt: 1%, in: 99% }",
                "5:39: \"in\" is for thresholds with a window"
            ),
            (
                "{ latency: p99, lt: 1s, window: 1500ms }",
                "5:46: a run of this length is kept in slices of 1 s; expected a multiple of that, "
                    + "got string \"1500ms\""
            ),
            (
                "{ events: rate, gte: 10 }",
                "5:35: expected a rate such as 500/s, got integer 10 "
                    + "[a rate is a number and /s, /m or /h]"
            ),
            ("{ events: ratio, gte: 10/s }", "5:24: expected \"rate\", got string \"ratio\""),
            (
                "{ events: rate, gte: 10/s, window: 5s }",
                "5:41: \"window\" cannot be combined with \"events\", which applies to the whole run"
            ),
            (
                "{ events: rate, gte: 10/s, abort: true }",
                "5:41: \"abort\" cannot be combined with \"events\", which applies to the whole run"
            ),
            (
                "{ achieved: ratio, gte: 99%, abort: true }",
                "5:43: this is known only at the end, so it cannot abort the run; add a window"
            ),
        ]
    )
    func thresholds(threshold: String, error: String) {
        let loaded = LoadedProfile(LoadedProfile.text(more: "thresholds: [\(threshold)]"))
        #expect(loaded.errors == [error])
    }

    @Test(
        "An outcome that looks mistyped is reported; any code of the server may be one",
        arguments: [
            ("tiemout", "timeout"), ("E40001", "E400001"), ("Complete", "completed"),
            ("no-event", "no-events"), ("timeout", nil), ("E400001", nil), ("503", nil),
            ("QUOTA", nil), ("201 without id", nil),
        ] as [(String, String?)]
    )
    func outcomes(name: String, nearest: String?) {
        let threshold = "thresholds: [{ outcome: \(name), lt: 1% }]"
        let loaded = LoadedProfile(LoadedProfile.text(more: threshold))
        #expect(loaded.errors == [])
        let warning = nearest.map {
            "5:25: unknown outcome \"\(name)\"; arrivals are counted only if the server sends this "
                + "code [did you mean \"\($0)\"?]"
        }
        #expect(loaded.warnings == [warning].compactMap(\.self))
    }

    @Test(
        "Errors in an audience are reported with their position",
        arguments: [
            (
                "{ count: 0, recipient: a }",
                ["5:20: expected an integer from 1 to 1000000000, got 0"]
            ),
            (
                "{ csv: devices.csv, count: 1, recipient: a }",
                [
                    "5:31: expected exactly one of count, csv in an audience, got \"csv\" and \"count\""
                ]
            ),
            ("{ count: 5 }", ["5:11: missing key \"recipient\" in an audience"]),
            (
                "{ count: 5, recipient: { id: \"{{idex}}\" } }",
                ["5:43: \"idex\" is not defined [did you mean \"index\"?]"]
            ),
            (
                "{ csv: devices.csv, recipient: \"{{tokn}}\" }",
                ["5:45: \"tokn\" is not defined [did you mean \"token\"?]"]
            ),
            (
                "{ csv: none.csv }",
                ["5:18: cannot read loads/none.csv: No such file or directory"]
            ),
        ]
    )
    func audience(audience: String, errors: [String]) {
        let loaded = LoadedProfile(LoadedProfile.text(more: "audience: \(audience)"))
        #expect(loaded.errors == errors)
    }

    @Test(
        "Errors in a CSV file are reported with their line",
        arguments: [
            ("", ["5:18: loads/devices.csv is empty; its first line names the columns"]),
            ("\n\n", ["5:18: loads/devices.csv is empty; its first line names the columns"]),
            ("a,b\n", ["5:18: loads/devices.csv has no rows, so there are no recipients"]),
            (
                "a,b\n1,2\n3\n\n4,5,6\n",
                [
                    "3:1: expected 2 fields as in the first line, got 1",
                    "5:1: expected 2 fields as in the first line, got 3",
                ]
            ),
            ("a,b\n1,\"2\n\n", ["2:1: a quote that is never closed"]),
            ("a,b\n1,\"2\"3\n", ["2:1: expected a comma behind the closing quote"]),
            ("a,a\n1,2\n", ["1:1: duplicate column \"a\""]),
            (
                "a,b c\n1,2\n",
                ["1:1: \"b c\" cannot name a value: no spaces, dots, quotes or braces"]
            ),
            ("index\n1\n", ["1:1: \"index\" is a name of the tool's own"]),
        ]
    )
    func rows(devices: String, errors: [String]) {
        // Keys that need the audience are not reported as well.
        let text = LoadedProfile.text(
            sends: "[{ call: createPush, set: { /json/to: \"{{recipients}}\" } }]",
            load: "{ stages: [{ rate: 10/s, for: audience }] }",
            more: "audience: { csv: devices.csv }"
        )
        #expect(LoadedProfile(text, devices: devices).errors == errors)
    }
}
