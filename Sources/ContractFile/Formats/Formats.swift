import JSON

extension Format {
    /// Contracts.
    package static let contract = Format(
        title: "Assay contract, version 1",
        root: ContractKeys.self,
        tables: opening + SchemeType.allCases.flatMap { $0.forms + $0.parts } + promises,
        definitions: ValueDefinitions.values + ValueDefinitions.names + ValueDefinitions.requests
            + ValueDefinitions.computed + ValueDefinitions.asserts + ValueDefinitions.rules
            + ValueDefinitions.schemas
    )

    /// What a contract says of the service as a whole.
    private static let opening: [any KeyTable.Type] = [
        InfoKeys.self, DocumentKeys.self, TargetKeys.self, VariableKeys.self,
        EncodingKeys.self, FailureKeys.self, FailureFieldKeys.self, StateKeys.self,
        GenerateKeys.self, WaivedFindingKeys.self,
    ]

    /// What it promises, and how that is tried.
    private static let promises: [any KeyTable.Type] = [
        ListenerKeys.self, ListenerResponseKeys.self, ListenerTLSKeys.self,
        OperationKeys.self, RequestKeys.self, PartKeys.self, AcceptanceKeys.self,
        ResponseKeys.self,
        PromiseKeys.self, DetailedErrorKeys.self, ErrorEntryKeys.self, CodePatternKeys.self,
        WaiverKeys.self, EventsKeys.self, CaseKeys.self, RowsKeys.self, StepKeys.self,
        TamperKeys.self, PollingKeys.self, FaultKeys.self, ReceivedStepKeys.self,
        GroupStepKeys.self,
        StepGroupKeys.self, ExpectationKeys.self, AssertionKeys.self, PredicateKeys.self,
        CaptureKeys.self, ClientKeys.self, ClientErrorKeys.self, RequirementKeys.self,
        RequestRequirementKeys.self, OutcomeKeys.self, ExchangeConditionKeys.self,
        TransportChoiceKeys.self, CallKeys.self, ClientRequestKeys.self, AlternativeKeys.self,
    ]

    /// Load profiles, whose steps and requests are those of contracts.
    package static let profile = Format(
        title: "Assay load profile, version 1",
        root: ProfileKeys.self,
        tables: [
            ProfileInfoKeys.self, AudienceKeys.self, SendKeys.self, SendExpectationKeys.self,
            ScenarioKeys.self, JourneyKeys.self, JourneyStepKeys.self, JourneyPauseKeys.self,
            ThinkTimeKeys.self, DeliveryKeys.self, DeliverySinkKeys.self,
            CheckKeys.self, PrepareKeys.self, CleanupKeys.self, LoadKeys.self,
            ConnectionRangeKeys.self, RateStageKeys.self,
            ConnectionStageKeys.self,
            ThresholdKeys.self,
        ],
        definitions: ValueDefinitions.profiles,
        base: Base(.contract)
    )

    /// Inventories of documents, whose names of promises are those of contracts.
    package static let inventory = Format(
        title: "Assay inventory, version 1",
        root: InventoryKeys.self,
        tables: [
            TracedDocumentKeys.self, StatementKeys.self, ContradictionKeys.self, AsideKeys.self,
        ],
        definitions: ValueDefinitions.inventories,
        base: Base(.contract)
    )

    /// Deliberate defects of reference services.
    package static let defects = Format(
        title: "Assay defects, version 1",
        root: DefectFileKeys.self,
        tables: [ReplyKeys.self, DefectKeys.self, MessageEditKeys.self],
        definitions: ValueDefinitions.defects,
        base: Base(.contract)
    )
}
