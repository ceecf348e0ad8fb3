import Contract
package import JSON

/// NIFCLOUD mobile backend's push API, as documented.
package final class NCMBService: ReferenceService {
    package let name = "ncmb"
    package let limits = ServiceLimits(requestLineBytes: 8 * 1_024, bodyBytes: 16 << 20)

    package init() {}

    package func handle(_ request: ServiceRequest) -> ServiceResponse {
        let error = NCMBError.noService
        return ServiceResponse(
            status: error.status,
            headers: HTTPFields([.init(name: "Content-Type", value: "application/json")]),
            body: Array("{\"code\":\"\(error.code)\",\"error\":\"\(error.message)\"}".utf8)
        )
    }

    package func change(
        state: String,
        params: JSONObject,
        action: StateAction
    ) throws(StateChangeError) -> JSONObject {
        throw .unknownState(state, known: [])
    }

    package func stop() {}
}
