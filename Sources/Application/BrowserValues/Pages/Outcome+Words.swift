import SonicSession

extension Outcome {
    /// The outcome in capitals, as the title line shows it.
    package var headline: String {
        switch self {
        case .firstLoad: "FIRST LOAD"
        case .allCached: "ALL CACHED"
        case .dataUpdate: "DATA UPDATE"
        case .templateChange: "TEMPLATE CHANGE"
        case .plain: "PLAIN"
        case .fresh(.cacheOnly): "OFFLINE"
        case .fresh: "FRESH"
        case .offline(.stopped), .failed(.stopped): "STOPPED"
        case .offline(.status(let status)), .failed(.status(let status)): "FAILED \(status)"
        case .offline: "OFFLINE"
        case .failed(.handedOver): "FILE"
        case .failed: "FAILED"
        }
    }

    /// Whether something went wrong.
    package var isTrouble: Bool {
        switch self {
        case .failed(.handedOver): false
        case .offline, .failed: true
        case .firstLoad, .allCached, .dataUpdate, .templateChange, .plain, .fresh: false
        }
    }
}
