import Base
package import HTTPServer
import JSON

/// One knob of a sink: its name, its values, and its option on the command line.
package struct SinkKnob: Sendable {
    /// The values of a knob, and where they are in `SinkKnobs`.
    package enum Value: Sendable {
        package typealias Place<Content> = any WritableKeyPath<SinkKnobs, Content> & Sendable

        case duration(Place<Duration>)
        /// From 0 to 1.
        case share(Place<Double>)
        case count(Place<Int>, ClosedRange<Int>)
        case stalls(Place<StallCycle?>)
    }

    /// Its name at the control address.
    package let name: String
    package let value: Value
    /// Its option of `assay serve`; `nil` if an option of all servers sets it.
    package var option: String?
    /// The only sink that has the option; `nil` for every sink.
    package var service: String?
    package var help = ""
}

extension SinkKnob.Value {
    func json(in knobs: SinkKnobs) -> JSONValue {
        switch self {
        case .duration(let place): .string(TimeSpan.text(of: knobs[keyPath: place]))
        case .share(let place): .number(.real(knobs[keyPath: place]))
        case .count(let place, _): .integer(knobs[keyPath: place])
        case .stalls(let place): knobs[keyPath: place].map { .string($0.description) } ?? .null
        }
    }

    /// Sets the knob.
    ///
    /// - Returns: `false` for an invalid value, which changes nothing.
    func set(_ value: JSONValue, in knobs: inout SinkKnobs) -> Bool {
        switch self {
        case .duration(let place):
            guard let duration = value.stringValue.flatMap(TimeSpan.duration) else { return false }
            knobs[keyPath: place] = duration
        case .share(let place):
            guard case .number(let number) = value, (0...1).contains(number.doubleValue) else {
                return false
            }
            knobs[keyPath: place] = number.doubleValue
        case .count(let place, let range):
            guard let number = value.intValue, range.contains(number) else { return false }
            knobs[keyPath: place] = number
        case .stalls(let place):
            let stalls = value.stringValue.flatMap { StallCycle($0) }
            guard stalls != nil || value == .null else { return false }
            knobs[keyPath: place] = stalls
        }
        return true
    }

    /// Description of the valid values.
    var expected: String {
        switch self {
        case .duration: return "a duration such as \"5ms\""
        case .share: return "a share from 0 to 1"
        case .count(_, let range):
            let most = range.upperBound == .max ? "" : " to \(range.upperBound)"
            return "a number from \(range.lowerBound)\(most)"
        case .stalls: return "null, or \"every=10s,for=500ms\""
        }
    }
}
