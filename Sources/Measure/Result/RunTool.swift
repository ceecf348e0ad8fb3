/// The program that measured.
package struct RunTool: Hashable, Sendable {
    package let version: String
    /// The C libraries in use, each as `name/version`.
    package let libraries: [String]

    package init(version: String, libraries: [String]) {
        self.version = version
        self.libraries = libraries
    }
}
