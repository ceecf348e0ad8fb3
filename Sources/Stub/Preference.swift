import Contract
import HTTP

/// What a client asks for with `Prefer` (RFC 7240): `code=E400008`, `code=201`.
struct Preference: Hashable {
    /// A code of the error catalogue, or a status of the operation; `nil` for none.
    let code: String?

    init(_ request: HTTPRequest) {
        let preferences = request.headers[all: "Prefer"].flatMap {
            $0.split { $0 == "," || $0 == ";" }
        }
        var code: String?
        for preference in preferences {
            let parts = preference.split(separator: "=", maxSplits: 1).map { part in
                String(part.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
            }
            guard parts.count == 2, parts[0].lowercased() == "code" else { continue }
            code = code ?? parts[1].filter { $0 != "\"" }
        }
        self.code = code
    }
}
