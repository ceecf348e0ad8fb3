/// Why a run ended before its schedule.
package enum RunCut: Hashable, Sendable {
    /// Somebody asked for it.
    case interrupted
    /// A threshold cannot be met any more: its index.
    case threshold(Int)
    /// For the length of a timeout there was no connection, and none could be opened.
    case noConnection(String)
    /// The recipients could not be read any more, as their file changed: where and how.
    case audience(String)
}
