package import JSON

/// Provider states of a service by name, each with its effect.
package struct StateTable<Service: Sendable>: Sendable, ExpressibleByDictionaryLiteral {
    /// Result of beginning or ending one state.
    package struct Effect: Sendable {
        fileprivate let apply:
            @Sendable (Service, StateChange) throws(StateChangeError) -> JSONObject

        /// A state without variables.
        package static func change(
            _ body:
                @escaping @Sendable (Service) -> (StateChange) throws(StateChangeError) -> Void
        ) -> Effect {
            Effect { service, change throws(StateChangeError) in
                try body(service)(change)
                return JSONObject()
            }
        }

        /// A state with variables for the following steps.
        package static func variables(
            _ body:
                @escaping @Sendable (Service) -> (StateChange) throws(StateChangeError) ->
                JSONObject
        ) -> Effect {
            Effect { service, change throws(StateChangeError) in try body(service)(change) }
        }

        /// A state of one device, whose token is in a parameter.
        static func device(
            _ parameter: String,
            _ body: @escaping @Sendable (Service, _ token: String, StateAction) -> Void
        ) -> Effect {
            .change { service in
                { change throws(StateChangeError) in
                    body(service, try change.token(parameter), change.action)
                }
            }
        }
    }

    private var effects: [String: Effect]

    package init(dictionaryLiteral effects: (String, Effect)...) {
        self.effects = Dictionary(uniqueKeysWithValues: effects)
    }

    /// The table with states that have the same effect, for the cases of an enum.
    func adding<Name: RawRepresentable<String> & CaseIterable & Sendable>(
        _ names: Name.Type,
        _ body: @escaping @Sendable (Service, Name, StateAction) -> Void
    ) -> StateTable {
        var table = self
        for name in Name.allCases {
            table.effects[name.rawValue] = .change { service in
                { change in body(service, name, change.action) }
            }
        }
        return table
    }

    /// Every name, sorted.
    package var names: [String] { effects.keys.sorted() }

    /// Begins or ends a state.
    ///
    /// - Returns: Variables for the following steps; may be empty.
    /// - Throws: For an unknown state, or invalid parameters.
    package func apply(
        _ change: StateChange,
        to service: Service
    ) throws(StateChangeError) -> JSONObject {
        guard let effect = effects[change.state] else {
            throw .unknownState(change.state, known: names)
        }
        return try effect.apply(service, change)
    }
}
