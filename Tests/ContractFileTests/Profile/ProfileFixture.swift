import Contract
import ContractFile
import JSON
import Profile

/// A profile that was read from memory, and its diagnostics.
struct LoadedProfile {
    let profile: LoadProfile?
    /// `line:column: message` for each error, with its hint in brackets.
    let errors: [String]
    let warnings: [String]
    /// Diagnostics of thresholds before a run, in the form of `errors`.
    let forecast: [String]

    /// The contract next to it.
    static let contract = """
        contract: "1"
        targets: { api: { documented: "https://api.example.com" }, other: { documented: "https://other.example.com" } }
        variables: { appKey: { default: key } }
        failure: { when: { jsonpath: $.ok, equals: false }, code: { jsonpath: $.code } }
        errors: { E400001: { status: 200 }, EMPTY: { status: 400, code: none } }
        operations:
          createPush: { request: { method: POST, path: /push, json: { message: hello } } }
          findPush: { request: { method: GET, path: /push } }

        """

    /// Reads `loads/a.yaml`, with `devices.csv` in the same folder.
    init(
        _ text: String,
        contract more: String = "",
        devices: String = "token,os\nt1,ios\nt2,android\n"
    ) {
        let files = [
            "loads/a.yaml": text, "push.yaml": Self.contract + more, "loads/devices.csv": devices,
        ]
        let library = ContractLibrary(
            files: InMemoryFiles(files: files.mapValues { Array($0.utf8) })
        )
        profile = library.profile(at: "loads/a.yaml")
        errors = library.diagnostics.list.filter { $0.severity == .error }.map(Self.text)
        warnings = library.diagnostics.list.filter { $0.severity == .warning }.map(Self.text)
        let known = library.diagnostics.list.count
        if let profile {
            library.warnOfThinThresholds(in: profile)
            library.warnOfShortStages(in: profile)
        }
        forecast = library.diagnostics.list[known...].map(Self.text)
    }

    private static func text(_ diagnostic: Diagnostic) -> String {
        let place = diagnostic.location
        let hint = diagnostic.hint.map { " [\($0)]" } ?? ""
        return "\(place.line):\(place.column): \(diagnostic.message)\(hint)"
    }

    /// A profile with the given lines: lines 1 and 2 are its version and contract, 3 its sends, 4 its load; others
    /// follow.
    static func text(
        sends: String = "[{ call: createPush }]",
        load: String = "{ stages: [{ rate: 10/s, for: 10s }] }",
        more: String = ""
    ) -> String {
        """
        profile: "1"
        contract: ../push.yaml
        sends: \(sends)
        load: \(load)
        \(more)

        """
    }
}
