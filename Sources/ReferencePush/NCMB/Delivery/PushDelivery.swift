/// One step of the delivery of one push.
struct PushDelivery: Hashable, Sendable {
    /// What happens at its time.
    enum Step: Hashable, Sendable {
        /// The push is being delivered from now on.
        case begin
        /// The push has reached whom it can reach.
        case finish
    }

    let push: ObjectID
    /// The push's revision the step was planned for.
    let revision: Int
    let step: Step
}
