import Glibc

/// How many bytes came over the TCP connection of `socket`, the closing FIN counted as one.
///
/// libcurl does not tell a connection that was closed without a byte from one that was closed within
/// the first line of an answer; the kernel does. Zero when it does not say.
///
/// Source: `struct tcp_info` in linux/tcp.h, whose beginning never changes.
func receivedBytes(_ socket: Int32) -> UInt64 {
    let offset = 128  // tcpi_bytes_received
    var info = [UInt8](repeating: 0, count: offset + MemoryLayout<UInt64>.size)
    var size = socklen_t(info.count)
    let status = getsockopt(socket, Int32(IPPROTO_TCP), TCP_INFO, &info, &size)
    guard status == 0, Int(size) == info.count else { return 0 }
    return info.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: UInt64.self) }
}
