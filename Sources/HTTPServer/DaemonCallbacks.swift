import Base
import CMicroHTTPD
import HTTP

// The callbacks run on the daemon's threads, always on the same one for a connection. `context` is the
// `DaemonCore`.

/// Called with the request line; the target is not decoded yet, and is copied here.
func beginRequest(
    context: UnsafeMutableRawPointer?,
    target: UnsafePointer<CChar>?,
    connection: OpaquePointer?
) -> UnsafeMutableRawPointer? {
    guard let context, let target, let connection else { return nil }
    let daemon = Unmanaged<DaemonCore>.fromOpaque(context).takeUnretainedValue()
    let exchange = daemon.exchange(target: String(cString: target), connection: connection)
    // Owned by the request until `completeRequest`.
    return Unmanaged.passRetained(exchange).toOpaque()
}

/// Called once for the head, once for each piece of the body, and once at the end.
func handleRequest(
    context: UnsafeMutableRawPointer?,
    connection: OpaquePointer?,
    url: UnsafePointer<CChar>?,
    method: UnsafePointer<CChar>?,
    version: UnsafePointer<CChar>?,
    upload: UnsafePointer<CChar>?,
    uploadBytes: UnsafeMutablePointer<Int>?,
    request: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
    guard let context, let connection, let uploadBytes, let held = request?.pointee else {
        return .NO
    }
    let daemon = Unmanaged<DaemonCore>.fromOpaque(context).takeUnretainedValue()
    let exchange = Unmanaged<ArrivingRequest>.fromOpaque(held).takeUnretainedValue()
    guard exchange.isBegun else {
        return daemon.begin(exchange, connection: connection, method: method, version: version)
    }
    guard uploadBytes.pointee > 0 else {
        return daemon.answer(exchange, connection: connection)
    }
    let piece = UnsafeRawBufferPointer(start: upload, count: uploadBytes.pointee)
    uploadBytes.pointee = 0
    return exchange.append(piece) ? .YES : .NO
}

/// Called after the response was sent, or the connection failed.
func completeRequest(
    context: UnsafeMutableRawPointer?,
    connection: OpaquePointer?,
    request: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
    reason: MHD_RequestTerminationCode
) {
    guard let context, let request, let held = request.pointee else { return }
    request.pointee = nil
    let daemon = Unmanaged<DaemonCore>.fromOpaque(context).takeUnretainedValue()
    daemon.end(Unmanaged<ArrivingRequest>.fromOpaque(held).takeRetainedValue())
}

/// A connection was accepted, or is about to be closed.
func changeConnection(
    context: UnsafeMutableRawPointer?,
    connection: OpaquePointer?,
    stored: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
    change: MHD_ConnectionNotificationCode
) {
    guard let context, let connection, let stored else { return }
    let daemon = Unmanaged<DaemonCore>.fromOpaque(context).takeUnretainedValue()
    if change == .CONNECTION_NOTIFY_STARTED {
        let record = ConnectionRecord(descriptor: cmhd_socket(connection))
        daemon.add(record)
        // Owned by the connection until it is closed.
        stored.pointee = Unmanaged.passRetained(record).toOpaque()
    } else if let held = stored.pointee {
        stored.pointee = nil
        daemon.remove(Unmanaged<ConnectionRecord>.fromOpaque(held).takeRetainedValue())
    }
}

/// Adds a field line to the `HTTPFields` at `context`.
func appendHeader(
    context: UnsafeMutableRawPointer?,
    kind: MHD_ValueKind,
    name: UnsafePointer<CChar>?,
    nameBytes: Int,
    value: UnsafePointer<CChar>?,
    valueBytes: Int
) -> MHD_Result {
    guard let context, let name else { return .NO }
    let fields = context.assumingMemoryBound(to: HTTPFields.self)
    let nameText = UnsafeRawBufferPointer(start: name, count: nameBytes)
    let valueText = UnsafeRawBufferPointer(start: value, count: valueBytes)
    // Blanks around a value are not part of it (RFC 9110 §5.5); the library leaves those at its end.
    fields.pointee.append(
        String(decoding: nameText, as: UTF8.self),
        String(decoding: valueText, as: UTF8.self).trimmed
    )
    return .YES
}
