extension Step {
    /// The promises it is judged for outside set-up: one that provokes nothing is judged for the
    /// success of its operation or call, unless its own expectation asks for something else.
    package var promises: [String] {
        // What goes on in the background is judged where somebody waits for it.
        guard background == nil else { return [] }
        guard provokes.isEmpty else { return provokes }
        // What comes of a fault says nothing of the server.
        guard fault == nil else { return [] }
        let wantsOther =
            expectation?.error != nil || (expectation?.status != nil && !statesSuccess)
            || expectation?.transport.isEmpty == false
        return wantsOther ? [] : (operation ?? call?.id).map { [$0] } ?? []
    }
}
