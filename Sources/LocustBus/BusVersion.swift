import CMessagePack
import CZMQ

/// The libraries in use.
package enum BusVersion {
    /// `libzmq/4.3.4 msgpack-c/4.0.0`.
    package static var text: String {
        var (major, minor, patch) = (Int32(0), Int32(0), Int32(0))
        zmq_version(&major, &minor, &patch)
        let packer = msgpack_version().map { String(cString: $0) } ?? "unknown"
        return "libzmq/\(major).\(minor).\(patch) msgpack-c/\(packer)"
    }
}
