import Base
import Contract
import DeliveryFeed
import HTTP
import JSON
import Profile
import Transport

extension RequestLayoutBuilder {
    /// Arrivals compared: a template that sorts or cuts values may work for some and fail for others.
    private static let provenCount: UInt64 = 8

    /// Compares the requests that a layout writes for the first arrivals, each on another day, with those that the
    /// contract's own encoder makes from the same values.
    ///
    /// - Parameters:
    ///   - laidOut: The layout to check.
    ///   - audience: Recipients of the requests.
    ///   - seed: Seed of random values.
    /// - Throws: A `TemplateError` when they differ, or the request is not valid on the wire.
    func prove(
        _ laidOut: LaidOut,
        _ audience: LoadAudience?,
        seed: UInt64
    ) throws(TemplateError) {
        var output = ByteBuffer()
        var writer = RequestWriter(laidOut.layout, audience: audience)
        if let token { writer.setToken(Array(token.text.utf8)) }
        let values = UnsafeMutablePointer<CapturedValues>.allocate(capacity: 1)
        values.initialize(to: CapturedValues())
        defer {
            values.deinitialize(count: 1)
            values.deallocate()
        }
        writer.captured = UnsafePointer(values)
        let first = Timestamp(nanosecondsSince1970: 1_769_850_300_042_000_000)
        for index in 0..<Self.provenCount {
            let moment = first.advanced(byNanoseconds: Int64(index) * 90_061_001_000_000)
            let arrival = RequestWriter.Arrival(index: index, seed: seed, moment: moment)
            let request = try request(of: arrival, laidOut, audience)
            if let defect = request.defect { throw TemplateError(defect) }
            values.pointee.removeAll()
            for name in captured {
                let sample = Self.sample(name, arrival)
                let isText = sample.stringValue != nil
                values.pointee.append(sample.scalarText.utf8, isText: isText)
            }
            guard writer.write(arrival, to: &output) else {
                throw TemplateError(writer.failure?.description ?? "a recipient cannot be read")
            }
            guard Array(output.bytes) == bytes(of: request) else {
                throw TemplateError(
                    "a value that varies is changed otherwise than by escapes, a hash of the whole or "
                        + "compression: cut, sorted, or changed after it was signed"
                )
            }
        }
    }

    /// The request of an arrival, made by the contract's own encoder.
    private func request(
        of arrival: RequestWriter.Arrival,
        _ laidOut: LaidOut,
        _ audience: LoadAudience?
    ) throws(TemplateError) -> HTTPRequest {
        let values = SlotSample(arrival: arrival, audience: audience)
        var evaluator = evaluator
        evaluator.now = arrival.moment
        try bindRecipients(in: &evaluator, values)
        for name in captured { evaluator.scope[name] = Self.sample(name, arrival) }
        evaluator.standIns = DrawnStandIns(values, numbers: laidOut.drawnNumbers)
        var preparation = preparation
        if let token { preparation.accessToken = token.text }
        return try preparation.prepared(request.template, using: &evaluator).request
    }

    /// A value that an earlier step might have captured.
    private static func sample(_ name: String, _ arrival: RequestWriter.Arrival) -> JSONValue {
        let isNumber = arrival.index % 2 == 1
        return isNumber ? .integer(Int(arrival.index)) : .string("\(name)-\(arrival.index)")
    }

    /// As the layout writes it.
    private func bytes(of request: HTTPRequest) -> [UInt8] {
        var head = "\(request.method) \(target(of: request)) HTTP/1.1\r\n"
        for field in Self.fields(of: request, over: transport) {
            head += "\(field.name): \(field.value)\r\n"
        }
        if let body = request.body { head += "Content-Length: \(body.count)\r\n" }
        return Array((head + "\r\n").utf8) + (request.body ?? [])
    }

    private func bindRecipients(
        in evaluator: inout Evaluator,
        _ values: SlotSample
    ) throws(TemplateError) {
        if let run {
            evaluator.scope[LoadProfile.Delivery.markerName] = .string(
                DeliveryMarker.beginning(run: run) + "\(values.arrival.index)"
            )
        }
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
