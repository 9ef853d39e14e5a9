/// What happened over time, drawn small: a column for each time, the latest at the right.
///
/// What is not known is a gap, never a low bar.
public struct Plot: Sendable, Equatable {
    /// The characters that the terminal has.
    public enum Signs: Sendable, Equatable {
        /// Dots, triangles and bars of eight heights.
        case drawn
        /// ASCII alone: the font of the Linux console lacks the others, and so do locales that are not UTF-8.
        case plain

        /// The signs for a terminal.
        /// - Parameters:
        ///   - terminal: Its type, as `TERM` has it; nil for an unknown one.
        ///   - locale: The name of the locale that characters follow; nil for none.
        public init(terminal: String?, locale: String?) {
            let isConsole = terminal.map { $0 == "linux" || $0.hasPrefix("linux-") } ?? false
            // The charset is behind a point or stands alone, and a variant may be behind it.
            let charset = (locale ?? "").split(separator: ".").last?.prefix { $0 != "@" }
            let isUTF8 = charset.map { ["utf-8", "utf8"].contains($0.lowercased()) } ?? false
            self = !isConsole && isUTF8 ? .drawn : .plain
        }
    }

    /// How a session ended, as far as one column has room to say it.
    public enum Ending: Sendable, Equatable, CaseIterable {
        /// The page is as it was.
        case same
        /// Data came.
        case data
        /// The page came whole.
        case whole
        /// No page came.
        case failed
    }

    /// The characters in use.
    let signs: Signs

    /// A plot of these characters.
    public init(_ signs: Signs) { self.signs = signs }

    private static let heights: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
    private static let plainHeights: [Character] = ["_", ".", ":", "-", "=", "+", "*", "#"]

    /// A sign for each way to end, so that colour is not needed; a blank for one that is not known.
    public func sign(_ ending: Ending?) -> Character {
        switch (ending, signs) {
        case (.same, .drawn): "·"
        case (.data, .drawn): "●"
        case (.whole, .drawn): "▲"
        case (.failed, .drawn): "✗"
        case (.same, .plain): "."
        case (.data, .plain): "o"
        case (.whole, .plain): "^"
        case (.failed, .plain): "x"
        case (nil, _): " "
        }
    }

    /// A bar as high as its part of the most; a blank for what is not known.
    public func bar(_ value: Int?, of most: Int?) -> Character {
        guard let value, let most else { return " " }
        let heights =
            switch signs {
            case .drawn: Self.heights
            case .plain: Self.plainHeights
            }
        let (part, isTooLarge) = max(0, value).multipliedReportingOverflow(by: heights.count - 1)
        guard !isTooLarge else { return heights[heights.count - 1] }
        return heights[min(heights.count - 1, part / max(1, most))]
    }

    /// A bar for each value, as high as its part of the highest.
    public func bars(_ values: [Int?]) -> String {
        let most = values.lazy.compactMap(\.self).max() ?? 1
        return String(values.map { bar($0, of: most) })
    }
}
