/// The two systems a push can go to.
package enum DeviceType: String, Hashable, Sendable, CaseIterable {
    case ios, android
}
