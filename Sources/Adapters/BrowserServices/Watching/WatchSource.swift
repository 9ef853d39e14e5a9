import BrowserValues
import SonicProtocol
import SonicSession

/// The source of a watch's sessions.
package struct WatchSource {
    /// Compares the text of two pages under rules, as the screen does.
    package typealias Comparer = @Sendable (ShownPage, ShownPage, ComparisonRules) -> ChangeText

    /// A session to be started, and the preferences for its page.
    package struct NextSession: Sendable {
        /// The rules for comparing versions of the page.
        let comparison: ComparisonRules
        /// Compares the text of two of its versions.
        let compare: Comparer
        /// Starts the session.
        let open: @Sendable () async -> Session

        package init(
            comparison: ComparisonRules, compare: @escaping Comparer,
            open: @escaping @Sendable () async -> Session
        ) {
            self.comparison = comparison
            self.compare = compare
            self.open = open
        }
    }

    let clocks: SessionEngine.Clocks
    /// Returns the findings about an ended session, if they are reported.
    let findings: @Sendable (SessionTrace) async -> [Finding]
    /// Returns the next session of a page.
    let session: @MainActor (WebURL) -> NextSession

    package init(
        clocks: SessionEngine.Clocks,
        findings: @escaping @Sendable (SessionTrace) async -> [Finding] = { _ in [] },
        session: @escaping @MainActor (WebURL) -> NextSession
    ) {
        self.clocks = clocks
        self.findings = findings
        self.session = session
    }
}

/// The output of a watch.
package struct WatchOutput {
    /// Prints a line.
    let print: (String) -> Void
    /// Prints an error.
    let complain: (String) -> Void
    /// Converts a moment to the user's time zone.
    let localTime: (Instant) -> CalendarTime

    package init(
        print: @escaping (String) -> Void, complain: @escaping (String) -> Void,
        localTime: @escaping (Instant) -> CalendarTime
    ) {
        self.print = print
        self.complain = complain
        self.localTime = localTime
    }
}
