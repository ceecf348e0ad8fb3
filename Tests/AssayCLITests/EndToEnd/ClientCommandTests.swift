import Glibc
import Platform
import TestSupport
import Testing

/// `assay client`: a real program as the client.
struct ClientCommandTests {
    /// An NCMB client with two mistakes: a push without a time, and a request to a wrong path.
    private static let script = #"""
        import base64, datetime, hashlib, hmac, json, os, urllib.error, urllib.request
        base = os.environ["ASSAY_URL"]
        def call(method, path, body):
            path = "/2013-09-01" + path
            key = os.environ["NCMB_APP_KEY"]
            now = datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%S.000Z")
            fields = ["SignatureMethod=HmacSHA256", "SignatureVersion=2",
                      "X-NCMB-Application-Key=" + key, "X-NCMB-Timestamp=" + now]
            text = "\n".join([method, "127.0.0.1", path, "&".join(fields)])
            secret = os.environ["NCMB_CLIENT_KEY"].encode()
            code = hmac.new(secret, text.encode(), hashlib.sha256).digest()
            request = urllib.request.Request(base + path, json.dumps(body).encode(), {
                "Content-Type": "application/json", "X-NCMB-Application-Key": key,
                "X-NCMB-Timestamp": now, "X-NCMB-Signature": base64.b64encode(code).decode()})
            try:
                urllib.request.urlopen(request).read()
            except urllib.error.HTTPError as error:
                print(path, error.code)
        call("POST", "/installations", {
            "deviceToken": "0123456789abcdef" * 4, "deviceType": "ios", "applicationName": "Notes",
            "appVersion": "7", "sdkVersion": "3.2.1", "timeZone": "Asia/Tokyo"})
        call("POST", "/push", {"message": "now", "immediateDeliveryFlag": True, "target": ["ios"]})
        call("POST", "/push", {"message": "when?", "target": ["ios"]})
        call("POST", "/pushes", {"message": "where?"})
        """#

    private static let contract = """
        contract: "1"
        info: { title: Notes }
        targets: { api: { documented: "https://api.notes.example.com" } }
        failure: { when: { status: { gte: 400 } }, code: { jsonpath: "$.error" } }
        operations:
          list: { request: { method: GET, path: /notes }, responses: { "200": {} }, errors: [BUSY, GONE] }
        errors: { BUSY: { status: 503 }, GONE: { status: 410 } }
        cases: { list: { steps: [ { call: list } ] } }
        """

    private let folder: TemporaryDirectory
    private let notes: String

    init() throws {
        folder = try TemporaryDirectory()
        notes = try folder.write(Array(Self.contract.utf8), to: "notes.yaml")
    }

    /// The command line of a script.
    private func python(_ text: String) throws -> [String] {
        ["python3", try folder.write(Array(text.utf8), to: "client.py")]
    }

    /// Runs the program until it exits.
    private func assay(_ words: [String]) async throws -> ProgramRun {
        try await RunningProgram(words).end()
    }

    private static let asking = """
        import os, sys, urllib.request
        try:
            urllib.request.urlopen(os.environ["ASSAY_URL_API"] + "/notes").read()
        except urllib.error.HTTPError as error:
            print("status", error.code)
            sys.exit(1)
        """

    @Test("Both errors of a client are reported with the line of the contract, with status 4")
    func mistakes() async throws {
        let words = try python(Self.script)
        let run = try await assay(
            ["client", "\(PackageRoot.path)/contracts/ncmb", "--"] + words
        )
        #expect(run.ending == .exited(4))
        #expect(
            run.output.contains(
                "step 3 createPush: createPush was refused with E400008, as "
                    + "createPush/neither-time-nor-flag says"
            )
        )
        #expect(
            run.output.contains(
                "step 4 POST /2013-09-01/pushes: no operation is at POST /2013-09-01/pushes; the "
                    + "nearest is POST /2013-09-01/push"
            )
        )
        #expect(run.output.contains("contracts/ncmb/push-promises.yaml:"))
        #expect(run.output.contains("Client: Failed promises (1)\n  sendPush: "))
        // Two calls create an installation in the same way; one of them was never made.
        #expect(
            run.output.contains(
                "  the client never made the call (3)\n    updateExistInstallation, "
                    + "updateExistInstallation/found-by-token,\n    updateExistInstallation/overwritten\n"
            )
        )
        // The output of the client does not appear in the report.
        #expect(run.errors.contains("/2013-09-01/pushes 404"))
        #expect(!run.output.contains("pushes 404"))
    }

    @Test("Each documented error is returned in turn, and the client may then fail")
    func eachError() async throws {
        let words = try python(Self.asking)
        let run = try await assay(
            ["client", notes, "--each-error", "--format", "json", "--"] + words
        )
        let cases = try run.report.cases
        #expect(
            cases.map(\.name) == ["client", "list responds with BUSY", "list responds with GONE"]
        )
        #expect(cases.map(\.verdict) == ["passed", "passed", "passed"])
        #expect(run.errors == "status 503\nstatus 410\n")
        #expect(run.ending == .exited(0))
        let told = try await assay(["client", notes, "--answer", "BUSY:of=list", "--"] + words)
        #expect(told.errors == "status 503\n")
        #expect(told.ending == .exited(0))
    }

    @Test(
        "A command that does not exist, fails, times out or sends nothing is reported",
        arguments: [
            (["nowhere-to-be-found"], 3, "nowhere-to-be-found cannot be started"),
            (["sh", "-c", "exit 5"], 3, "the command exited with status 5"),
            (["sh", "-c", "kill -SEGV $$"], 3, "the command was terminated by signal 11"),
            (["sleep", "1000"], 3, "the command did not exit within 300 ms"),
            (["true"], 9, "the command sent no request to http://127.0.0.1:"),
        ]
    )
    func obstacles(command: [String], status: Int32, message: String) async throws {
        let run = try await assay(["client", notes, "--timeout", "300ms", "--"] + command)
        #expect(run.ending == .exited(status))
        #expect((run.output + run.errors).contains(message), "\(run)")
    }

    private static let raw = """
        import os, socket, sys
        port = int(os.environ["ASSAY_URL"].rsplit(":", 1)[1])
        for text in sys.argv[1:]:
            with socket.create_connection(("127.0.0.1", port)) as connection:
                connection.sendall(text.encode().decode("unicode_escape").encode())
                connection.shutdown(socket.SHUT_WR)
                connection.recv(1)
        """

    @Test(
        "A request that is malformed or incomplete is a mistake, even next to valid ones",
        arguments: [
            (#"garbage\r\n\r\n"#, "connection", "something else"),
            (
                #"POST /notes?q HTTP/1.1\r\nHost: h\r\nContent-Length: 9\r\n\r\nabc"#,
                "POST /notes",
                "a body that is malformed or ends too early"
            ),
            (
                #"POST /notes HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n"#,
                "POST /notes", "a body that is malformed or ends too early"
            ),
            (
                #"GET /notes HTTP/1.1\r\nHost: h\r\nX-Key : a\r\n\r\n"#, "GET /notes",
                #""X-Key " is not the name of a field"#
            ),
        ]
    )
    func invalid(sent: String, label: String, problem: String) async throws {
        let valid = #"GET /notes HTTP/1.1\r\nHost: h\r\n\r\n"#
        for sent in [[sent], [valid, sent]] {
            let run = try await assay(["client", notes, "--"] + python(Self.raw) + sent)
            #expect(run.ending == .exited(4))
            #expect(run.output.contains("step \(sent.count) \(label):"), "\(run.output)")
            let message = "request: expected a complete and valid HTTP message, got \(problem)  "
            #expect(run.output.contains(message), "\(run.output)")
        }
    }

    @Test(
        "A reported call that no contract knows makes the run inconclusive and is named with its line",
        arguments: [
            (
                #"{"call": "saveInstalation"}"#,
                "line 1 of ASSAY_CALLS: \"saveInstalation\" is not a call; did you mean"
            ),
            (
                #"{"call": "sendPush", "arguments": {"mesage": 1}}"#,
                "line 1 of ASSAY_CALLS: \"mesage\" is not an argument of sendPush"
            ),
            (#"{"state": {"tokn": 1}}"#, "line 1 of ASSAY_CALLS: \"tokn\" is not a name"),
            (#"{"says": 1}"#, "line 1 of ASSAY_CALLS: expected {\"call\": NAME"),
            ("hello", "line 1 of ASSAY_CALLS: "),
        ]
    )
    func reports(line: String, message: String) async throws {
        let run = try await assay(
            ["client", "\(PackageRoot.path)/contracts/nifty", "--", "sh", "-c"]
                + ["echo \"$1\" >> \"$ASSAY_CALLS\"", "sh", line]
        )
        #expect(run.ending == .exited(3))
        #expect((run.output + run.errors).contains(message), "\(run)")
    }

    @Test("Processes that a command leaves behind are terminated with it")
    func leftBehind() async throws {
        let file = folder.path + "/number"
        let script = "sleep 1000 & echo $! > \(file)"
        _ = try await assay(["client", notes, "--", "sh", "-c", script])
        let text = String(decoding: try FileContent.bytes(of: file, upTo: 100), as: UTF8.self)
        let number = try #require(pid_t(text.filter(\.isNumber)))
        #expect(!Self.runs(number))
    }

    /// Whether the process is running, rather than a zombie that has not been waited for yet.
    private static func runs(_ number: pid_t) -> Bool {
        do {
            let state = try FileContent.bytes(of: "/proc/\(number)/stat", upTo: 4_096)
            return !String(decoding: state, as: UTF8.self).contains(") Z ")
        } catch {
            return false
        }
    }

    @Test("Wrong arguments are rejected before anything runs")
    func commandLine() async throws {
        let all = "\(PackageRoot.path)/contracts"
        for (words, message) in [
            (["client", notes], "missing argument COMMAND"),
            (["client", notes, "--answer", "BUZY", "--", "true"], "did you mean \"BUSY\"?"),
            (
                ["client", notes, "--answer", "NOPE", "--", "true"],
                "expected an error of the contracts, got \"NOPE\""
            ),
            (
                ["client", notes, "--answer", "BUSY:of=lost", "--", "true"],
                "did you mean \"list\"?"
            ),
            (["client", notes, "--answer", "BUSY:often", "--", "true"], "CODE:of=OPERATION"),
            (["client", notes, "--allow-error", "GON", "--", "true"], "did you mean \"GONE\"?"),
            (["client", all, "--", "true"], "the contracts belong to several services"),
        ] {
            let run = try await assay(words)
            #expect(run.ending == .exited(1), "\(words)")
            #expect(run.errors.contains(message), "\(run.errors)")
        }
    }
}
