import Contract
import ContractFile
import JSON
import Testing

@testable import Interchange

struct CurlImportTests {
    @Test("Several commands become the expected contract, which lints clean and contains no secret")
    func golden() throws {
        let text = try Fixture.text("letters.sh")
        let imported = try CurlImport.contract(from: text, file: "letters.sh")
        try Fixture.expect(imported.text, toBe: "letters-curl.contract.yaml")
        #expect(LintedContract(imported.text).diagnosis.isEmpty)
        for secret in ["tok-very-secret", "hunter2", "secret-word", "secret-cookie"] {
            #expect(text.contains(secret))
            #expect(!imported.text.contains(secret), "\(secret) is in the contract")
        }
    }

    private func request(_ command: String) throws -> RequestTemplate {
        let text = try CurlImport.contract(from: command, file: "t.sh").text
        let linted = LintedContract(text)
        #expect(linted.diagnosis.isEmpty, "\(linted.diagnosis)\n\(text)")
        return try #require(linted.contract.operations.first?.variants.first?.request)
    }

    @Test(
        "Options have the same meaning as in curl",
        arguments: [
            ("curl h.example/a", "method", "GET"), ("curl -I h.example/a", "method", "HEAD"),
            ("curl -d x=1 h.example/a", "method", "POST"),
            ("curl -XPATCH h.example/a", "method", "PATCH"),
            ("curl --request PUT -d x h.example/a", "method", "PUT"),
            ("curl -d a=1 -d b=2 h.example/a", "form", #"{"a":"1","b":"2"}"#),
            ("curl -d a=1 -d a=2 h.example/a", "form", #"{"a":["1","2"]}"#),
            ("curl --data-urlencode 'a=x y&z' h.example/a", "form", #"{"a":"x y&z"}"#),
            ("curl --data plain h.example/a", "form", "plain"),
            ("curl -G -d a=1 'h.example/a?b=2'", "query", #"{"b":"2","a":"1"}"#),
            ("curl --url-query a=1 --url h.example/a", "query", #"{"a":"1"}"#),
            ("curl 'h.example/a?flag'", "query", "flag"),
            (#"curl --json '{"a":[1]}' h.example/a"#, "json", #"{"a":[1]}"#),
            (#"curl --json '{"a":' --json '1}' h.example/a"#, "json", #"{"a":1}"#),
            (
                #"curl -H 'content-type: application/json' --data-raw '"x"' h.example/a"#, "json",
                #""x""#
            ),
            (
                #"curl -H 'Content-Type: application/json' -d '{broken' h.example/a"#, "json",
                "{broken"
            ),
            ("curl -H 'Content-Type: text/csv' --data-binary 'a,b' h.example/a", "text", "a,b"),
            ("curl -F a=1 --form-string b=@c h.example/a", "multipart", #"{"a":"1","b":"@c"}"#),
            (
                "curl -A me -e http://r.example/ h.example/a", "headers",
                #"{"User-Agent":"me","Referer":"http://r.example/"}"#
            ),
            ("curl -H 'X-A;' -H 'Accept:' h.example/a", "headers", #"{"X-A":""}"#),
            ("curl -F a=1 -F b=2 -F a=3 h.example/a", "multipart", #"{"a":["1","3"],"b":"2"}"#),
            (
                #"curl -F 'j={"a":1};type=application/json' h.example/a"#, "multipart",
                #"{"j":{"text":"{\"a\":1}","type":"application/json"}}"#
            ),
            (
                #"curl -F 'c="x;\"y";type=text/csv;charset=utf-8;filename=c.csv' h.example/a"#,
                "multipart",
                #"{"c":{"text":"x;\"y","filename":"c.csv","type":"text/csv;charset=utf-8"}}"#
            ),
            (
                "curl -A me -H 'User-Agent:' -H 'X-A: 1' -H 'X-A:' h.example/a", "headers",
                #"{"X-A":"1"}"#
            ),
            ("curl -A me -H 'user-agent: you' h.example/a", "headers", #"{"user-agent":"you"}"#),
            ("curl -d a=1 -H 'Content-Type:' h.example/a", "text", "a=1"),
            ("curl -d a=1 -H 'Content-Type:' h.example/a", "headers", #"{"Content-Type":null}"#),
            (#"curl --json '{}' -H 'Accept:' h.example/a"#, "headers", nil),
            ("curl -u ann:x -H 'Authorization:' h.example/a", "security", nil),
            ("curl 'h.example/?a=1&b=2&a=3'", "query", "a=1&b=2&a=3"),
            ("curl 'h.example/?a=1&a=3&b=2'", "query", #"{"a":["1","3"],"b":"2"}"#),
            ("curl h.example/a/./b/../c/..", "path", "/a/"),
            ("curl h.example/../a/..b/", "path", "/a/..b/"),
            ("curl --path-as-is h.example/a/../b", "path", "/a/../b"),
            ("curl -d x=1 h.example/a --next -I h.example/b", "method", "POST"),
            ("curl h.example/a/12/b/0a1b2c3d", "params", #"{"id":"12","id2":"0a1b2c3d"}"#),
            ("curl h.example/a/12/b/0a1b2c3d", "path", "/a/{id}/b/{id2}"),
            ("curl 'h.example/a%7Bb%7D/c d'", "path", "/a%7Bb%7D/c%20d"),
            ("curl h.example", "path", "/"),
            ("curl -sSLo out h.example/a 2>/dev/null", "path", "/a"),
            ("/usr/bin/curl h.example/a > out", "path", "/a"), ("$ curl h.example/a", "path", "/a"),
            ("export B=h.example; curl $B/a", "path", "/a"),
            ("curl -T up.txt h.example/a/", "path", "/a/up.txt"),
            ("curl -g 'h.example/a{1,2}'", "path", "/a%7B1,2%7D"),
            ("curl --url-query +a=%41 h.example", "query", #"{"a":"A"}"#),
        ]
    )
    func options(command: String, section: String, wanted: String?) throws {
        let value = try request(command)[section]?.constantValue
        #expect((value.map { $0.stringValue ?? $0.text }) == wanted)
    }

    @Test(
        "Credentials become schemes with variables without a default",
        arguments: [
            "curl -u ann:s3cr3t h.example/a", "curl https://ann:s3cr3t@h.example/a",
            "curl -H 'Authorization: Bearer s3cr3t' h.example/a",
            "curl --oauth2-bearer s3cr3t h.example/a", "curl -b sid=s3cr3t h.example/a",
            "curl -H 'X-Api-Key: s3cr3t' h.example/a", "curl 'h.example/a?api_key=s3cr3t'",
            "curl -H 'Authorization: Digest s3cr3t' -H 'X-Token: s3cr3t' 'h.example/a?key=s3cr3t'",
            "TOKEN=s3cr3t; curl -H \"X-Token: $TOKEN\" h.example/a",
        ]
    )
    func credentials(command: String) throws {
        let text = try CurlImport.contract(from: command, file: "t.sh").text
        let contract = LintedContract(text).contract
        #expect(!text.contains("s3cr3t"), "\(text)")
        let secrets = contract.variables.filter(\.isSecret)
        #expect(!secrets.isEmpty)
        #expect(secrets.allSatisfy { $0.defaultValue == nil && $0.environment != nil })
        let security = contract.operations[0].variants[0].request.constant("security")
        #expect(security.flatMap { contract.securitySchemes[$0] } != nil)
    }

    @Test("A numeric secret in JSON has a number variable, separate from texts")
    func secretNumbers() throws {
        let body = #"[{"pin":493827},{"pin":"s3cr3t"},{"pin":-1.5}]"#
        let text = try CurlImport.contract(from: "curl --json '\(body)' h.example", file: "t.sh")
            .text
        let contract = LintedContract(text).contract
        #expect(contract.variables.map(\.name) == ["pin", "pinText", "pin2"])
        #expect(contract.variables.map(\.type) == [.number, .string, .number])
        #expect(contract.variables.map(\.environment) == ["PIN", "PIN_TEXT", "PIN2"])
    }

    @Test("Credentials of several kinds go into one scheme without loss")
    func severalCredentials() throws {
        let command =
            "curl -u ann:s3cr3t -H 'X-Key: s3cr3t1' -H 'X-Token: s3cr3t2' 'h.example/?key=s3cr3t3'"
        let contract = LintedContract(try CurlImport.contract(from: command, file: "t.sh").text)
            .contract
        let scheme = try #require(contract.securitySchemes["credentials"])
        #expect(scheme.headers.map(\.name) == ["X-Key", "X-Token", "Authorization"])
        #expect(scheme.query.map(\.name) == ["key"])
        #expect(contract.variables.map(\.name) == ["xKey", "xToken", "authorization", "key"])
    }

    @Test(
        "Secrets are recognised by their names, and those of webhooks by their position",
        arguments: [
            (
                #"--json '{"otp":"s3cr3t","cardPin":493827,"spin":"1"}' h.example/a"#,
                ["otp", "cardPin"]
            ),
            ("-d PIN=s3cr3t -d pinned=1 h.example/a", ["pin"]),
            (
                "'h.example/a?X-Amz-Signature=s3cr3t1&X-Amz-Credential=s3cr3t2&X-Amz-Date=1'",
                ["xAmzSignature", "xAmzCredential"]
            ),
            ("https://hooks.slack.com/services/T0001/B0001/s3cr3tABCDEFGHIJKLMNOPQR", ["token"]),
            ("https://h.example/api/webhooks/1234567890/s3cr3t-abcdefghijk_LMN", ["token"]),
            ("https://h.example/bot4711:s3cr3tABCDEFGHIJKLMN-xyz_/send", ["token"]),
            (
                "-H 'Content-Type: text/xml' -d '<e><!-- <pin>1</pin> --><w:Password Type=\"T\">s3cr3t"
                    + "</w:Password><otp><![CDATA[s3cr3t2]]></otp><user pin=\"s3cr3t3\"/></e>' h.example/a",
                ["password", "otp", "pin"]
            ),
            (
                "-u a: h.example/a ; OTP=s3cr3t curl -d x=$OTP h.example/b",
                ["basicPassword", "OTP"]
            ),
        ]
    )
    func knownSecrets(command: String, names: [String]) throws {
        let text = try CurlImport.contract(from: "curl \(command)", file: "t.sh").text
        #expect(!text.contains("s3cr3t") && !text.contains("493827"), "\(text)")
        let linted = LintedContract(text)
        #expect(linted.diagnosis.isEmpty, "\(linted.diagnosis)\n\(text)")
        let secrets = linted.contract.variables.filter(\.isSecret).map(\.name)
        #expect(secrets == names, "\(text)")
    }

    @Test("An XML text is unchanged except for its secrets")
    func xml() {
        let text =
            "<?xml version='1.0'?>\n<a token = 'x>y' b=\"<\"> <pin>\n <c/></pin><pin/>"
            + "<token>1</token><d>token=</d"
        #expect(SecretXML(text).pieces.map(\.text).joined() == text)
        #expect(
            SecretXML(text).pieces.filter { $0.field != nil } == [
                .init(text: "x>y", field: "token"), .init(text: "1", field: "token"),
            ]
        )
    }

    @Test(
        "Redirects are followed as with curl",
        arguments: [
            ("-L", "follow"), ("--location-trusted", "follow"), ("-L --max-redirs 3", 3),
            ("-L --max-redirs -1", "follow"), ("-L --max-redirs 0", nil), ("--max-redirs 3", nil),
            ("", nil),
        ] as [(String, JSONValue?)]
    )
    func redirects(options: String, value: JSONValue?) throws {
        let request = try request("curl \(options) http://h.example/a")
        #expect(request["redirects"]?.constantValue == value)
    }

    @Test(
        "Options without an equivalent in a contract are named in a comment",
        arguments: [
            ("-k", "-k: give --insecure to `assay verify` instead."),
            ("--pass s3cr3t", "--pass: give --pass to `assay verify` instead."),
            ("--connect-to a::b:", "--connect-to: give --connect-to to `assay verify` instead."),
            ("--bogus", "--bogus is not known and was left out."),
            (
                "--proxy-user a:s3cr3t",
                "--proxy-user cannot be expressed in a contract and was left "
                    + "out."
            ),
            ("-H s3cr3t", "A header without a colon was left out, as curl does."),
            ("--http1.0", "--http1.0 was left out: requests are sent with HTTP/1.1 or later."),
            ("-F 'f=@\"a b.png\";type=image/png'", "file: a b.png, type: image/png }`."),
            ("--digest", "FILL IN security: --digest cannot be taken over."),
            ("-d @body.json", "FILL IN the body, which is in the file body.json"),
            ("-T up.txt", "FILL IN the body, which is in the file up.txt"),
        ]
    )
    func remarks(option: String, remark: String) throws {
        let text = try CurlImport.contract(from: "curl \(option) h.example/a", file: "t.sh").text
        #expect(text.contains(remark), "\(text)")
        #expect(!text.contains("s3cr3t"))
        #expect(LintedContract(text).diagnosis.isEmpty)
    }

    @Test(
        "A template after a complete host is the path, any other part of the host",
        arguments: [
            ("http://h.example:80{{loc}}", "http://h.example:80", "{{loc}}"),
            ("http://h.example{{loc}}/./a/../b?c", "http://h.example", "{{loc}}/b"),
            ("http://localhost{{a}}{{b}}", "http://localhost", "{{a}}{{b}}"),
            ("http://{{host}}:{{port}}{{loc}}", "http://{{host}}:{{port}}", "{{loc}}"),
            ("{{base}}{{loc}}?a=1", "{{base}}", "{{loc}}"), ("{{base}}", "{{base}}", "/"),
            ("http://u:p@{{host}}/a", "http://{{host}}", "/a"),
            ("{{scheme}}{{host}}/a", "{{scheme}}{{host}}", "/a"),
            ("http://api.{{domain}}/a", "http://api.{{domain}}", "/a"),
            ("http://server{{n}}/a", "http://server{{n}}", "/a"),
            ("http://a-{{n}}.example/a", "http://a-{{n}}.example", "/a"),
            ("http://[::1]{{loc}}", "http://[::1]", "{{loc}}"),
        ]
    )
    func templates(url: String, origin: String, path: String) throws {
        let parts = try #require(ObservedURL(url)).withoutDotSegments
        #expect(parts.origin == origin)
        #expect(parts.path == path)
    }

    @Test(
        "A pattern stands for several URLs, as in curl",
        arguments: [
            ("h/{a,b}/[1-2]", ["h/a/1", "h/a/2", "h/b/1", "h/b/2"]),
            ("h/[08-10]", ["h/08", "h/09", "h/10"]), ("h/[a-e:2]", ["h/a", "h/c", "h/e"]),
            ("h/{{id}}/{a}", ["h/{{id}}/a"]), (#"h/\{a,b\}"#, ["h/{a,b}"]),
            ("http://[::1]/a[]", ["http://[::1]/a[]"]), ("h/[3-1]", ["h/[3-1]"]),
        ]
    )
    func patterns(pattern: String, urls: [String]) {
        #expect(CurlPattern(pattern).urls(limit: 20) == urls)
        #expect(CurlPattern(pattern).count == urls.count)
    }

    @Test(
        "Parts of a command that the contract does not have are reported",
        arguments: [
            ("-k", ["-k: give --insecure to `assay verify` instead."]), ("-s --compressed -L", []),
            ("--retry 2", ["--retry cannot be expressed in a contract and was left out."]),
            (
                "--data-urlencode n@f.json",
                ["FILL IN the field n, the encoded content of the file f.json."]
            ),
            ("-G -d @f.json", ["FILL IN the query fields in the file f.json."]),
            (
                "-d a=1 -d @f.json",
                ["the body of several parts, one of which is in the file f.json"]
            ),
            (
                "-d @f.json",
                ["the body of the file f.json, which is not below the folder of the contract"]
            ),
            (
                "-F n=@f.json",
                ["the part n of the file f.json, which is not below the folder of the contract"]
            ),
            ("-F 'n=<f.json'", ["the part n, the text in the file f.json"]),
            (
                "'h.example/[1-50]'",
                ["The pattern h.example/[1-50] stands for 50 URLs; the first 20 are here."]
            ),
        ] as [(String, [String])]
    )
    func losses(options: String, losses: [String]) throws {
        let imported = try CurlImport.contract(from: "curl \(options) h.example/a", file: "t.sh")
        #expect(imported.losses.map(\.reason) == losses)
        #expect(imported.losses.allSatisfy { $0.place == "t.sh:1" })
        Carrying.check(imported, options)
    }

    @Test("A file below the folder of the contract is sent from there")
    func files() throws {
        let found = ForeignFiles { file, document in
            file == "up.txt" && document == "t.sh" ? "data/up.txt" : nil
        }
        for (options, part) in [
            ("-d @up.txt", "file: data/up.txt"), ("--data-binary @up.txt", "file: data/up.txt"),
            ("-F f=@up.txt", "f: { file: data/up.txt, filename: up.txt, type: text/plain }"),
            ("-T up.txt", "method: PUT, path: /a, file: data/up.txt"),
            (
                "-F 'f=@up.txt;type=text/x'",
                "f: { file: data/up.txt, filename: up.txt, type: text/x }"
            ),
        ] {
            let command = "curl \(options) h.example/a"
            let contract = try CurlImport.contract(from: command, file: "t.sh", sending: found)
            #expect(contract.text.contains(part), "\(contract.text)")
            #expect(contract.losses.isEmpty)
        }
    }

    @Test("Digest authentication is a scheme of its own, next to other credentials")
    func digest() throws {
        let command = "curl --digest -u ann:s3cr3t -H 'X-Token: s3cr3t2' 'h.example/a?key=s3cr3t3'"
        let text = try CurlImport.contract(from: command, file: "t.sh").text
        let contract = LintedContract(text).contract
        #expect(text.contains("type: http, scheme: digest") || text.contains("scheme: digest"))
        #expect(contract.operations[0].variants[0].request.constant("security") == "digest")
        #expect(text.contains(#"X-Token: "{{xToken}}""#) && text.contains(#"key: "{{key}}""#))
        #expect(!text.contains("s3cr3t"))
    }

    @Test("The part after --next is a separate request, with its own options")
    func next() throws {
        let command = """
            curl -d x=1 -H 'X-A: 1' h.example/a --next -I h.example/b h.example/c \\
              -: --json '{}' h.example/d
            """
        let contract = LintedContract(try CurlImport.contract(from: command, file: "t.sh").text)
            .contract
        let requests = contract.operations.compactMap(\.variants.first?.request)
        #expect(requests.map { $0.constant("path") } == ["/a", "/b", "/c", "/d"])
        #expect(requests.map { $0.constant("method") } == ["POST", "HEAD", "HEAD", "POST"])
        #expect(requests.map { $0["headers"] != nil } == [true, false, false, true])
        #expect(contract.operations.map(\.doc) == ["curl#L1", "curl#L1", "curl#L1", "curl#L2"])
    }

    @Test("A secret with two different values is two secrets")
    func repeatedSecrets() throws {
        let command = "curl 'h.example/?token=s3cr3t1&token=s3cr3t2&token=s3cr3t1&b=1&a=1&b=2'"
        let text = try CurlImport.contract(from: command, file: "t.sh").text
        let linted = LintedContract(text)
        #expect(linted.diagnosis.isEmpty && !text.contains("s3cr3t"), "\(text)")
        #expect(text.contains(#"token: ["{{token}}", "{{token2}}", "{{token}}"]"#))
        let request = linted.contract.operations[0].variants[0].request
        // In the order in which they were sent, which a mapping does not preserve.
        #expect(request.constant("query") == "b=1&a=1&b=2")
    }

    @Test("A detected secret never gets the name of a variable of the commands")
    func foreignNames() throws {
        let command = "curl 'h.example/?token=s3cr3t'; curl -H \"X-Token: $token\" h.example/b"
        let text = try CurlImport.contract(from: command, file: "t.sh").text
        let linted = LintedContract(text)
        #expect(linted.diagnosis.isEmpty && !text.contains("s3cr3t"), "\(text)")
        #expect(linted.contract.variables.map(\.name) == ["token2", "token"], "\(text)")
        #expect(text.contains(#"query: { token: "{{token2}}" }"#), "\(text)")
        #expect(text.contains(#"X-Token: "{{token}}""#), "\(text)")
    }

    @Test("Variables with invalid names are renamed without collisions")
    func renamedVariables() throws {
        let command = "curl 'h.example/{{x-v}}/b?a={{x_v}}' -H 'X-A: {{ x-v }}{{x-w}}'"
        let text = try CurlImport.contract(from: command, file: "t.sh").text
        let linted = LintedContract(text)
        #expect(linted.diagnosis.isEmpty, "\(linted.diagnosis)\n\(text)")
        #expect(linted.contract.variables.map(\.name) == ["x_v", "x_v2", "x_w"], "\(text)")
        for part in ["a: \"{{x_v2}}\"", "X-A: \"{{x_v}}{{x_w}}\"", ": \"{{x_v}}\" }"] {
            #expect(text.contains(part), "\(part)\n\(text)")
        }
    }

    @Test("One secret in two places is one variable")
    func sharedSecrets() throws {
        let command =
            "curl -H 'X-Key: s3cr3t' -H 'X-Token: s3cr3t' --json '{\"otp\":\"s3cr3t\"}' h.example"
        let text = try CurlImport.contract(from: command, file: "t.sh").text
        let linted = LintedContract(text)
        #expect(linted.diagnosis.isEmpty && !text.contains("s3cr3t"), "\(text)")
        #expect(linted.contract.variables.map(\.name) == ["xKey"], "\(text)")
    }

    @Test("A name that would be a comment in a contract is replaced")
    func remarkNames() throws {
        let command = "curl -H 'X-T: {{x-tenant}}' 'h.example/a?b={{x-b}}&c={{d}}'"
        let linted = LintedContract(try CurlImport.contract(from: command, file: "t.sh").text)
        #expect(linted.diagnosis.isEmpty, "\(linted.diagnosis)")
        #expect(Set(linted.contract.variables.map(\.name)) == ["x_tenant", "x_b", "d"])
    }

    @Test("The value of a cookie is a secret wherever it appears")
    func cookieValues() throws {
        let value = "c00kie-s3cr3t="
        let command = """
            curl -b 'sid=\(value); lang=en' -H 'X-Csrf: \(value)' --json '{"a":["\(value)"],"b":"en"}' \
              'h.example/x/c00kie-s3cr3t%3D/en?c=c00kie-s3cr3t%3D&d=en'
            """
        let text = try CurlImport.contract(from: command, file: "t.sh").text
        #expect(!text.contains("s3cr3t"), "\(text)")
        #expect(text.contains(#"path: "/x/{id}/en""#))
        #expect(text.contains("b: en") && text.contains("d: en"))
        #expect(LintedContract(text).diagnosis.isEmpty, "\(text)")
    }

    @Test("Long names are truncated and deep bodies written as text, so that the contract loads")
    func limits() throws {
        let path = String(repeating: "/word", count: 300)
        let body =
            String(repeating: #"{"a":["#, count: 120) + "1" + String(repeating: "]}", count: 120)
        let linted = LintedContract(
            try CurlImport.contract(
                from: "curl --json '\(body)' h.example\(path); curl h.example\(path)/x",
                file: "t.sh"
            ).text
        )
        #expect(linted.diagnosis.isEmpty, "\(linted.diagnosis)")
        let operations = linted.contract.operations
        #expect(operations.map(\.id.utf8.count) == [120, 120])
        #expect(operations[0].variants[0].request.constant("json") == body)
        #expect(operations[0].variants[0].request.constant("path") == path)
    }

    @Test(
        "A command is split into words as in a shell",
        arguments: [
            (#"a 'b c' "d e" f\ g"#, ["a", "b c", "d e", "f g"]),
            (#"'it'\''s' "q\"\\\n" ''"#, ["it's", #"q"\\n"#, ""]),
            ("a \\\n  b # c\n", ["a", "b"]), (#"$'a\n\x41\u00e9\'\101'"#, ["a\nAé'A"]),
            (#""$A-${B}" '$C' $ \$D"#, ["{{A}}-{{B}}", "$C", "$", "$D"]), ("a\r\n", ["a"]),
            ("x#y", ["x#y"]),
        ]
    )
    func words(text: String, words: [String]) throws {
        let shell = try ShellText(text, file: "t.sh")
        #expect(shell.commands.map { $0.map(\.text) } == [words])
    }

    @Test(
        "Unreadable input is rejected with its line and the expected token",
        arguments: [
            ("\ncurl 'a", "t.sh:2: expected a closing ', got the end of the file"),
            ("curl \"a\n", "t.sh:1: expected a closing \", got the end of the file"),
            (
                "curl $(cat url)",
                "t.sh:1: expected a text, or a variable such as $TOKEN, got a command "
                    + "substitution, which would have to be run; replace it with its result or a "
                    + "variable"
            ),
            (
                "curl ${A:-b}/c",
                "t.sh:1: expected ${NAME}, got another expansion of the shell; replace it with its "
                    + "result or a variable"
            ),
            ("curl -v", "t.sh:1: expected a URL in the curl command, got none"),
            ("curl \\\n -H", "t.sh:2: expected a value behind -H, got the end of the command"),
            (
                "curl ftp://h.example/a",
                "t.sh:1: expected a URL that begins with http:// or https://, got "
                    + "\"ftp://h.example/a\""
            ),
            ("curl -X 'A B' h.example", "t.sh:1: expected a method such as POST, got \"A B\""),
            ("wget x", "t.sh: expected at least one curl command, got only wget"),
            ("", "t.sh: expected at least one curl command, got none"),
            (
                "curl -d '{{' h.example",
                "t.sh:1: expected \"{{\" to begin a template such as {{name}}, got \"{{\" without "
                    + "\"}}\" in \"{{\""
            ),
        ]
    )
    func refused(text: String, message: String) {
        let error = #expect(throws: InterchangeError.self) {
            try CurlImport.contract(from: text, file: "t.sh")
        }
        #expect(error?.description == message)
    }
}
