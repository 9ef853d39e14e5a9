import CellGrid
import SonicSession

extension Plot.Ending {
    /// The word next to its sign.
    package var word: String {
        switch self {
        case .same: "same"
        case .data: "data"
        case .whole: "full"
        case .failed: "failed"
        }
    }

    /// Creates the ending of a session with this outcome.
    package init(_ outcome: Outcome.Kind) {
        switch outcome {
        case .allCached, .fresh: self = .same
        case .dataUpdate: self = .data
        case .firstLoad, .templateChange, .plain: self = .whole
        case .offline, .failed: self = .failed
        }
    }
}
