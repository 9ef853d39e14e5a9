/// The directives of a message's Cache-Control (RFC 9111 §5.2), in any case, in order, unknown ones included.
public struct CacheDirectives: Hashable, Sendable {
    private let directives: [Directive]

    private struct Directive: Hashable {
        /// In lower case.
        var name: String
        var argument: Argument
    }

    private enum Argument: Hashable {
        case none
        /// A token, or a quoted string without its quotes: both forms mean the same (§5.2).
        case text(String)
        case malformed
    }

    /// A number of seconds that a directive gives.
    public enum Seconds: Hashable, Sendable {
        /// The directive is not there.
        case absent
        /// 0 to 2³¹; larger numbers are 2³¹ (§1.2.2).
        case count(Int64)
        /// The directive is there, and its argument is missing or no such number.
        case invalid
    }

    /// The directives of lines of Cache-Control.
    public init(_ lines: [String]) {
        directives = lines.flatMap { FieldList.memberBytes(of: $0).map(Self.directive) }
    }

    /// The directives of a response.
    public init(response headers: Headers) {
        self.init(headers.all("cache-control"))
    }

    /// The directives of a request; `Pragma: no-cache` is one where there is no Cache-Control (RFC 9111 §5.4).
    public init(request headers: Headers) {
        let lines = headers.all("cache-control")
        guard lines.isEmpty else {
            self.init(lines)
            return
        }
        let pragma = CacheDirectives(headers.all("pragma"))
        self.init(pragma.has("no-cache") ? ["no-cache"] : [])
    }

    /// Whether the directive of this name, in lower case, is there, whatever its argument.
    public func has(_ name: String) -> Bool {
        directives.contains { $0.name == name }
    }

    /// The seconds that a directive gives. Of several the first counts (RFC 9111 §4.2.1).
    public func seconds(_ name: String) -> Seconds {
        guard let directive = directives.first(where: { $0.name == name }) else { return .absent }
        switch directive.argument {
        case .text(let text): return DeltaSeconds.parse(text).map { .count($0) } ?? .invalid
        case .none, .malformed: return .invalid
        }
    }

    /// Whether the directive is there without any argument.
    public func isBare(_ name: String) -> Bool {
        directives.first { $0.name == name }?.argument == Argument.none
    }

    private static func directive(_ bytes: ArraySlice<UInt8>) -> Directive {
        guard let equals = bytes.firstIndex(of: UInt8(ascii: "=")) else {
            return Directive(name: Bytes.text(bytes).lowercased(), argument: .none)
        }
        let name = bytes[..<equals]
        let trimmed = Bytes.trimmed(name)
        // A blank beside the sign makes the argument no argument, but a restriction stays a restriction.
        let argument: Argument = trimmed.count == name.count ? argument(bytes[(equals + 1)...]) : .malformed
        return Directive(name: Bytes.text(trimmed).lowercased(), argument: argument)
    }

    private static func argument(_ bytes: ArraySlice<UInt8>) -> Argument {
        guard bytes.first == UInt8(ascii: "\"") else { return .text(Bytes.text(bytes)) }
        guard bytes.count >= 2, bytes.last == UInt8(ascii: "\"") else { return .malformed }
        return .text(Bytes.text(bytes.dropFirst().dropLast()))
    }
}

/// Counts of seconds as HTTP writes them (RFC 9111 §1.2.2).
public enum DeltaSeconds {
    /// What numbers too large to be held become.
    public static let greatest: Int64 = 1 << 31

    /// The number of these digits, at most `greatest`; nil for anything but ASCII digits.
    public static func parse(_ text: String) -> Int64? {
        guard !text.isEmpty, text.utf8.allSatisfy(\.isASCIIDigit) else { return nil }
        var value: Int64 = 0
        for digit in text.utf8 {
            value = min(value * 10 + Int64(digit - UInt8(ascii: "0")), greatest)
        }
        return value
    }
}
