import CNGHTTP2
import HTTP

extension HTTP2ServerSession {
    /// Counts a complete request, and does what the behaviour defines for it.
    func endRequest(_ id: Int32) {
        guard let stream = streams[id], !stream.isCounted else { return }
        streams[id]?.isCounted = true
        let request = HTTP2Server.Request(
            number: worker.nextRequestNumber(),
            connection: connection,
            stream: id,
            method: stream.method,
            path: stream.path,
            authority: stream.authority,
            fields: stream.fields,
            body: stream.body
        )
        requestCount += 1
        let identity = behaviour.identityField.flatMap { request.fields[$0] }
        worker.record { $0.add(request, identity: identity) }
        give(behaviour.answer(request), to: id)
        goOn(after: id)
    }

    /// Performs the actions of the behaviour for the current request count.
    private func goOn(after stream: Int32) {
        for change in behaviour.limitChanges where change.requests == requestCount {
            later(change.delay) { $0.setLimit(change.limit) }
        }
        if let pause = behaviour.pause, pause.requests == requestCount {
            worker.pause(for: pause.length)
        }
        if let goAway = behaviour.goAway, goAway.requests == requestCount { send(goAway) }
        sendRawBytes(at: .request(requestCount), stream: stream)
    }

    private func give(_ answer: HTTP2Server.Answer, to stream: Int32) {
        switch answer {
        case .response(let response): later(response.delay) { $0.send(response, on: stream) }
        case .reset(let code, let delay): later(delay) { $0.reset(stream, code) }
        case .silence: break
        }
    }

    /// Runs an action at once if the delay is zero, otherwise after the delay unless the connection is over by then.
    private func later(_ delay: Duration, _ action: @escaping (HTTP2ServerSession) -> Void) {
        guard delay > .zero else { return action(self) }
        worker.after(delay) { [weak self] in
            if let self, raw != nil { action(self) }
        }
    }

    func reset(_ stream: Int32, _ code: HTTP2Server.ErrorCode) {
        nghttp2_submit_rst_stream(raw, 0, stream, code.rawValue)
    }

    private func send(_ response: HTTP2Server.Response, on id: Int32) {
        guard let stream = streams[id] else { return }
        streams[id]?.response = response
        for status in response.interim {
            Self.withFields(status, HTTPFields()) {
                nghttp2_submit_headers(raw, 0, id, nil, $0.baseAddress, $0.count, nil)
            }
        }
        let isEmpty = response.body.isEmpty && response.trailers.fields.isEmpty
        let hasData = stream.method != "HEAD" && !(isEmpty && response.resetCode == nil)
        var body = nghttp2_data_provider()
        body.read_callback = Self.readBody
        Self.withFields(response.status, response.fields) { fields in
            if hasData {
                nghttp2_submit_response(raw, id, fields.baseAddress, fields.count, &body)
            } else {
                nghttp2_submit_response(raw, id, fields.baseAddress, fields.count, nil)
            }
        }
    }

    /// Resets a stream whose response requests it, once all of its body is sent.
    func resetAfterBody(_ id: Int32) {
        guard let stream = streams[id], let response = stream.response,
            let code = response.resetCode, stream.sent == response.body.count
        else { return }
        streams[id]?.response = nil
        reset(id, code)
    }

    private static let readBody: nghttp2_data_source_read_callback = {
        _,
        id,
        buffer,
        length,
        flags,
        _,
        owner in
        guard let session = HTTP2ServerSession.of(owner), let buffer, let flags else { return 0 }
        return session.read(id, UnsafeMutableBufferPointer(start: buffer, count: length), flags)
    }

    /// Fills a frame with the next part of a response's body.
    private func read(
        _ id: Int32,
        _ buffer: UnsafeMutableBufferPointer<UInt8>,
        _ flags: UnsafeMutablePointer<UInt32>
    ) -> Int {
        let deferred = Int(NGHTTP2_ERR_DEFERRED.rawValue)
        guard let stream = streams[id], let response = stream.response else { return deferred }
        let part = response.body[stream.sent...].prefix(buffer.count)
        if part.isEmpty && (response.resetCode != nil || response.staysOpen) { return deferred }
        _ = buffer.update(fromContentsOf: part)
        streams[id]?.sent += part.count
        let isLast = stream.sent + part.count == response.body.count
        guard isLast, response.resetCode == nil, !response.staysOpen else { return part.count }
        flags.pointee |= NGHTTP2_DATA_FLAG_EOF.rawValue
        if !response.trailers.fields.isEmpty {
            flags.pointee |= NGHTTP2_DATA_FLAG_NO_END_STREAM.rawValue
            Self.withFields(nil, response.trailers) {
                nghttp2_submit_trailer(raw, id, $0.baseAddress, $0.count)
            }
        }
        return part.count
    }

    /// Arranges fields for nghttp2, which copies them.
    private static func withFields(
        _ status: Int?,
        _ fields: HTTPFields,
        _ body: (UnsafeBufferPointer<nghttp2_nv>) -> Int32
    ) {
        let pairs =
            (status.map { [(":status", "\($0)")] } ?? [])
            + fields.fields.map { ($0.name.lowercased(), $0.value) }
        var text = pairs.flatMap { Array($0.0.utf8) + Array($0.1.utf8) }
        text.withUnsafeMutableBufferPointer { text in
            var next = text.baseAddress
            let laidOut = pairs.map { name, value in
                let (nameLength, valueLength) = (name.utf8.count, value.utf8.count)
                defer { next = next.map { $0 + nameLength + valueLength } }
                return nghttp2_nv(
                    name: next,
                    value: next.map { $0 + nameLength },
                    namelen: nameLength,
                    valuelen: valueLength,
                    flags: 0
                )
            }
            let status = laidOut.withUnsafeBufferPointer(body)
            precondition(status == 0, "nghttp2 takes no fields: error \(status)")
        }
    }
}
