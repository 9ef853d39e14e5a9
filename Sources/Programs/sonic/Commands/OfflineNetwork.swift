import SonicProtocol
import SonicSession

/// The network in offline mode: it accepts every request and sends none.
struct OfflineNetwork: RegisteredConnection {
    var name: ConnectionName { .network }

    func accepts(_ request: Request) async -> Bool { request.url.isHTTP }

    func exchange(_ request: Request, onward: any Connection) -> ResponseEvents {
        ResponseEvents { continuation in
            continuation.yield(.failed(.withheld(reason: "offline, nothing is requested")))
            continuation.finish()
        }
    }
}
