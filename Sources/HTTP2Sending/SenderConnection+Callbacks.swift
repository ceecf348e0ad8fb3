import CNGHTTP2
import HTTP

extension SenderConnection {
    /// A session of the library that calls back with a connection.
    static func makeSession(_ connection: UnsafeMutableRawPointer) -> OpaquePointer {
        var session: OpaquePointer?
        // Fails only when memory is exhausted.
        let status = nghttp2_session_client_new(&session, callbacks, connection)
        guard status == 0, let session else { preconditionFailure("nghttp2: \(status)") }
        var settings = [
            nghttp2_settings_entry(
                settings_id: Int32(NGHTTP2_SETTINGS_ENABLE_PUSH.rawValue),
                value: 0
            )
        ]
        nghttp2_submit_settings(session, 0, &settings, settings.count)
        nghttp2_session_set_local_window_size(session, 0, 0, 1 << 24)
        return session
    }

    /// Shared by all sessions, for the lifetime of the process.
    ///
    /// `unsafe`: never changed after its initialization.
    nonisolated(unsafe) private static let callbacks: OpaquePointer? = {
        var callbacks: OpaquePointer?
        guard nghttp2_session_callbacks_new(&callbacks) == 0 else { return nil }
        nghttp2_session_callbacks_set_on_header_callback(callbacks) {
            _,
            frame,
            name,
            nameCount,
            value,
            valueCount,
            _,
            connection in
            guard let frame else { return 0 }
            SenderConnection.of(connection).takeField(
                frame.pointee.hd.stream_id,
                UnsafeBufferPointer(start: name, count: nameCount),
                UnsafeBufferPointer(start: value, count: valueCount)
            )
            return 0
        }
        nghttp2_session_callbacks_set_on_data_chunk_recv_callback(callbacks) {
            _,
            _,
            stream,
            bytes,
            count,
            connection in
            let bytes = UnsafeBufferPointer(start: bytes, count: count)
            SenderConnection.of(connection).takeBody(stream, bytes)
            return 0
        }
        nghttp2_session_callbacks_set_on_frame_recv_callback(callbacks) { _, frame, connection in
            if let frame { SenderConnection.of(connection).takeFrame(frame.pointee) }
            return 0
        }
        nghttp2_session_callbacks_set_on_stream_close_callback(callbacks) {
            _,
            stream,
            code,
            connection in
            SenderConnection.of(connection).end(stream, code)
            return 0
        }
        return callbacks
    }()

    /// Supplies the next bytes of a request's body to the library.
    static let readBody: nghttp2_data_source_read_callback = {
        _,
        id,
        buffer,
        length,
        flags,
        _,
        connection in
        let connection = SenderConnection.of(connection)
        guard let stream = connection.streams[id], let buffer, let flags else {
            return Int(NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE.rawValue)
        }
        let body = stream.pending.request.body ?? []
        let part = body[stream.sent...].prefix(length)
        part.withUnsafeBufferPointer { part in
            if let start = part.baseAddress { buffer.update(from: start, count: part.count) }
        }
        connection.streams[id]?.sent += part.count
        if stream.sent + part.count == body.count {
            flags.pointee |= NGHTTP2_DATA_FLAG_EOF.rawValue
        }
        return part.count
    }

    /// The connection of a callback, which owns the calling session.
    private static func of(_ pointer: UnsafeMutableRawPointer?) -> SenderConnection {
        Unmanaged<SenderConnection>.fromOpaque(pointer.unsafelyUnwrapped).takeUnretainedValue()
    }

    /// Largest number of bytes stored of a response.
    private static let longestBody = 1 << 20

    private func takeField(
        _ id: Int32,
        _ name: UnsafeBufferPointer<UInt8>,
        _ value: UnsafeBufferPointer<UInt8>
    ) {
        if name.first == UInt8(ascii: ":") {
            let status = Int(String(decoding: value, as: UTF8.self)) ?? 0
            streams[id]?.status = status
        } else if let status = streams[id]?.status, status != 200 {
            streams[id]?.fields.append(
                String(decoding: name, as: UTF8.self),
                String(decoding: value, as: UTF8.self)
            )
        }
    }

    private func takeBody(_ id: Int32, _ bytes: UnsafeBufferPointer<UInt8>) {
        guard let kept = streams[id]?.body.count, kept + bytes.count <= Self.longestBody else {
            return
        }
        streams[id]?.body.append(contentsOf: bytes)
    }

    private func takeFrame(_ frame: nghttp2_frame) {
        let flags = UInt32(frame.hd.flags)
        switch nghttp2_frame_type(UInt32(frame.hd.type)) {
        case NGHTTP2_HEADERS, NGHTTP2_DATA:
            guard flags & NGHTTP2_FLAG_END_STREAM.rawValue != 0 else { return }
            streams[frame.hd.stream_id]?.isAnswered = true
        case NGHTTP2_SETTINGS: hasSettings = true
        case NGHTTP2_GOAWAY: isDraining = true
        default: break
        }
    }

    private func end(_ id: Int32, _ code: UInt32) {
        guard let stream = streams.removeValue(forKey: id) else { return }
        guard stream.isAnswered else {
            let isRefused = code == NGHTTP2_REFUSED_STREAM.rawValue
            return ended.append((stream.pending, isRefused ? .refused : .failed(.reset)))
        }
        if stream.status == 200 { isProved = true }
        let response = HTTPResponse(
            status: stream.status,
            version: "2",
            headers: stream.fields,
            body: stream.body
        )
        ended.append((stream.pending, .answered(response)))
    }
}
