import CNGHTTP2
import HTTP

// The callbacks of nghttp2 for the client's frames. Every callback gets the session as `owner`, which outlives the
// nghttp2_session; all run on the server's thread within a call of `receive` or `takeOutput`.
extension HTTP2ServerSession {
    static func setCallbacks(_ callbacks: OpaquePointer?) {
        nghttp2_session_callbacks_set_on_begin_headers_callback(callbacks) { _, frame, owner in
            HTTP2ServerSession.of(owner)?.begin(frame)
            return 0
        }
        nghttp2_session_callbacks_set_on_header_callback(callbacks) {
            _,
            frame,
            name,
            nameLength,
            value,
            valueLength,
            _,
            owner in
            guard let frame else { return 0 }
            let name = UnsafeBufferPointer(start: name, count: nameLength)
            let value = UnsafeBufferPointer(start: value, count: valueLength)
            HTTP2ServerSession.of(owner)?.add(
                String(decoding: name, as: UTF8.self),
                String(decoding: value, as: UTF8.self),
                to: frame.pointee.hd.stream_id
            )
            return 0
        }
        nghttp2_session_callbacks_set_on_data_chunk_recv_callback(callbacks) {
            _,
            _,
            stream,
            data,
            length,
            owner in
            let bytes = UnsafeBufferPointer(start: data, count: length)
            HTTP2ServerSession.of(owner)?.add(bytes, to: stream)
            return 0
        }
        nghttp2_session_callbacks_set_on_frame_recv_callback(callbacks) { _, frame, owner in
            if let frame { HTTP2ServerSession.of(owner)?.received(frame.pointee) }
            return 0
        }
        nghttp2_session_callbacks_set_on_invalid_frame_recv_callback(callbacks) {
            _,
            _,
            code,
            owner in
            HTTP2ServerSession.of(owner)?.noteInvalidFrame(code)
            return 0
        }
        nghttp2_session_callbacks_set_on_frame_send_callback(callbacks) { _, frame, owner in
            if let frame { HTTP2ServerSession.of(owner)?.sent(frame.pointee) }
            return 0
        }
        nghttp2_session_callbacks_set_on_stream_close_callback(callbacks) { _, stream, _, owner in
            _ = HTTP2ServerSession.of(owner)?.streams.removeValue(forKey: stream)
            return 0
        }
    }

    /// The session that a callback is for; not retained, because the session owns the caller.
    static func of(_ owner: UnsafeMutableRawPointer?) -> HTTP2ServerSession? {
        owner.map { Unmanaged<HTTP2ServerSession>.fromOpaque($0).takeUnretainedValue() }
    }

    private func begin(_ frame: UnsafePointer<nghttp2_frame>?) {
        guard let frame, frame.pointee.headers.cat == NGHTTP2_HCAT_REQUEST else { return }
        streams[frame.pointee.hd.stream_id] = Stream()
        let count = streams.count
        worker.record {
            $0.connections[connection].mostStreams = max(
                $0.connections[connection].mostStreams,
                count
            )
        }
    }

    private func add(_ name: String, _ value: String, to stream: Int32) {
        switch name {
        case ":method": streams[stream]?.method = value
        case ":path": streams[stream]?.path = value
        case ":authority": streams[stream]?.authority = value
        case ":scheme": break
        default: streams[stream]?.fields.append(name, value)
        }
    }

    private func add(_ bytes: UnsafeBufferPointer<UInt8>, to stream: Int32) {
        streams[stream]?.body.append(contentsOf: bytes)
        guard case .after(let delay) = behaviour.windowUpdates else { return }
        let count = bytes.count
        worker.after(delay) { [weak self] in
            guard let raw = self?.raw else { return }
            nghttp2_session_consume(raw, stream, count)
        }
    }

    private func received(_ frame: nghttp2_frame) {
        let isAcknowledgement = frame.hd.flags & UInt8(NGHTTP2_FLAG_ACK.rawValue) != 0
        switch nghttp2_frame_type(UInt32(frame.hd.type)) {
        case NGHTTP2_HEADERS, NGHTTP2_DATA:
            if frame.hd.flags & UInt8(NGHTTP2_FLAG_END_STREAM.rawValue) != 0 {
                streams[frame.hd.stream_id]?.isWhole = true
                endRequest(frame.hd.stream_id)
            } else if behaviour.responsesEarly {
                endRequest(frame.hd.stream_id)
            }
        case NGHTTP2_RST_STREAM:
            let code = HTTP2Server.ErrorCode(rawValue: frame.rst_stream.error_code)
            worker.record { $0.resetsReceived[code, default: 0] += 1 }
        case NGHTTP2_GOAWAY:
            let code = HTTP2Server.ErrorCode(rawValue: frame.goaway.error_code)
            worker.record { $0.goAwaysReceived[code, default: 0] += 1 }
        case NGHTTP2_PING where isAcknowledgement:
            guard let goAway = announced else { return }
            announced = nil
            submit(goAway, last: nghttp2_session_get_last_proc_stream_id(raw))
        default: break
        }
    }

    private func noteInvalidFrame(_ code: Int32) {
        let isAboveLimit = code == NGHTTP2_ERR_REFUSED_STREAM.rawValue
        worker.record {
            if isAboveLimit { $0.streamsAboveLimit += 1 } else { $0.invalidFrames += 1 }
        }
    }

    private func sent(_ frame: nghttp2_frame) {
        switch nghttp2_frame_type(UInt32(frame.hd.type)) {
        case NGHTTP2_HEADERS, NGHTTP2_DATA:
            guard let stream = streams[frame.hd.stream_id], let response = stream.response else {
                return
            }
            if frame.hd.flags & UInt8(NGHTTP2_FLAG_END_STREAM.rawValue) != 0 {
                worker.record { $0.responses[response.status, default: 0] += 1 }
                if !stream.isWhole { reset(frame.hd.stream_id, .noError) }
            } else {
                resetAfterBody(frame.hd.stream_id)
            }
        case NGHTTP2_RST_STREAM:
            let code = HTTP2Server.ErrorCode(rawValue: frame.rst_stream.error_code)
            worker.record { $0.resetsSent[code, default: 0] += 1 }
        case NGHTTP2_GOAWAY:
            let code = HTTP2Server.ErrorCode(rawValue: frame.goaway.error_code)
            worker.record { $0.goAwaysSent[code, default: 0] += 1 }
        default: break
        }
    }
}
