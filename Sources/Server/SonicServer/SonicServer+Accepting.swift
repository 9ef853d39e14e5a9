import CMicrohttpd
import Glibc

/// Accepting connections.
extension SonicServer {
    /// The maximum number of connections accepted in one turn of the loop.
    private static let callersAtOnce = 64
    /// How long no connections are accepted after a lack of resources.
    static let pause = Duration.milliseconds(100)

    /// The response to a request for which there are no resources.
    static let noRoom = ServerResponse.noRoom(
        "The server has reached its limit of open connections and files; try again in a moment."
    ).with("Connection", "close")

    /// Whether the loop waits for connections: computed at each turn, so that only the table's state decides.
    var acceptsConnections: Bool { phase == .serving && hasRoom && entrance.isOpen(at: .now) }

    /// The number of open connections without those of operators.
    var clientConnections: Int { connections.count - (operators?.sockets.count ?? 0) }

    private var hasRoom: Bool {
        clientConnections < Int(limits.connections)
            && descriptors.admitsConnection(beside: openSockets, underWay)
    }

    /// The number of descriptors of connections: TLS needs three for one, and another protocol two.
    var openSockets: Int { connections.count + 2 * secured.count + upgrades.count }

    /// Counts a connection for which there are no resources, and returns the response to it.
    func noRoom() -> [UInt8] {
        connections.noteRefusal(by: .openFiles)
        return Self.noRoom.wireBytes(at: Self.now(), withBody: true)
    }

    /// Accepts waiting connections.
    func acceptConnections(_ daemon: OpaquePointer) {
        for _ in 0..<Self.callersAtOnce where hasRoom {
            switch entrance.accept() {
            case .nobody: return
            case .noRoom:
                entrance.turnAway(with: noRoom(), until: .now + Self.pause)
                return
            case .connection(let descriptor, let storage, let length):
                withUnsafePointer(to: storage) { pointer in
                    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                        guard connections.admits(ClientNetwork(address), limits.perClient) else {
                            close(descriptor)
                            return
                        }
                        if let certificate {
                            return secure(descriptor, from: (storage, length), by: certificate)
                        }
                        // libmicrohttpd closes a connection that it cannot add.
                        _ = MHD_add_connection(daemon, descriptor, address, length)
                    }
                }
            }
        }
    }
}
