import CMicrohttpd
import Glibc

/// Who is let in.
extension SonicServer {
    /// The most connections that are accepted in one turn of the loop.
    private static let callersAtOnce = 64
    /// How long nobody is let in after the system had no room.
    private static let pause = Duration.milliseconds(100)

    /// What a request gets for which there is no room.
    static let noRoom = ErrorPage.noRoom(
        "The server has reached its limit of open connections and files; try again in a moment."
    ).with("Connection", "close")

    /// Whether the loop waits for callers: asked anew at each turn, so that the table's state alone decides.
    var letsIn: Bool { phase == .serving && hasRoom && entrance.isOpen(at: .now) }

    private var hasRoom: Bool {
        connections.count < Int(limits.connections)
            && descriptors.admitsConnection(beside: connections.count, underWay)
    }

    /// Accepts who called.
    func letIn(_ daemon: OpaquePointer) {
        for _ in 0..<Self.callersAtOnce where hasRoom {
            switch entrance.accept() {
            case .nobody: return
            case .noRoom:
                let response = WireResponse.bytes(Self.noRoom, at: Self.now(), withBody: true)
                entrance.turnAway(with: response, until: .now + Self.pause)
                return
            case .connection(let descriptor, var address, let length):
                withUnsafePointer(to: &address) { pointer in
                    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                        guard connections.admits(ClientNetwork(address), limits.perClient) else {
                            close(descriptor)
                            return
                        }
                        // libmicrohttpd closes what it cannot take.
                        _ = MHD_add_connection(daemon, descriptor, address, length)
                    }
                }
            }
        }
    }
}
