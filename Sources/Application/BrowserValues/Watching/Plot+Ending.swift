import CellGrid
import SonicSession

extension Plot.Ending {
    /// The word next to its sign.
    package var word: String { rawValue }

    /// Creates the ending of a session with this outcome.
    package init(_ outcome: Outcome) {
        switch outcome {
        case .failed(.stopped), .failed(.handedOver), .offline(.stopped): self = .noPage
        case .offline(.status(let status)): self.init(.offline, status: status)
        case .firstLoad, .allCached, .dataUpdate, .templateChange, .plain, .fresh, .offline, .failed:
            self.init(outcome.kind)
        }
    }

    /// Creates the ending of a session of which only the kind of outcome and the last status are recorded.
    package init(_ kind: Outcome.Kind, status: Int? = nil) {
        switch kind {
        case .allCached, .fresh: self = .same
        case .dataUpdate: self = .data
        case .firstLoad, .templateChange: self = .whole
        case .plain: self = .plain
        case .offline: self = (status ?? 0) >= 400 ? .failed : .offline
        case .failed: self = .failed
        }
    }
}
