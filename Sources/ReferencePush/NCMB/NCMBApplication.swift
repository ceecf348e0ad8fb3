import Synchronization

/// One application: its keys and its data.
final class NCMBApplication: Sendable {
    let applicationKey: String
    /// The client key's characters.
    let clientKey: [UInt8]
    let data: Mutex<NCMBData>

    init(_ credentials: NCMBCredentials, seed: UInt64, historyLimit: Int) {
        applicationKey = credentials.applicationKey
        clientKey = Array(credentials.clientKey.utf8)
        data = Mutex(NCMBData(seed: seed, historyLimit: historyLimit))
    }
}
