import Contract
import Cryptography
import HTTP
import JSON
import ReportText

/// Requests and responses as JSON, for reports.
enum ExchangeObject {
    /// Adds the request as a command, and the response or why there is none.
    static func add(_ exchange: ExchangeRecord, of step: StepResult, to object: inout JSONObject) {
        // Exchanges of passed steps are left out: they would be most of the file.
        if step.outcome != .passed {
            object["curl"] = .string(CurlCommand(exchange.request).description)
            object["response"] = exchange.response.map(response)
        }
        if exchange.response?.wasSentAgain == true { object["sentAgain"] = true }
        switch exchange.retry {
        case .waited(let wait): object["waitedSeconds"] = .number(.real(wait.seconds))
        case .renewed: object["tokenRenewed"] = true
        case nil: break
        }
        object["failure"] = exchange.failure.map { failure in
            ["kind": .string(failure.kind.rawValue), "detail": .string(failure.detail)]
        }
    }

    /// Status, fields, body and phase times; a binary body is in Base64.
    static func response(_ response: HTTPResponse) -> JSONValue {
        var object = JSONObject()
        object["status"] = .integer(response.status)
        object["version"] = .string(response.version)
        object["headers"] = .array(
            response.headers.fields.map { field in
                ["name": .string(field.name), "value": .string(field.value)]
            }
        )
        if let text = String(validating: response.body, as: UTF8.self) {
            object["body"] = .string(text)
        } else {
            object["bodyBase64"] = .string(Base64.encode(response.body))
        }
        object["phasesSeconds"] = [
            "nameLookup": seconds(response.phases.nameLookup),
            "connect": seconds(response.phases.connect),
            "tlsHandshake": seconds(response.phases.tlsHandshake),
            "firstByte": seconds(response.phases.firstByte),
            "total": seconds(response.phases.total),
        ]
        return .object(object)
    }

    private static func seconds(_ duration: Duration) -> JSONValue {
        .number(.real(duration.seconds))
    }
}
