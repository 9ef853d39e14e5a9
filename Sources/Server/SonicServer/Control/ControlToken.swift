import SonicProtocol

/// The token with which remote clients may watch and control a server (RFC 6750: `Authorization: Bearer TOKEN`).
public struct ControlToken: Sendable, Equatable {
    private let bytes: [UInt8]

    /// The minimum length of a token in characters: shorter ones can be guessed.
    public static let shortest = 16

    /// Creates a token; nil if it is too short, or is not visible ASCII, as a header requires.
    public init?(_ text: String) {
        bytes = Array(text.utf8)
        guard bytes.count >= Self.shortest, bytes.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return nil }
    }

    /// Returns whether a request contains the token, exactly once.
    func isNamed(by headers: Headers) -> Bool {
        let values = headers.values("Authorization")
        guard values.count == 1, let value = values.first?.bytes else { return false }
        let scheme = "bearer ".utf8
        guard Bytes.equalIgnoringCase(value.prefix(scheme.count), scheme) else { return false }
        return isEqual(to: Bytes.trimmed(value.dropFirst(scheme.count)))
    }

    /// Compares every byte, so that the time does not depend on the token.
    private func isEqual(to other: ArraySlice<UInt8>) -> Bool {
        var difference: UInt8 = other.count == bytes.count ? 0 : 1
        for (index, byte) in other.enumerated() { difference |= byte ^ bytes[index % bytes.count] }
        return difference == 0
    }
}
