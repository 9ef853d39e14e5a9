import Foundation
import SonicProtocol
import SonicSession
import SystemLibraries

@testable import Exchanges
@testable import Workbench

/// The recordings next to these tests.
enum Recorded {
    /// The folder of these tests.
    static let here = URL(filePath: #filePath).deletingLastPathComponent()

    /// A recording by its file's name.
    static func recording(_ name: String) throws -> Recording {
        let file = here.appending(path: "Recordings").appending(path: name)
        return try Recording(har: Array(Data(contentsOf: file)))
    }

    /// Runs the pages of a recording through the engine, in order.
    static func traces(_ recording: Recording) async -> [SessionTrace] {
        let replay = RecordingReplay(
            recording, hashes: .nettle, headers: RequestHeaders(product: "sonic/0"),
            now: { Instant(milliseconds: 0) })
        var traces: [SessionTrace] = []
        for (index, exchange) in recording.exchanges.enumerated() where await !replay.isUsed(index) {
            if exchange.beginsPage { traces.append(await replay.replay(exchange)) }
        }
        return traces
    }
}
