import CCurl
import Glibc

/// Data shared by the connections of an opener: addresses of names, and TLS sessions for resumption.
///
/// `@unchecked Sendable`: `raw` and `locks` are set in `init` and freed in `deinit`; libcurl locks around shared
/// data.
final class ConnectionShare: @unchecked Sendable {
    /// Used by handles that retain this object.
    let raw: UnsafeMutableRawPointer
    /// Owned; one for each kind of data.
    private let locks: UnsafeMutablePointer<pthread_mutex_t>

    private static let lockCount = Int(CURL_LOCK_DATA_LAST.rawValue)

    /// - Throws: A `CurlError` when memory is missing, or libcurl does not support sharing.
    init() throws(CurlError) {
        guard let raw = curl_share_init() else {
            throw CurlError(call: "curl_share_init", code: CURLE_OUT_OF_MEMORY)
        }
        self.raw = raw
        locks = .allocate(capacity: Self.lockCount)
        for index in 0..<Self.lockCount { pthread_mutex_init(locks + index, nil) }
        let lock: curl_lock_function = { _, data, _, locks in
            pthread_mutex_lock(ConnectionShare.mutex(data, in: locks))
        }
        let unlock: curl_unlock_function = { _, data, locks in
            pthread_mutex_unlock(ConnectionShare.mutex(data, in: locks))
        }
        let codes = [
            ccurl_share_locks(raw, lock, unlock, locks),
            ccurl_share(raw, CURL_LOCK_DATA_DNS),
            ccurl_share(raw, CURL_LOCK_DATA_SSL_SESSION),
        ]
        guard codes.allSatisfy({ $0 == CURLSHE_OK }) else {
            throw CurlError(call: "curl_share_setopt", code: CURLE_FAILED_INIT)
        }
    }

    deinit {
        // This call takes the locks.
        curl_share_cleanup(raw)
        for index in 0..<Self.lockCount { pthread_mutex_destroy(locks + index) }
        locks.deallocate()
    }

    private static func mutex(
        _ data: curl_lock_data,
        in locks: UnsafeMutableRawPointer?
    ) -> UnsafeMutablePointer<pthread_mutex_t> {
        guard let locks else { preconditionFailure("libcurl lost the locks") }
        return locks.assumingMemoryBound(to: pthread_mutex_t.self) + Int(data.rawValue)
    }
}
