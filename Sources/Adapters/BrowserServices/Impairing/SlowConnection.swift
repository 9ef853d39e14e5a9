import SonicProtocol
import SonicSession
import Workbench

/// A connection whose requests wait, and whose bodies are received at a rate.
package struct SlowConnection: Connection {
    private let other: any Connection
    private let impairment: Impairment
    private let pause: @Sendable (Duration) async -> Void

    /// Creates a connection on top of another one.
    /// - Parameter pause: Waits, until the task is cancelled.
    package init(
        over other: any Connection, _ impairment: Impairment,
        pause: @escaping @Sendable (Duration) async -> Void = SessionEngine.Clocks.pass
    ) {
        self.other = other
        self.impairment = impairment
        self.pause = pause
    }

    package func exchange(_ request: Request) -> ResponseEvents {
        ResponseRelay.stream {
            if let delay = impairment.delay { await pause(delay) }
            guard let rate = impairment.rate else { return ResponseRelay(then: other.exchange(request)) }
            let slow = SlowBody(other.exchange(request), rate, pause)
            return ResponseRelay(then: ResponseEvents(unfolding: { await slow.next() }))
        }
    }
}

/// The events of an exchange, the bytes of its body at a rate.
private actor SlowBody {
    private var rest: ResponseEvents
    private var bytes: ArraySlice<UInt8> = []
    private let rate: Impairment.Rate
    private let pause: @Sendable (Duration) async -> Void

    /// The pieces in a second.
    private static let pieces = 10

    init(
        _ events: ResponseEvents, _ rate: Impairment.Rate,
        _ pause: @escaping @Sendable (Duration) async -> Void
    ) {
        rest = events
        self.rate = rate
        self.pause = pause
    }

    func next() async -> ResponseEvent? {
        if bytes.isEmpty {
            var reader = rest.makeAsyncIterator()
            let event = await reader.next()
            rest = reader.rest
            guard case .bodyReceived(let received) = event, !received.isEmpty else { return event }
            bytes = received[...]
        }
        let piece = Array(bytes.prefix(max(1, rate.bytesPerSecond / Self.pieces)))
        bytes = bytes.dropFirst(piece.count)
        await pause(.seconds(1) * piece.count / rate.bytesPerSecond)
        return .bodyReceived(piece)
    }
}
