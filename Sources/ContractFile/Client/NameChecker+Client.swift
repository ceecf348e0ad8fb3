import Contract

extension NameChecker {
    /// Goes through what the file says of the client library, in the order in which it is worked
    /// out; what used files say was checked with them.
    ///
    /// - Parameter names: The names that are defined for every case.
    func checkClient(_ names: Set<String>) {
        var known = names
        if let client = context.contract.client {
            let isOwn = client.location.file == context.file
            if isOwn { check(client.state.flatMap(\.value.templates), names) }
            known.formUnion(client.state.map(\.name))
            if isOwn { check(client.bindings, &known) }
            known.formUnion(client.bindings.map(\.name))
            if isOwn {
                check(client.requires.flatMap(\.templates), known.union(["request"]))
                check(client.outcomes.flatMap(\.templates), known)
            }
        }
        for call in context.contract.calls where call.location.file == context.file {
            check(call, known)
        }
    }

    private func check(_ call: ClientCall, _ names: Set<String>) {
        var known = names.union(call.arguments.map(\.name))
        check(call.bindings, &known)
        check(call.requires.flatMap(\.templates), known)
        for request in call.performs {
            check(request.conditions.flatMap(\.templates), known)
            check(request.request, known)
            check(request.captures.flatMap(\.templates), known)
            known.formUnion(request.captures.map(\.name))
        }
        check(call.updates.flatMap(\.value.templates), known)
        check(call.returns?.templates ?? [], known)
    }

    /// The names that a client and a call of it define.
    func clientNames(_ call: ClientCall) -> [String] {
        let client = context.contract.client
        return call.arguments.map(\.name) + (client?.state.map(\.name) ?? [])
            + (client?.bindings.map(\.name) ?? [])
    }
}
