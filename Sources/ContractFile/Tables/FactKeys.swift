import Contract
import JSON

/// What every promise, operation and error can say of itself.
struct FactKeys: KeyGroup {
    let doc = Key("doc", .node("doc"))
    let summary = Key("summary", .summary)
    let basis = DefaultKey("basis", .basis, default: Basis.documented, "documented")
    let waived = Key("waived", .node(WaiverKeys.self))
    let unprovokable = Key(
        "unprovokable",
        NodeDecoder.filled("a reason").described(by: "unprovokable")
    )
    let undefectable = Key(
        "undefectable",
        NodeDecoder.filled("a reason").described(by: "undefectable")
    )
}
