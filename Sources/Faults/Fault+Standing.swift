import HTTP

extension Fault {
    /// Why a hop that stands for itself cannot bring this fault about; `nil` when it can.
    ///
    /// `isTLS` says whether clients speak TLS with the server behind it.
    package func obstacle(isTLS: Bool) -> String? {
        if isTLS, action.needsCleartext {
            return "\(action.name.rawValue) needs HTTP that can be read, and TLS hides it; "
                + "drop-after, empty and reset do without"
        }
        guard action == .refuse, request != nil else { return nil }
        return "refuse befalls every request: a connection that is refused is never seen, and so "
            + "cannot be counted"
    }
}
