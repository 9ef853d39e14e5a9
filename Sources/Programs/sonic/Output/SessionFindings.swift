import Browser
import PageCache
import SonicLint
import SonicProtocol
import SonicSession
import SystemLibraries

/// Checks sessions against the rules, with the stored versions and the history of sessions.
enum SessionFindings {
    /// Returns the report of an ended session, off the caller's actor, since it takes time in proportion to the page.
    @concurrent static func report(_ trace: SessionTrace, _ parts: SessionParts) async -> LintReport {
        LintReport(trace, before: await before(trace, parts), hashes: .nettle)
    }

    /// Returns the report as an event for the browser.
    static func event(_ order: FindingsOrder, _ parts: SessionParts) async -> Event {
        .session(.findingsFound(await report(order.trace, parts), visit: order.visit))
    }

    /// Returns the version before the one of the session; nil if it was removed or is not relevant.
    private static func before(_ trace: SessionTrace, _ parts: SessionParts) async -> PageVersion? {
        guard LintReport.wantsVersionBefore(trace), let id = trace.result?.pageID,
            let stored = trace.turns.last?.stored, let history = parts.history
        else { return nil }
        do throws(StoreFailure) {
            let numbers = try await parts.store.versions(of: id)
            guard let number = numbers.first(where: { $0 < stored.number }) else { return nil }
            let past = try await history.sessions(of: id, atMost: sessionsBack)
            guard LintReport.areLoadsInARow(past, number, stored.number) else { return nil }
            return try await parts.store.load(id, number: number)?.version
        } catch {
            // The session itself has reported a cache that cannot be read.
            return nil
        }
    }

    /// The number of sessions searched for the last two loads: failures and pages shown without a request may
    /// lie between.
    private static let sessionsBack = 24
}
