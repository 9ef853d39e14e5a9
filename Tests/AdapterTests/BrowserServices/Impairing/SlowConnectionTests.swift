import BrowserServices
import SonicProtocol
import SonicSession
import Testing
import Workbench

/// Requests that wait, and bodies at a rate.
@Suite struct SlowConnectionTests {
    private struct Site: Connection {
        func exchange(_ request: Request) -> ResponseEvents {
            ResponseRelay.stream {
                ResponseRelay.answer(Array(repeating: 7, count: 2500), type: "text/plain", to: request)
            }
        }
    }

    /// Returns the pauses, and the bytes of the body in their pieces.
    private static func exchange(_ impairment: Impairment) async throws -> (pauses: [Duration], pieces: [Int])
    {
        let (pauses, noted) = AsyncStream<Duration>.makeStream()
        let connection = SlowConnection(over: Site(), impairment) { noted.yield($0) }
        var pieces: [Int] = []
        var isFinished = false
        for await event in connection.exchange(Request(url: try #require(WebURL("http://a.example/")))) {
            switch event {
            case .bodyReceived(let bytes): pieces.append(bytes.count)
            case .finished: isFinished = true
            default: break
            }
        }
        noted.finish()
        #expect(isFinished)
        return (await pauses.reduce(into: []) { $0.append($1) }, pieces)
    }

    @Test func `a body comes in pieces of a tenth of a second`() async throws {
        var impairment = Impairment()
        impairment.rate = Impairment.Rate("10K")
        let found = try await Self.exchange(impairment)
        #expect(found.pieces == [1000, 1000, 500])
        #expect(found.pauses == [.milliseconds(100), .milliseconds(100), .milliseconds(50)])
    }

    @Test func `a request waits before it is sent`() async throws {
        var impairment = Impairment()
        impairment.delay = .seconds(2)
        let found = try await Self.exchange(impairment)
        #expect(found.pauses == [.seconds(2)] && found.pieces == [2500])
    }

    @Test(arguments: [
        ("3g", 180_000), ("2G", 31_000), ("50K", 50_000), ("1m", 1_000_000), ("800", 800), ("0", nil),
        ("-1", nil),
        ("fast", nil), ("", nil), ("9999999999999999999", nil),
    ]) func `a rate is what its text says`(_ text: String, _ rate: Int?) {
        #expect(Impairment.Rate(text)?.bytesPerSecond == rate)
    }
}
