/// The directives of Cache-Control (RFC 9111 §5.2), case-insensitive, in order, including unknown ones.
public struct CacheDirectives: Hashable, Sendable {
    private let directives: [Directive]

    private struct Directive: Hashable {
        /// The name in lower case.
        var name: String
        /// A token, or a quoted string without its quotes: both forms are equivalent (§5.2). Nil for none, empty for
        /// one that is malformed.
        var argument: String?
    }

    /// The number of seconds of a directive.
    public enum Seconds: Hashable, Sendable {
        /// The directive is missing.
        case absent
        /// 0 to 2³¹; larger numbers are 2³¹ (§1.2.2).
        case count(Int64)
        /// The directive is present, but its argument is missing or not such a number.
        case invalid
    }

    /// Parses the values of Cache-Control.
    public init(_ lines: [String]) {
        directives = lines.flatMap { Headers.memberBytes(of: $0).map(Self.directive) }
    }

    /// Parses the directives of a response.
    public init(response headers: Headers) { self.init(headers.all("cache-control")) }

    /// Parses the directives of a request; `Pragma: no-cache` counts if there is no Cache-Control (RFC 9111 §5.4).
    public init(request headers: Headers) {
        let lines = headers.all("cache-control")
        guard lines.isEmpty else {
            self.init(lines)
            return
        }
        let pragma = CacheDirectives(headers.all("pragma"))
        self.init(pragma.has("no-cache") ? ["no-cache"] : [])
    }

    /// Whether the directive of this lower-case name is present, with any argument.
    public func has(_ name: String) -> Bool { directives.contains { $0.name == name } }

    /// Returns the seconds of a directive. If it is repeated, the first one counts (RFC 9111 §4.2.1).
    public func seconds(_ name: String) -> Seconds {
        guard let directive = directives.first(where: { $0.name == name }) else { return .absent }
        return directive.argument.flatMap(DeltaSeconds.parse).map { .count($0) } ?? .invalid
    }

    /// Whether the directive is present without an argument.
    public func isBare(_ name: String) -> Bool {
        directives.first { $0.name == name }.map { $0.argument == nil } ?? false
    }

    private static func directive(_ bytes: ArraySlice<UInt8>) -> Directive {
        guard let equals = bytes.firstIndex(of: UInt8(ascii: "=")) else {
            return Directive(name: Bytes.text(bytes).lowercased(), argument: nil)
        }
        let name = bytes[..<equals]
        let trimmed = Bytes.trimmed(name)
        // A blank next to `=` makes the argument invalid, but the directive still restricts.
        let argument = trimmed.count == name.count ? argument(bytes[(equals + 1)...]) : ""
        return Directive(name: Bytes.text(trimmed).lowercased(), argument: argument)
    }

    private static func argument(_ bytes: ArraySlice<UInt8>) -> String {
        guard bytes.first == UInt8(ascii: "\"") else { return Bytes.text(bytes) }
        let isClosed = bytes.count >= 2 && bytes.last == UInt8(ascii: "\"")
        return isClosed ? Bytes.text(bytes.dropFirst().dropLast()) : ""
    }
}

/// Parses delta-seconds (RFC 9111 §1.2.2).
public enum DeltaSeconds {
    /// The value of numbers that are too large.
    public static let greatest: Int64 = 1 << 31

    /// Parses ASCII digits, clamped to `greatest`; nil for any other text.
    public static func parse(_ text: String) -> Int64? {
        guard !text.isEmpty, text.utf8.allSatisfy(\.isASCIIDigit) else { return nil }
        var value: Int64 = 0
        for digit in text.utf8 {
            value = min(value * 10 + Int64(digit - UInt8(ascii: "0")), greatest)
        }
        return value
    }
}
