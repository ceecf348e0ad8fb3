import CArticles

/// Files for other programs that the program carries in it.
package enum GeneratorFiles {
    /// What Locust loads to carry the messages of a run: Python.
    package static var locustfile: String {
        // A constant of the program that ends in a zero.
        unsafe String(cString: carticles_locustfile())
    }

    /// What Kubernetes starts a coordinator and its generators with: YAML.
    package static var manifest: String {
        // A constant of the program that ends in a zero.
        unsafe String(cString: carticles_manifest())
    }
}
