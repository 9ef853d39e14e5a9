import BrowserCore
import Explaining
import Hashing
import SonicProtocol
import SonicSession

/// Holds sessions against the rules, with the versions that the store has beside them.
enum SessionFindings {
    /// The report of an ended session. Off whatever actor asks: it takes time in proportion to the page.
    @concurrent static func report(_ trail: SessionTrail, _ store: any PageStore) async -> LintReport {
        LintReport(trail, before: await before(trail, store), hashes: .nettle)
    }

    /// The same, as the browser is told of it.
    static func event(_ order: FindingsOrder, _ store: any PageStore) async -> Event {
        .findingsFound(await report(order.trail, store), visit: order.visit)
    }

    /// The version before the one that took part; nil where it is gone or has nothing to say.
    private static func before(_ trail: SessionTrail, _ store: any PageStore) async -> PageVersion? {
        guard LintReport.wantsVersionBefore(trail), let id = trail.result?.pageID,
            let stored = trail.turns.last?.stored
        else { return nil }
        do throws(StoreFailure) {
            let numbers = try await store.versions(of: id)
            guard let number = numbers.first(where: { $0 < stored.number }) else { return nil }
            return try await store.load(id, number: number)?.version
        } catch {
            // A cache that cannot be read has been told of by the session itself.
            return nil
        }
    }
}
