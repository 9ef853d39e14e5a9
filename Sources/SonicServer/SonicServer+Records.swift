import CMicrohttpd
import Glibc
import SonicProtocol

/// What is noted of each request, from its head to its end.
extension SonicServer {
    /// The record of a request whose head was read.
    static func record(of head: ServerRequest) -> RequestRecord {
        RequestRecord(
            begun: now(), client: head.client, method: head.method, target: head.target, status: nil,
            outcome: .lost,
            asked: .init(
                etag: head.headers.first("If-None-Match"), template: head.headers.first("template-tag")),
            sent: .init(), bytes: 0, plainBytes: 0, duration: .zero)
    }

    /// Notes what a request is answered.
    static func note(_ response: ServerResponse, in exchange: Exchange) {
        guard var record = exchange.record else { return }
        let size =
            switch response.body {
            case .bytes(let bytes): bytes.count
            case .file(_, let size): Int(clamping: size)
            // Counted as they are sent.
            case .pieces, .truncated, .reset, .overrun, .endless: 0
            }
        let hasBody = record.method != "HEAD" && response.status != 304 && response.status >= 200
        record.status = response.status
        record.outcome = response.treatment.map { .init($0.outcome) } ?? .other
        record.sent = .init(
            etag: response.headers.first("Etag"), template: response.headers.first("template-tag"))
        record.bytes = hasBody ? size : 0
        record.plainBytes = record.method == "HEAD" ? 0 : response.treatment?.page.count ?? size
        exchange.record = record
    }

    /// Hands on the record of a request that is over.
    func finish(_ exchange: Exchange, _ code: MHD_RequestTerminationCode) {
        guard let journal, var record = exchange.record else { return }
        record.duration = exchange.begun.duration(to: .now)
        if exchange.sentByPieces > 0 {
            record.bytes = exchange.sentByPieces
            if record.outcome == .other { record.plainBytes = record.bytes }
        } else if code != .REQUEST_TERMINATED_COMPLETED_OK {
            record.bytes = 0
            record.plainBytes = 0
            record.outcome = .lost
        }
        if case .silent = exchange.stage { record.outcome = .silent }
        journal.note(record)
    }

    /// The client's address without its port; empty where the system does not say.
    static func client(of connection: OpaquePointer) -> String {
        var text = [CChar](repeating: 0, count: 64)
        guard sonic_mhd_peer(connection, &text, text.count) == 0 else { return "" }
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private static func now() -> Instant {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Instant(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
    }
}
