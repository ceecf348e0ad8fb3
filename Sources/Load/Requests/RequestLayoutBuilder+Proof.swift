import Base
import Contract
import HTTP
import JSON
import Transport

extension RequestLayoutBuilder {
    /// Compares what a layout writes for the first arrival with what the contract's own encoder makes of the
    /// same values.
    ///
    /// - Parameters:
    ///   - laidOut: What was laid out here.
    ///   - audience: Who is sent to.
    ///   - seed: What random values are drawn from.
    /// - Throws: When they differ, or the request cannot go on the wire.
    func prove(
        _ laidOut: LaidOut,
        _ audience: LoadAudience?,
        seed: UInt64
    ) throws(TemplateError) {
        let moment = Timestamp(nanosecondsSince1970: 1_769_850_300_042_000_000)
        let arrival = RequestWriter.Arrival(index: 0, seed: seed, moment: moment)
        let values = SlotSample(arrival: arrival, audience: audience)
        var evaluator = evaluator
        evaluator.now = moment
        try bindRecipients(in: &evaluator, values)
        evaluator.standIns = DrawnStandIns(values, numbers: laidOut.drawnNumbers)
        let request = try preparation.prepared(request.template, using: &evaluator).request
        if let defect = request.defect { throw TemplateError(defect) }
        var output = ByteBuffer()
        var writer = RequestWriter(laidOut.layout, audience: audience)
        guard writer.write(arrival, to: &output) else {
            throw TemplateError(writer.failure?.description ?? "a recipient cannot be read")
        }
        guard Array(output.bytes) == Self.bytes(of: request) else {
            throw TemplateError(
                "a value that varies is changed otherwise than by escapes: compressed, hashed or cut"
            )
        }
    }

    /// As the layout writes it.
    private static func bytes(of request: HTTPRequest) -> [UInt8] {
        var head = "\(request.method) \(request.target) HTTP/1.1\r\n"
        for field in fields(of: request) { head += "\(field.name): \(field.value)\r\n" }
        if let body = request.body { head += "Content-Length: \(body.count)\r\n" }
        return Array((head + "\r\n").utf8) + (request.body ?? [])
    }

    private func bindRecipients(
        in evaluator: inout Evaluator,
        _ values: SlotSample
    ) throws(TemplateError) {
        guard let recipients, let audience = values.audience else { return }
        let first = audience.firstRecipient(ofArrival: values.arrival.index)
        var all: [JSONValue] = []
        for offset in 0..<audience.recipientCount(ofArrival: values.arrival.index) {
            all.append(
                try recipients.recipient(using: evaluator) { value, slot in
                    values.value(value, slot, ofRecipient: first + offset)
                }
            )
        }
        evaluator.scope["recipient"] = all.first
        evaluator.scope["recipients"] = .array(all)
    }
}
