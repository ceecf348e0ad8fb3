import Contract

extension [PromiseResult] {
    /// What to know of the count of judged promises: `; of 2 not every case ran`; empty when each
    /// that is held was tried by all its cases.
    func remark(upTo level: Basis) -> String {
        let count = count { $0.isPartlyTried && $0.basis <= level }
        return count == 0 ? "" : "; of \(count) not every case ran"
    }
}
