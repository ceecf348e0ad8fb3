import CNGHTTP2

// Callbacks of nghttp2 for the client's frames. Each gets the session as `owner`, which outlives the
// nghttp2_session; all run on the thread of the connection, within a call of `receive` or `takeOutput`.
extension HTTP2Session {
    static func setCallbacks(_ callbacks: OpaquePointer?) {
        nghttp2_session_callbacks_set_on_begin_headers_callback(callbacks) { _, frame, owner in
            guard let frame, frame.pointee.headers.cat == NGHTTP2_HCAT_REQUEST else { return 0 }
            HTTP2Session.of(owner)?.begin(frame.pointee.hd.stream_id)
            return 0
        }
        nghttp2_session_callbacks_set_on_header_callback(callbacks) {
            _,
            _,
            name,
            nameLength,
            value,
            valueLength,
            _,
            owner in
            HTTP2Session.of(owner)?.add(
                UnsafeBufferPointer(start: name, count: nameLength),
                UnsafeBufferPointer(start: value, count: valueLength)
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
            HTTP2Session.of(owner)?.addBody(bytes, to: stream)
            return 0
        }
        nghttp2_session_callbacks_set_on_frame_recv_callback(callbacks) { _, frame, owner in
            if let frame { HTTP2Session.of(owner)?.received(frame.pointee.hd) }
            return 0
        }
        nghttp2_session_callbacks_set_on_stream_close_callback(callbacks) { _, stream, _, owner in
            HTTP2Session.of(owner)?.close(stream)
            return 0
        }
    }

    /// The session of a callback; not retained, because it owns the caller.
    private static func of(_ owner: UnsafeMutableRawPointer?) -> HTTP2Session? {
        owner.map { Unmanaged<HTTP2Session>.fromOpaque($0).takeUnretainedValue() }
    }

    private func received(_ head: nghttp2_frame_hd) {
        switch nghttp2_frame_type(UInt32(head.type)) {
        case NGHTTP2_HEADERS:
            endFields()
            fallthrough
        case NGHTTP2_DATA:
            if head.flags & UInt8(NGHTTP2_FLAG_END_STREAM.rawValue) != 0 { finish(head.stream_id) }
        default: break
        }
    }
}
