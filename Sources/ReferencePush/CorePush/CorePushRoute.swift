/// What a request asks for, by its path.
///
/// Further calls exist by name only; their paths are not known.
enum CorePushRoute: Hashable, Sendable {
    /// Registers a token, or removes it.
    case token(CorePushPlatform)
    case history
    case launch
    case send(CorePushPlatform, Manner)
    case feedback(CorePushPlatform)

    /// The ways of sending.
    enum Manner: Hashable, Sendable {
        /// To everybody, or to listed users with the answer after the delivery.
        case ordinary
        /// The answer comes at once.
        case asynchronous
        /// To apps built for development.
        case sandbox
    }

    /// `nil` for a path that is not offered.
    init?(path: String) {
        guard let route = Self.routes[path] else { return nil }
        self = route
    }

    private static let routes: [String: CorePushRoute] = [
        "/iphone_token_regist.php": .token(.iphone),
        "/android_token_regist.php": .token(.android),
        "/notify_history.php": .history,
        "/push_analytics.php": .launch,
        "/iphone_push_request.php": .send(.iphone, .ordinary),
        "/android_push_request.php": .send(.android, .ordinary),
        "/iphone_push_request_async.php": .send(.iphone, .asynchronous),
        "/android_push_request_async.php": .send(.android, .asynchronous),
        "/iphone_push_request_sandbox.php": .send(.iphone, .sandbox),
        "/iphone_feedback.php": .feedback(.iphone),
        "/android_feedback.php": .feedback(.android),
    ]
}
