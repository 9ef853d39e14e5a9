/// One of VasSonic's two clients, whose rules for responses are in docs/reference/protocol.md#phones.
public enum ClientModel: String, Sendable, CaseIterable {
    /// The iOS framework.
    case ios
    /// The Android SDK, in its usual mode.
    case android

    /// The display name.
    public var title: String {
        switch self {
        case .ios: "iOS"
        case .android: "Android"
        }
    }
}
