package import Base
import CCurl
import CTLS
import Glibc
import Platform
import Synchronization

/// Facts about opening a connection that libcurl does not report: addresses, failed calls, and the progress of TLS.
///
/// `@unchecked Sendable`: `store` is set in `init`; all else is behind the lock. Callbacks receive it without a
/// reference: the handle of the connection keeps it alive.
final class OpeningNotes: @unchecked Sendable {
    private struct State {
        var addresses: [[UInt8]] = []
        var socketError: Int32 = 0
        var isResumed = false
        var wantsCertificate = false
        var hasAlert = false
        var whenNamed: (@Sendable () -> Void)?
    }

    /// The trusted certificates, owned by the `TLSContext`; `nil` leaves that to libcurl.
    let store: OpaquePointer?
    private let state: Mutex<State>

    /// - Parameters:
    ///   - store: The certificates to trust.
    ///   - whenNamed: Called once, as soon as the name of the server is resolved.
    init(store: OpaquePointer? = nil, whenNamed: (@Sendable () -> Void)? = nil) {
        self.store = store
        state = Mutex(State(whenNamed: whenNamed))
    }

    /// Whether an earlier session of TLS was resumed.
    var isResumed: Bool { state.withLock { $0.isResumed } }

    /// Whether the server requested a certificate.
    var wantsCertificate: Bool { state.withLock { $0.wantsCertificate } }

    /// Whether the other side sent an alert of TLS.
    var hasAlert: Bool { state.withLock { $0.hasAlert } }

    static func from(_ context: UnsafeMutableRawPointer?) -> OpeningNotes? {
        context.map { Unmanaged<OpeningNotes>.fromOpaque($0).takeUnretainedValue() }
    }
}

// MARK: - Sockets

extension OpeningNotes {
    /// CURLOPT_OPENSOCKETFUNCTION, called once the name is resolved.
    static let openSocket: curl_opensocket_callback = { context, _, address in
        guard let notes = OpeningNotes.from(context), let address else { return -1 }
        let socket = OwnDescriptor.socket(
            family: address.pointee.family,
            type: address.pointee.socktype,
            protocol: address.pointee.protocol
        )
        let error = socket < 0 ? errno : 0
        // The address is libcurl's memory, with the declared length.
        let bytes = withUnsafeBytes(of: &address.pointee.addr) { start in
            Array(
                UnsafeRawBufferPointer(
                    start: start.baseAddress,
                    count: Int(address.pointee.addrlen)
                )
            )
        }
        notes.note(address: bytes, error: error)
        return socket
    }

    private func note(address: [UInt8], error: Int32) {
        let whenNamed = state.withLock { state in
            state.addresses.append(address)
            if error != 0 { state.socketError = error }
            defer { state.whenNamed = nil }
            return state.whenNamed
        }
        whenNamed?()
    }

    /// Resource of this machine whose lack prevented a connection.
    ///
    /// - Parameters:
    ///   - code: Result of libcurl.
    ///   - systemError: Error number of the failed call, if libcurl knows it.
    /// - Returns: `nil` for another reason.
    func localTrouble(_ code: CURLcode, systemError: Int32) -> LocalTrouble? {
        let (addresses, socketError) = state.withLock { ($0.addresses, $0.socketError) }
        switch code {
        case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY:
            return Self.lacksFiles ? .files : .name
        case CURLE_OPERATION_TIMEDOUT: return addresses.isEmpty ? .name : nil
        case CURLE_OUT_OF_MEMORY: return Self.lacksFiles ? .files : .memory
        case CURLE_COULDNT_CONNECT, CURLE_INTERFACE_FAILED: break
        default: return nil
        }
        switch LocalTrouble(systemError: socketError != 0 ? socketError : systemError) {
        case .ports? where systemError == EADDRNOTAVAIL:
            // Systems without IPv6 return the same error for an IPv6 address.
            let areReachable = addresses.allSatisfy { Self.connectError(SOCK_DGRAM, $0) == 0 }
            return areReachable || addresses.contains(where: Self.lacksPorts) ? .ports : nil
        case let trouble: return trouble
        }
    }

    /// Whether no other file can be opened, which resolving a name takes.
    private static var lacksFiles: Bool {
        let file = open("/dev/null", O_RDONLY | O_CLOEXEC)
        guard file < 0 else {
            close(file)
            return false
        }
        return errno == EMFILE || errno == ENFILE
    }

    /// Whether an address can be reached, and no port is left to do it from.
    private static func lacksPorts(_ address: [UInt8]) -> Bool {
        connectError(SOCK_DGRAM, address) == 0
            && connectError(SOCK_STREAM, address) == EADDRNOTAVAIL
    }

    /// The immediate error of connecting a new socket; zero for success.
    private static func connectError(_ type: __socket_type, _ address: [UInt8]) -> Int32 {
        address.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress, bytes.count >= MemoryLayout<sa_family_t>.size
            else {
                return EINVAL
            }
            let family = Int32(bytes.loadUnaligned(as: sa_family_t.self))
            let flags = SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue
            let socket = Glibc.socket(family, Int32(type.rawValue | flags), 0)
            guard socket >= 0 else { return errno }
            defer { close(socket) }
            let target = start.assumingMemoryBound(to: sockaddr.self)
            let status = connect(socket, target, socklen_t(bytes.count))
            return status == 0 || errno == EINPROGRESS ? 0 : errno
        }
    }
}

extension LocalTrouble {
    /// By the number of a call of the system that failed; `nil` when the machine was not at fault.
    package init?(systemError: Int32) {
        switch systemError {
        case EADDRNOTAVAIL, EADDRINUSE: self = .ports
        case EMFILE, ENFILE: self = .files
        case ENOBUFS, ENOMEM: self = .memory
        case EPERM, EACCES: self = .permission
        default: return nil
        }
    }
}

// MARK: - TLS

extension OpeningNotes {
    /// Records the progress of TLS for connections of `context`, an SSL_CTX.
    func watch(_ context: UnsafeMutableRawPointer?) {
        let argument = Unmanaged.passUnretained(self).toOpaque()
        ctls_watch(context, argument) { connection, event, _ in
            guard let connection else { return }
            let isResumed = ctls_is_resumption(connection, event) == 1
            guard isResumed || ctls_is_alert(event) == 1 else { return }
            OpeningNotes.from(ctls_argument(connection))?.state.withLock { state in
                if isResumed { state.isResumed = true } else { state.hasAlert = true }
            }
        }
        ctls_watch_request(context, argument) { _, argument in
            OpeningNotes.from(argument)?.state.withLock { $0.wantsCertificate = true }
            return 1
        }
    }
}
