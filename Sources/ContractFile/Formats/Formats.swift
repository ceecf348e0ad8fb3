import JSON

extension Format {
    /// Contracts.
    package static let contract = Format(
        title: "Assay contract, version 1",
        root: ContractKeys.self,
        tables: [
            InfoKeys.self, DocumentKeys.self, TargetKeys.self, VariableKeys.self,
            EncodingKeys.self, FailureKeys.self, FailureFieldKeys.self, StateKeys.self,
            HMACSchemeKeys.self, APIKeySchemeKeys.self, BearerSchemeKeys.self,
            BasicSchemeKeys.self, JWTSchemeKeys.self, OAuth2SchemeKeys.self,
            TokenRequestKeys.self, SignedParameterKeys.self, SignaturePlaceKeys.self,
            ResponseSignatureKeys.self, ListenerKeys.self, ListenerAnswerKeys.self,
            OperationKeys.self, RequestKeys.self, PartKeys.self, ResponseKeys.self,
            PromiseKeys.self, DetailedErrorKeys.self, ErrorEntryKeys.self, CodePatternKeys.self,
            WaiverKeys.self, CaseKeys.self, RowsKeys.self, StepKeys.self, TamperKeys.self,
            PollingKeys.self, FaultKeys.self, ReceivedStepKeys.self, GroupStepKeys.self,
            StepGroupKeys.self, ExpectationKeys.self, AssertionKeys.self, PredicateKeys.self,
            CaptureKeys.self, ClientKeys.self, ClientErrorKeys.self, RequirementKeys.self,
            RequestRequirementKeys.self, OutcomeKeys.self, ExchangeConditionKeys.self,
            TransportChoiceKeys.self, CallKeys.self, ClientRequestKeys.self, AlternativeKeys.self,
        ],
        definitions: ValueDefinitions.values + ValueDefinitions.names + ValueDefinitions.requests
            + ValueDefinitions.computed + ValueDefinitions.asserts + ValueDefinitions.rules
            + ValueDefinitions.schemas
    )

    /// Load profiles, whose steps and requests are those of contracts.
    package static let profile = Format(
        title: "Assay load profile, version 1",
        root: ProfileKeys.self,
        tables: [
            ProfileInfoKeys.self, AudienceKeys.self, SendKeys.self, SendExpectationKeys.self,
            CheckKeys.self, LoadKeys.self, RateStageKeys.self, ConnectionStageKeys.self,
            ThresholdKeys.self,
        ],
        definitions: ValueDefinitions.profiles,
        base: Base(.contract, path: "../contracts/contract-1.schema.json")
    )
}
