import Base
import LoadModel

extension NodeDecoder where Value == Double {
    /// Arrivals per second: `500/s`, `1.5/s`, `30/m` or `3600/h`.
    static var rate: NodeDecoder<Double> {
        NodeDecoder("rate") { node, diagnostics in
            if let text = node.stringValue, let rate = EventRate.perSecond(text) { return rate }
            diagnostics.mismatch(
                "a rate such as 500/s",
                at: node,
                hint: "a rate is a number and /s, /m or /h"
            )
            return nil
        }
    }
}

extension NodeDecoder where Value == Fraction {
    /// A share such as `99%` or `0.1%`.
    static var share: NodeDecoder<Fraction> {
        NodeDecoder("share") { node, diagnostics in
            if let share = node.stringValue.flatMap({ Fraction(percent: $0) }) {
                if share <= Fraction(1) { return share }
                diagnostics.error("expected at most 100%, got \(node.kindAndValue)", at: node)
                return nil
            }
            diagnostics.mismatch("a share such as 99% or 0.1%", at: node)
            return nil
        }
    }
}
