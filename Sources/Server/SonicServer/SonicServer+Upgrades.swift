import CMicrohttpd
import Glibc

/// A connection that has changed to another protocol, such as WebSocket: bytes are passed between its client and its
/// exchange as they are.
final class UpgradedConnection {
    /// libmicrohttpd's handle.
    let handle: OpaquePointer
    let exchange: ServerExchange
    /// From the client, and to it.
    private(set) var flows: (upload: ByteFlow, download: ByteFlow)

    /// Begins to pass bytes, first those that came behind the request.
    init(
        _ handle: OpaquePointer, of exchange: ServerExchange, between client: PlainChannel,
        and other: ExchangeChannel, after early: [UInt8]
    ) {
        (self.handle, self.exchange) = (handle, exchange)
        flows = (ByteFlow(from: client, to: other, after: early), ByteFlow(from: other, to: client))
    }

    /// The number of bytes passed so far.
    var count: Int { flows.upload.count + flows.download.count }

    /// Does what is possible without waiting. Returns false if there may be more to do at once.
    func advance() -> Bool { (flows.upload.advance(), flows.download.advance()) == (true, true) }
}

/// Connections that change to another protocol.
extension SonicServer {
    /// The response to a change for which there is no room.
    static let noUpgrade = ServerResponse.noRoom(
        "Too many connections have changed to another protocol, or the server is shutting down."
    )

    /// Whether one more connection may change to another protocol.
    var admitsUpgrade: Bool { phase == .serving && upgrades.count < limits.upgrades }

    /// libmicrohttpd has sent the response with status 101, and passes the connection on.
    static let upgraded: MHD_UpgradeHandler = {
        owner, connection, context, early, count, descriptor, handle in
        guard let owner, let connection, let context, let handle else { return }
        let exchange = Unmanaged<ServerExchange>.fromOpaque(context).takeUnretainedValue()
        let bytes = Array(UnsafeRawBufferPointer(start: early, count: count))
        server(owner).changeProtocol(
            of: exchange, on: connection, descriptor: descriptor, handle: handle, after: bytes)
    }

    private func changeProtocol(
        of exchange: ServerExchange, on connection: OpaquePointer, descriptor: Int32, handle: OpaquePointer,
        after early: [UInt8]
    ) {
        guard let talk = exchange.talk, case let own = fcntl(descriptor, F_DUPFD_CLOEXEC, 0), own >= 0 else {
            return sonic_mhd_end_upgrade(handle)
        }
        talk.line.isUpgraded = true
        upgrades[connection] = UpgradedConnection(
            handle, of: exchange, between: PlainChannel(own), and: ExchangeChannel(talk.exchange),
            after: early)
        secured.watch(own, for: connection)
        secured.repeats(connection)
        hasWoken = true
        connections.awaitHead(on: connection, until: .now + .seconds(limits.upgradeIdleSeconds))
    }

    /// Lets a connection that has changed do what is possible.
    func advanceUpgrade(_ connection: OpaquePointer) {
        guard let upgraded = upgrades[connection] else { return }
        let before = upgraded.count
        if !upgraded.advance() { secured.repeats(connection) }
        if upgraded.flows.download.hasEnded { return endUpgrade(connection, because: nil) }
        guard upgraded.count > before else { return }
        upgraded.exchange.passed(upgraded.flows.upload.count, upgraded.flows.download.count)
        connections.awaitHead(on: connection, until: .now + .seconds(limits.upgradeIdleSeconds))
    }

    /// Ends a connection that has changed and passed no bytes for too long. Returns false for any other one.
    func timeOutUpgrade(_ connection: OpaquePointer) -> Bool {
        guard upgrades[connection] != nil else { return false }
        connections.noteRefusal(by: .upgradeIdle)
        endUpgrade(connection, because: "no bytes for \(limits.upgradeIdleSeconds) s")
        return true
    }

    /// Ends a connection that has changed, and records how many bytes were passed.
    func endUpgrade(_ connection: OpaquePointer, because reason: String?) {
        guard let upgraded = upgrades.removeValue(forKey: connection) else { return }
        let (exchange, flows) = (upgraded.exchange, upgraded.flows)
        let name = exchange.head?.headers.upgrade.map(LogText.clipped) ?? "another protocol"
        let notes = [
            "changed to \(name): \(flows.upload.count) bytes from the client, \(flows.download.count) to it",
            reason,
        ]
        exchange.record?.notes += notes.compactMap(\.self)
        exchange.passed(flows.upload.count, flows.download.count)
        sonic_mhd_end_upgrade(upgraded.handle)
        hasWoken = true
    }
}
