/// A URL, split at the start of its path.
struct OriginAndPath {
    /// Scheme, host and port; `nil` for a URL that is only a path.
    let origin: String?
    /// Without a final slash; `nil` when nothing is left then.
    let path: String?

    init(_ url: String) {
        var path: Substring
        if let scheme = url.firstRange(of: "://") {
            let rest = url[scheme.upperBound...]
            let slash = rest.firstIndex(of: "/") ?? rest.endIndex
            origin = String(url[..<slash])
            path = rest[slash...]
        } else {
            origin = nil
            path = url.hasPrefix("/") ? url[...] : "/" + url[...]
        }
        while path.last == "/" { path.removeLast() }
        self.path = path.isEmpty ? nil : String(path)
    }
}
