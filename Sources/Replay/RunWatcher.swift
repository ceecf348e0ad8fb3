package import Contract

/// Is told how a run goes while it goes, from any thread.
package protocol RunWatcher: Sendable {
    /// So many cases are about to run; what was told before is of another run.
    func willRun(cases: Int)
    /// A step begins.
    ///
    /// - Parameter label: The operation it calls, or what else it is called.
    /// - Returns: What its end is told by.
    func began(_ label: String) -> Int
    /// A step has ended: the one for which `began(_:)` returned this.
    func ended(_ step: Int)
    /// A case has ended, or was found not to be run.
    func ended(_ result: CaseResult)
}
