import Browser
import HTML
import SonicProtocol
import SonicSession

/// Where a watch has its sessions from.
package struct WatchSource {
    /// A session that has not begun, and what holds for its page.
    package struct NextSession: Sendable {
        /// What counts as a change of the page.
        let comparison: ComparisonRules
        /// The encoding that the page is read in; nil lets it say so.
        let encoding: EncodingChoice?
        /// Begins it.
        let open: @Sendable () async -> Session

        package init(
            comparison: ComparisonRules, encoding: EncodingChoice? = nil,
            open: @escaping @Sendable () async -> Session
        ) {
            self.comparison = comparison
            self.encoding = encoding
            self.open = open
        }
    }

    let clocks: SessionEngine.Clocks
    /// The next session of a page.
    let session: @MainActor (WebURL) -> NextSession

    package init(clocks: SessionEngine.Clocks, session: @escaping @MainActor (WebURL) -> NextSession) {
        self.clocks = clocks
        self.session = session
    }
}

/// Where a watch prints what is new.
package struct WatchOutput {
    /// Prints a line.
    let print: (String) -> Void
    /// Prints a line that is no news.
    let complain: (String) -> Void
    /// A moment by the clock of the reader's time zone.
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
