import SonicProtocol

@testable import SessionWords
@testable import SonicSession

/// A value as text, for comparison: the names of cases with their payload, without the names of types. Tests compare
/// what a session decided, whatever its sentences are.
enum CaseText {
    /// Returns a value as text on one line; hashes are shortened as in sentences.
    static func line(_ value: Any) -> String {
        switch value {
        case let text as String: return Hashes.isSHA1(text) ? Words.short(text) : text
        case let url as WebURL: return url.href
        case let moment as Instant:
            let seconds = (moment.milliseconds - Play.now.milliseconds) / 1000
            return seconds == 0 ? "now" : "\(seconds) s"
        case let duration as Duration: return "\(duration.wholeMilliseconds) ms"
        case let body as PostBody: return body.words
        default: break
        }
        let mirror = Mirror(reflecting: value)
        if mirror.displayStyle == .struct, let name = value as? any RawRepresentable {
            return "\(name.rawValue)"
        }
        switch mirror.displayStyle {
        case .optional: return mirror.children.first.map { line($0.value) } ?? "-"
        case .collection: return "[" + list(mirror) + "]"
        case .struct, .tuple: return "(" + list(mirror) + ")"
        case .enum:
            guard let (name, payload) = mirror.children.first else { return "\(value)" }
            let text = line(payload)
            let isList = text.hasPrefix("(")
            return (name ?? "") + (isList ? text : "(\(text))")
        default: return "\(value)"
        }
    }

    private static func list(_ mirror: Mirror) -> String {
        mirror.children.map { label, value in
            // Elements of arrays and tuples have no name, or a number.
            label.flatMap { $0.hasPrefix(".") ? nil : $0 + ": " + line(value) } ?? line(value)
        }.joined(separator: ", ")
    }
}
