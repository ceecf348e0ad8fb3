internal import CYAML

/// Which libyaml this process runs with.
package enum YAMLVersion {
    /// `libyaml/0.2.5`.
    package static var text: String {
        // The string is static; libyaml owns it.
        "libyaml/" + String(cString: yaml_get_version_string())
    }
}
