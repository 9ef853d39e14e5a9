import SonicSession

extension NextRequest {
    /// Why a request is sent, or none, in a few words.
    public var reason: String {
        switch self {
        case .fresh(let lifetime, _, _): lifetime.words
        case .sonicOff: "cache-offline: http"
        case .due(.stale(let lifetime)): lifetime.words + " is over"
        case .due(.noCache): "no-cache"
        case .due(.noLifetime): "no max-age"
        case .due(.varies): "Vary"
        case .due(.edited): "edited by hand"
        case .due(.posted): "posted to since"
        case .due(.unsound): "its bytes contradict its headers"
        case .due(.notStored): "no copy is stored"
        }
    }
}
