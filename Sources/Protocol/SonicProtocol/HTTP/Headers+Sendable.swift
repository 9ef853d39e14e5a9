/// What a server gives to be sent back, and cannot be.
///
/// Control characters other than the tab may stand in no header (RFC 9110 §5.5); from the wire or from a damaged file
/// they come all the same. A validator or a tag that holds one is none.
extension Headers {
    /// The first value under a name that is not empty, byte for byte; nil for none, and for one that cannot be sent.
    public func sendable(_ name: String) -> HeaderValue? {
        values(name).first { !$0.isEmpty && $0.isSendable }
    }

    /// A value that cannot be sent.
    public struct Unsendable: Sendable, Equatable {
        /// The name of its header.
        public let name: String
        /// The first control character in it.
        public let byte: UInt8

        /// What cannot be sent under a name; nil where there is no such value.
        public init?(_ name: String, in headers: Headers) {
            for value in headers.values(name) {
                guard let byte = value.bytes.first(where: { !Bytes.isSendable($0) }) else { continue }
                self.name = name
                self.byte = byte
                return
            }
            return nil
        }

        /// What is said of it.
        public var finding: Finding {
            Finding(
                .validatorUnsendable,
                "\(name) holds the control character 0x\(Bytes.hexadecimal([byte])) and cannot be sent back: "
                    + "it counts as missing")
        }
    }
}

extension [Finding] {
    /// Each of them once, in order.
    var distinct: [Finding] {
        var seen: [Finding] = []
        for finding in self where !seen.contains(finding) { seen.append(finding) }
        return seen
    }
}
