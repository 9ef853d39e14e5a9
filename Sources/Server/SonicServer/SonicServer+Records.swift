import CMicrohttpd
import Glibc
import SonicProtocol

/// The record of each request, from its head to its end.
extension SonicServer {
    /// Returns the record of a request whose head was read.
    static func record(of head: ServerRequest) -> RequestRecord {
        RequestRecord(
            begun: now(), client: head.client, method: LogText.clipped(head.method),
            target: LogText.clipped(head.target), status: nil, outcome: .lost,
            asked: tags(head.headers, "If-None-Match"), sent: .init(), bytes: 0, plainBytes: 0,
            duration: .zero)
    }

    /// Returns the tags of a head, clipped, as clients may send any length.
    private static func tags(_ headers: Headers, _ validator: String) -> RequestRecord.Tags {
        .init(
            etag: headers.first(validator).map(LogText.clipped),
            template: headers.first("template-tag").map(LogText.clipped))
    }

    /// Records the response to a request.
    static func note(_ response: ServerResponse, in exchange: ServerExchange) {
        guard var record = exchange.record else { return }
        let hasBody = record.method != "HEAD" && response.status != 304 && response.status >= 200
        exchange.recorded?.answer(
            status: response.status, response.headers, after: exchange.begun.duration(to: .now))
        if response.status == 200, response.prepared?.update == nil {
            exchange.recorded?.unpackedPage = response.prepared?.page
        }
        let size: Int
        switch response.body {
        case .bytes(let bytes):
            size = bytes.count
            if hasBody { exchange.recorded?.responseBody.add(bytes) }
        case .file(_, let length, _):
            size = Int(clamping: length)
            if hasBody { exchange.recorded?.responseBody.add(unseen: length) }
        case .pieces, .truncated, .reset, .overrun, .endless, .streamed:
            // Counted as they are sent.
            size = 0
        }
        record.status = response.status
        record.outcome =
            response.prepared?.outcome
            ?? SonicOutcome(of: response.status, response.headers, to: exchange.head?.headers ?? Headers())
        record.sent = tags(response.headers, "Etag")
        record.bytes = hasBody ? size : 0
        record.plainBytes = record.method == "HEAD" ? 0 : response.prepared?.plainBytes ?? size
        record.notes = response.notes.map(LogText.clipped)
        record.faults = response.faults
        exchange.record = record
    }

    /// Passes on the record of a request that has ended.
    func finish(_ exchange: ServerExchange, _ ending: ExchangeEnding, _ notes: [String]) {
        guard let journal, var record = exchange.record else { return }
        record.duration = exchange.begun.duration(to: .now)
        record.notes += notes.map(LogText.clipped)
        if let time = exchange.clientLeft {
            record.notes.append("the client closed its side of the connection after \(time.brief)")
        }
        if exchange.bytesSent > 0 {
            record.bytes = exchange.bytesSent
            // A response not made by Sonic has the same size without Sonic.
            if record.plainBytes == 0 { record.plainBytes = record.bytes }
        } else if ending == .lost {
            record.bytes = 0
            record.plainBytes = 0
            record.outcome = .lost
        }
        switch exchange.stage {
        case .silent(let fault):
            record.outcome = .silent
            record.faults.append(fault)
        case .talking, .waiting: record.outcome = .lost
        case .streaming: if ending == .lost { record.outcome = .lost }
        case .begun, .reading, .overflowing, .answered: break
        }
        journal.note(record, exchange.recorded, exchange.number)
    }

    /// Returns the client's address without its port; empty if unknown.
    static func client(of connection: OpaquePointer) -> String { text(of: sonic_mhd_address(connection)) }

    /// Returns an address without its port; empty if unknown.
    static func text(of address: UnsafePointer<sockaddr>?) -> String {
        var text = [CChar](repeating: 0, count: 64)
        guard sonic_address_text(address, &text, text.count) == 0 else { return "" }
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Returns the time of the wall clock.
    public static func now() -> Instant {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Instant(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
    }
}
