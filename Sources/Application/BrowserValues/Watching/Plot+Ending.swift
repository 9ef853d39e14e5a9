import CellGrid
import SessionReports
import SonicSession

extension Plot.Ending {
    /// The word next to its sign.
    package var word: String { rawValue }

    /// Creates the ending of a session; nil if its outcome is unknown.
    package init?(_ verdict: SessionVerdict) {
        switch (verdict.ending, verdict.kind) {
        case (.stopped, _), (.file, _), (.noContent, _): self = .noPage
        case (.cacheOnly, _): self = .offline
        case (.ordinary, .allCached?), (.ordinary, .fresh?): self = .same
        case (.ordinary, .dataUpdate?): self = .data
        case (.ordinary, .firstLoad?), (.ordinary, .templateChange?): self = .whole
        case (.ordinary, .plain?): self = .plain
        case (.ordinary, .offline?): self = verdict.status == nil ? .offline : .failed
        case (.ordinary, .failed?): self = .failed
        case (.ordinary, nil): return nil
        }
    }
}
