/// A small plot over time: one column for each time, the latest at the right.
///
/// An unknown value is a gap, never a low bar.
public struct Plot: Sendable, Equatable {
    /// The characters that the terminal can show.
    public enum Signs: Sendable, Equatable {
        /// Dots, triangles and bars of eight heights.
        case drawn
        /// ASCII only: the font of the Linux console lacks the others, and so do locales that are not UTF-8.
        case plain

        /// The signs for a terminal.
        /// - Parameters:
        ///   - terminal: The terminal's type, as in `TERM`; nil if unknown.
        ///   - locale: The name of the locale for characters; nil if there is none.
        public init(terminal: String?, locale: String?) {
            let isConsole = terminal.map { $0 == "linux" || $0.hasPrefix("linux-") } ?? false
            // The charset follows a dot or is the whole name; a modifier (`@…`) may follow it.
            let charset = (locale ?? "").split(separator: ".").last?.prefix { $0 != "@" }
            let isUTF8 = charset.map { ["utf-8", "utf8"].contains($0.lowercased()) } ?? false
            self = !isConsole && isUTF8 ? .drawn : .plain
        }
    }

    /// The end of a session, reduced to what one column can show, with the word beside its sign.
    public enum Ending: String, Sendable, CaseIterable {
        /// The page is unchanged.
        case same
        /// A data update was received.
        case data
        /// A full page was received.
        case whole = "full"
        /// A full page was received from a server without Sonic.
        case plain
        /// The stored page is shown, since there is no response.
        case offline
        /// The request failed.
        case failed
        /// There is no page, and nothing failed: the session was stopped, or the response is a file or empty.
        case noPage = "no page"
    }

    /// The characters in use.
    let signs: Signs

    /// A plot with these characters.
    public init(_ signs: Signs) { self.signs = signs }

    private static let heights: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
    private static let plainHeights: [Character] = ["_", ".", ":", "-", "=", "+", "*", "#"]

    /// Returns a distinct sign for each outcome, so that colour is not needed; a blank if the outcome is unknown.
    public func sign(_ ending: Ending?) -> Character {
        let (drawn, plain): (Character, Character) =
            switch ending {
            case .same: ("·", ".")
            case .data: ("●", "o")
            case .whole: ("▲", "^")
            case .plain: ("△", "A")
            case .offline: ("◇", "-")
            case .failed: ("✗", "x")
            case .noPage: ("■", "#")
            case nil: (" ", " ")
            }
        return signs == .drawn ? drawn : plain
    }

    /// Returns a bar whose height is the ratio of `value` to `most`; a blank if either is unknown.
    public func bar(_ value: Int?, of most: Int?) -> Character {
        guard let value, let most else { return " " }
        let heights = signs == .drawn ? Self.heights : Self.plainHeights
        let (part, isTooLarge) = max(0, value).multipliedReportingOverflow(by: heights.count - 1)
        guard !isTooLarge else { return heights[heights.count - 1] }
        return heights[min(heights.count - 1, part / max(1, most))]
    }

    /// Returns a bar for each value, relative to the highest.
    public func bars(_ values: [Int?]) -> String {
        let most = values.lazy.compactMap(\.self).max() ?? 1
        return String(values.map { bar($0, of: most) })
    }
}
