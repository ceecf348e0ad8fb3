import CArticles

/// Files for other programs that are embedded in this program.
package enum GeneratorFiles {
    /// The locustfile that carries the messages of a run: Python.
    package static var locustfile: String {
        // A constant of the program that ends in a zero.
        unsafe String(cString: carticles_locustfile())
    }

    /// The manifest for Kubernetes with a coordinator and its generators: YAML.
    package static var manifest: String {
        // A constant of the program that ends in a zero.
        unsafe String(cString: carticles_manifest())
    }
}
