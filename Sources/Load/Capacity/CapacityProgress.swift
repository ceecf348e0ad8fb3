package import Measure

/// How a search stands, for people who watch it.
package enum CapacityProgress: Sendable {
    /// A step lasts; told once a second.
    case running(CapacityStep, LoadPlan, LoadProgress)
    case ended(CapacityTrial)
}
