import SonicProtocol

/// What a client elsewhere has to know to watch and steer a server (RFC 6750: `Authorization: Bearer TOKEN`).
public struct ControlToken: Sendable, Equatable {
    private let bytes: [UInt8]

    /// The shortest token, in characters: shorter ones are guessed.
    public static let shortest = 16

    /// A token; nil for one that is too short, or that a header cannot hold: it is visible ASCII.
    public init?(_ text: String) {
        bytes = Array(text.utf8)
        guard bytes.count >= Self.shortest, bytes.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return nil }
    }

    /// Whether a request names it, once.
    func isNamed(by headers: Headers) -> Bool {
        let values = headers.values("Authorization")
        guard values.count == 1, let value = values.first?.bytes else { return false }
        let scheme = "bearer ".utf8
        guard Bytes.equalIgnoringCase(value.prefix(scheme.count), scheme) else { return false }
        return isEqual(to: Bytes.trimmed(value.dropFirst(scheme.count)))
    }

    /// Compares every byte, whatever the first ones are, so that the time it takes says nothing of the token.
    private func isEqual(to other: ArraySlice<UInt8>) -> Bool {
        var difference: UInt8 = other.count == bytes.count ? 0 : 1
        for (index, byte) in other.enumerated() { difference |= byte ^ bytes[index % bytes.count] }
        return difference == 0
    }
}
