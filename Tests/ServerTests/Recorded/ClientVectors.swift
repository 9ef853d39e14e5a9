import Exchanges
import SonicProtocol
import SystemLibraries
import Testing
@testable import Workbench

/// How the mobile SDKs handle the recorded updates.
@Suite struct ClientVectors {
    private static func exchange(_ recording: Recording, _ answer: Transcript) -> ClientExchange {
        ClientExchange(
            storedPage: (recording.first.body, recording.first.head.headers),
            asked: RequestConditions(
                etag: answer.asked("If-None-Match"), templateTag: answer.asked("template-tag")),
            status: answer.head.status, headers: answer.head.headers, body: answer.body)
    }

    @Test(arguments: Recording.found.recordings)
    func `a page that an SDK stores and can reopen has the hash that the server sent`(_ recording: Recording)
    {
        for answer in [recording.update, recording.same] {
            for phone in ClientModel.allCases {
                let reading = Self.exchange(recording, answer).reading(on: phone, hashes: .nettle)
                let verdict = ClientVerdict(reading, ours: answer.body)
                #expect(!verdict.sentence.isEmpty)
                guard reading.outcome == .dataUpdate, reading.storage == .stored, let page = reading.page,
                    let update = try? DataUpdate(json: answer.body)  // No update: nothing to hold it against.
                else { continue }
                #expect(update.htmlSHA1 == Hashes.nettle.sha1(page), "\(phone)")
            }
        }
    }

    struct Row: Sendable, CustomTestStringConvertible {
        var name: String
        /// Whether the SDK merges the page that the server hashed; nil if it merges nothing.
        var android: Bool?
        var ios: Bool?

        var testDescription: String { name }
    }

    @Test(arguments: [
        Row(name: "own/two-blocks", android: true, ios: true),
        Row(name: "own/line-ends", android: true, ios: true),
        Row(name: "own/title-changes", android: true, ios: false),
        Row(name: "own/title-in-block", android: false, ios: false),
        Row(name: "own/unnamed", android: false, ios: false),
        Row(name: "odd/lost-wrong-hash", android: false, ios: false),
        Row(name: "odd/json-other-order", android: true, ios: true),
        // Without one of its headers the iOS SDK does not use Sonic, and without cache-offline neither SDK does.
        Row(name: "odd/cache-offline-missing", android: nil, ios: nil),
        Row(name: "odd/lost-truncated-json", android: nil, ios: nil),
    ])
    func `pages merge in the SDKs according to their rules`(_ row: Row) {
        // SONIC_VECTORS may replace these recordings with others.
        guard let recording = Recording.found.recordings.first(where: { $0.name == row.name }) else { return }
        for (phone, expected) in [(ClientModel.android, row.android), (.ios, row.ios)] {
            let reading = Self.exchange(recording, recording.update).reading(on: phone, hashes: .nettle)
            let isMerged = reading.outcome == .dataUpdate
            #expect(isMerged == (expected != nil), "\(phone): \(reading.notes)")
            if let expected {
                #expect((reading.storage == .stored) == expected, "\(phone): \(reading.notes)")
            }
        }
    }
}
