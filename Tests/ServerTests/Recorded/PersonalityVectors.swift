import SonicProtocol
import SonicServer
import SystemLibraries
import Testing

/// The server with the dialect of another server responds as that server did in the recordings.
@Suite struct PersonalityVectors {
    /// The recordings of the servers with a dialect, by folder.
    private static let recordings = Recording.found.recordings.filter { personality(of: $0) != nil }

    private static func personality(of recording: Recording) -> Dialect? {
        recording.name.split(separator: "/").first.flatMap { Dialect(rawValue: String($0)) }
    }

    @Test func `all three servers have recordings`() {
        let found = Set(Self.recordings.compactMap(Self.personality))
        #expect(found == [.php, .node, .java], "nothing in \(Recording.folder)")
    }

    @Test(arguments: recordings)
    func `status, Sonic headers and body match the recording`(_ recording: Recording) throws {
        let personality = try #require(Self.personality(of: recording))
        // PHP sends a page unchanged; the others may have replaced invalid bytes before the recording.
        let page = recording.name.split(separator: "/").last ?? ""
        let source = Self.recordings.first { $0.name == "php/\(page)" } ?? recording
        let responder = SonicResponder(hashes: .nettle, as: personality)
        for (transcript, page) in [
            (recording.first, source.first.body), (recording.changed, source.changed.body),
            (recording.update, source.changed.body), (recording.same, source.first.body),
        ] {
            let answer = responder.respond(with: page, to: Self.request(transcript))
            let told = "\(recording.name): \(answer.headers.fields.map { "\($0.name): \($0.value)" })"
            #expect(answer.status == transcript.head.status, "\(told)")
            for name in ["Etag", "template-tag", "template-change", "Cache-Offline", "Content-Encoding"] {
                #expect(
                    Self.fields(answer.headers, name) == Self.fields(transcript.head.headers, name),
                    "\(told)")
            }
            let isPacked = answer.headers.contains("Content-Encoding")
            let body = isPacked ? Self.unpacked(answer.bytes ?? []) : answer.bytes ?? []
            #expect(Self.meaning(body) == Self.meaning(transcript.body), "\(told)")
        }
    }

    /// Names and values, in the case in which they are sent.
    private static func fields(_ headers: Headers, _ name: String) -> [HeaderField] {
        headers.fields.filter { $0.isNamed(name) }
    }

    private static func request(_ transcript: Transcript) -> ServerRequest {
        let lines = Bytes.text(transcript.request).split(separator: "\r\n").dropFirst()
        return ServerRequest(
            target: "/",
            headers: Headers(
                lines.map { line in
                    let halves = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
                    return HeaderField(String(halves[0]), String(halves.dropFirst().first ?? ""))
                }))
    }

    /// The content of a body: for JSON the members in any order, for anything else the bytes.
    private enum Meaning: Equatable {
        case members([String: Meaning])
        case text(String)
        case bytes([UInt8])
    }

    private static func meaning(_ body: [UInt8]) -> Meaning {
        // A body that is not JSON is a page, and compared as such.
        guard body.first == UInt8(ascii: "{"), let update = try? DataUpdate(json: body) else {
            return .bytes(body)
        }
        return .members([
            "data": .members(update.data.mapValues { .bytes($0) }),
            "template-tag": .text(update.templateTag ?? "none"),
            "html-sha1": .text(update.htmlSHA1 ?? "none"),
        ])
    }

    /// The bytes of gzip's stored blocks, the only ones that our server produces.
    private static func unpacked(_ gzip: [UInt8]) -> [UInt8] {
        var rest = gzip.dropFirst(10)
        var bytes: [UInt8] = []
        while rest.count >= 5, let head = rest.first {
            let length = Int(rest[rest.startIndex + 1]) | Int(rest[rest.startIndex + 2]) << 8
            bytes += rest.dropFirst(5).prefix(length)
            rest = rest.dropFirst(5 + length)
            if head == 1 { break }
        }
        return bytes
    }
}
