import Contract
import JSON

/// What every promise, operation and error can say of itself.
struct FactKeys: KeyGroup {
    let doc = Key("doc", .node("doc"))
    let summary = Key("summary", .summary)
    let basis = DefaultKey("basis", .basis, default: Basis.documented, "documented")
    let waived = Key("waived", .node(WaiverKeys.self))
    let untestable = Key(
        "untestable",
        NodeDecoder.filled("a reason").described(by: "untestable")
    )
    let noDefect = Key(
        "noDefect",
        NodeDecoder.filled("a reason").described(by: "noDefect")
    )
}
