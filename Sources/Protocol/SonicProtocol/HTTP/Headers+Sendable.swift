/// Values that a server expects back but that cannot be sent.
///
/// Headers must not contain control characters other than the tab (RFC 9110 §5.5), but some are received from the
/// network or read from damaged files. A validator or tag that contains one counts as missing.
extension Headers {
    /// Returns the first value of a header that is not empty and can be sent, byte for byte; nil if there is none.
    public func sendable(_ name: String) -> HeaderValue? {
        values(name).first { !$0.isEmpty && $0.isSendable }
    }

    /// A value that cannot be sent.
    public struct Unsendable: Sendable, Equatable {
        /// The name of its header.
        public let name: String
        /// The first control character in it.
        public let byte: UInt8

        /// Finds a value of this header that cannot be sent; nil if there is none.
        public init?(_ name: String, in headers: Headers) {
            for value in headers.values(name) {
                guard let byte = value.bytes.first(where: { !Bytes.isSendable($0) }) else { continue }
                self.name = name
                self.byte = byte
                return
            }
            return nil
        }

        /// The finding about it.
        public var finding: Finding {
            Finding(
                .validatorUnsendable,
                "\(name) contains the control character 0x\(Bytes.hexadecimal([byte])) and cannot be sent back: "
                    + "it counts as missing")
        }
    }
}

extension [Finding] {
    /// The distinct findings, in order.
    var distinct: [Finding] {
        var seen: [Finding] = []
        for finding in self where !seen.contains(finding) { seen.append(finding) }
        return seen
    }
}
