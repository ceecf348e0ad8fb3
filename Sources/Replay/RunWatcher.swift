package import Contract

/// Receives the progress of a run, from any thread.
package protocol RunWatcher: Sendable {
    /// This number of cases are about to run; earlier reports belong to another run.
    func willRun(cases: Int)
    /// A step begins.
    ///
    /// - Parameter label: The operation it calls, or another name.
    /// - Returns: The handle by which its end is reported.
    func began(_ label: String) -> Int
    /// A step has ended: the one for which `began(_:)` returned this.
    func ended(_ step: Int)
    /// A case has ended, or will not run.
    func ended(_ result: CaseResult)
}
