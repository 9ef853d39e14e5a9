import Exchanges
import SonicProtocol

/// What makes this program's own sessions worse on purpose, from now on.
public struct Impairment: Sendable, Equatable {
    /// The fault of all responses to pages; nil for none.
    public var fault: ResponseFault?
    /// The rate of bodies; nil for as fast as possible.
    public var rate: Rate?
    /// The time for which each request waits; nil for none.
    public var delay: Duration?

    /// No impairment.
    public init() {}

    /// A part of an impairment, by the name of the command that begins and ends it.
    public enum Kind: String, Sendable {
        /// `fault`
        case fault
        /// `slow`
        case slow
        /// `delay`
        case delay
    }

    /// What is on, with its value.
    package var parts: [(kind: Kind, value: String)] {
        let parts: [(Kind, String?)] = [
            (.fault, fault?.name), (.slow, rate?.name), (.delay, delay?.inWholeUnit),
        ]
        return parts.compactMap { kind, value in value.map { (kind, $0) } }
    }

    /// Ends a part.
    package mutating func end(_ kind: Kind) {
        switch kind {
        case .fault: fault = nil
        case .slow: rate = nil
        case .delay: delay = nil
        }
    }

    /// A rate of transfer.
    public struct Rate: Sendable, Equatable {
        /// Its name, as typed.
        public let name: String
        /// The bytes in a second.
        public let bytesPerSecond: Int

        /// The rates that have names, with what they stand for: those of DevTools.
        public static let named = [
            Rate(name: "3G", bytesPerSecond: 180_000), Rate(name: "2G", bytesPerSecond: 31_000),
        ]

        private init(name: String, bytesPerSecond: Int) {
            (self.name, self.bytesPerSecond) = (name, bytesPerSecond)
        }

        /// Parses `3G`, `2G`, or bytes in a second, such as `50K`, `1M` and `800`; nil for anything else.
        public init?(_ text: String) {
            let text = text.uppercased()
            if let rate = Self.named.first(where: { $0.name == text }) {
                self = rate
                return
            }
            let units = ["K": 1000, "M": 1_000_000]
            let unit = text.last.flatMap { units[String($0)] }
            guard let number = Int(unit == nil ? text[...] : text.dropLast()),
                (1...1_000_000).contains(number)
            else { return nil }
            self.init(name: text, bytesPerSecond: number * (unit ?? 1))
        }
    }
}
