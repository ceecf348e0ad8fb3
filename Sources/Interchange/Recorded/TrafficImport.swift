import Base
import Contract
import HTTP
import JSON

/// Makes a contract out of traffic that passed through a proxy.
package enum TrafficImport {
    /// Makes the contract.
    ///
    /// - Parameters:
    ///   - exchanges: In the order in which the requests came.
    ///   - name: What `doc` pointers call the recording.
    ///   - remarks: What the reader must know besides.
    /// - Returns: The contract, which can be loaded as it is; `nil` when nothing was recorded.
    package static func contract(
        of exchanges: [RecordedExchange],
        name: String,
        remarks: [String] = []
    ) -> ImportedContract? {
        guard !exchanges.isEmpty else { return nil }
        var transfer = TrafficTransfer(name: name)
        return transfer.draft(exchanges, remarks).imported
    }
}

/// Traffic on its way into a contract.
private struct TrafficTransfer {
    private let title: String
    private var volatileFields = VolatileFields()
    private let name: String

    init(name: String) {
        self.name = name
        title = "Traffic recorded as \(name)"
    }

    mutating func draft(
        _ exchanges: [RecordedExchange],
        _ remarks: [String]
    ) -> ContractDraft {
        var drafter = JourneyDrafter(
            document: .init(key: "record", title: title, file: name),
            title: title
        )
        let seen = exchanges.enumerated().map { observed($1, number: $0 + 1) }
        let journeys = seen.compactMap(\.self).map {
            ObservedJourney(name: "case", exchanges: [$0])
        }
        drafter.contract.remarks = remarks
        if let remark = volatileFields.remark("they come from the client's machine or vary") {
            drafter.contract.remarks.append(remark)
        }
        return drafter.draft(journeys)
    }

    private mutating func observed(
        _ exchange: RecordedExchange,
        number: Int
    ) -> ObservedExchange? {
        guard let url = ObservedURL(exchange.request.url) else { return nil }
        var request = ObservedRequest(method: exchange.request.method, url: url)
        request.headers = exchange.request.headers.fields.map { ($0.name, $0.value) }
        if let body = exchange.request.body {
            request.body = String(validating: body, as: UTF8.self).map(ObservedRequest.Body.text)
        }
        var observed = ObservedExchange(
            request: volatileFields.removed(from: request),
            doc: "record#\(number)"
        )
        var answer = ObservedAnswer(status: exchange.response.status)
        answer.headers = exchange.response.headers.fields.map { ($0.name, $0.value) }
        do {
            answer.body = try Subject(exchange.response, to: exchange.request).content()
        } catch {
            answer.body = nil
        }
        observed.answer = answer
        return observed
    }
}
