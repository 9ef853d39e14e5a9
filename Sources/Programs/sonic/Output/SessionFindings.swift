import Browser
import Diagnostics
import PageCache
import SonicProtocol
import SonicSession
import SystemLibraries

/// Holds sessions against the rules, with the versions and the sessions that are remembered beside them.
enum SessionFindings {
    /// The report of an ended session. Off whatever actor asks: it takes time in proportion to the page.
    @concurrent static func report(_ trace: SessionTrace, _ parts: SessionParts) async -> LintReport {
        LintReport(trace, before: await before(trace, parts), hashes: .nettle)
    }

    /// The same, as the browser is told of it.
    static func event(_ order: FindingsOrder, _ parts: SessionParts) async -> Event {
        .session(.findingsFound(await report(order.trace, parts), visit: order.visit))
    }

    /// The version before the one that took part; nil where it is gone or has nothing to say.
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
            // A cache that cannot be read has been told of by the session itself.
            return nil
        }
    }

    /// How far back the last two loads are looked for: failures and pages shown unasked may stand between.
    private static let sessionsBack = 24
}
