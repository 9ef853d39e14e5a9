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
            return slowed(other.exchange(request))
        }
    }

    private func slowed(_ events: ResponseEvents) -> ResponseRelay {
        ResponseRelay(then: events) { event in
            guard case .bodyReceived(let bytes) = event, let rate = impairment.rate else {
                return .forward(event)
            }
            return .replace { rest in await pieces(of: bytes[...], at: rate, then: rest) }
        }
    }

    /// Reports bytes in pieces of a tenth of a second each, then what follows.
    private func pieces(
        of bytes: ArraySlice<UInt8>, at rate: Impairment.Rate, then rest: ResponseEvents
    ) async -> ResponseRelay {
        let piece = Array(bytes.prefix(max(1, rate.bytesPerSecond / 10)))
        guard !piece.isEmpty else { return slowed(rest) }
        await pause(.seconds(1) * piece.count / rate.bytesPerSecond)
        return ResponseRelay(
            [.bodyReceived(piece)],
            then: ResponseRelay.stream {
                await pieces(of: bytes.dropFirst(piece.count), at: rate, then: rest)
            })
    }
}
