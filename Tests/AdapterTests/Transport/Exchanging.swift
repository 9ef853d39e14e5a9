import SonicProtocol
import SonicSession
import TestSupport
import Testing

@testable import Transport

/// A request for a URL that is known to be valid.
func request(
    _ url: String, method: String = "GET", _ fields: [(String, String)] = [], body: [UInt8] = []
) throws -> Request {
    Request(
        method: method, url: try WebURL.parse(url), headers: Headers(fields.map { HeaderField($0, $1) }),
        body: body)
}

/// All events of one exchange, by kind.
struct Told {
    var phases: [TransferPhase] = []
    var requests: [String] = []
    var heads: [ResponseHead] = []
    /// The upload progress: bytes sent and total.
    var sent: [(count: Int, total: Int)] = []
    var body: [UInt8] = []
    var findings: [Finding] = []
    var report: TransferReport?
    var failure: ConnectionFailure?

    /// Reads a stream to its end.
    init(_ events: ResponseEvents) async {
        for await event in events {
            switch event {
            case .entered(let phase): phases.append(phase)
            case .noted(let finding): findings.append(finding)
            case .edited: break
            case .bodySent(let count, let total): sent.append((count, total))
            case .requestSent(let bytes): requests.append(String(decoding: bytes, as: UTF8.self))
            case .headReceived(let head): heads.append(head)
            case .bodyReceived(let bytes): body += bytes
            case .finished(let report): self.report = report
            case .failed(let failure): self.failure = failure
            }
        }
    }

    var text: String { String(decoding: body, as: UTF8.self) }
}

/// The events of a plain GET to a server that plays `steps` after reading the request.
func answer(
    _ steps: RawServer.Step..., with configuration: TransportConfiguration = TransportConfiguration(),
    fields: [(String, String)] = []
) async throws -> Told {
    let server = RawServer([.readRequest] + steps)
    let told = await Told(CurlConnection(configuration).exchange(try request(server.url(), fields)))
    withExtendedLifetime(server) {}
    return told
}

/// A complete response with a body of this text.
func page(_ body: String, status: String = "200 OK", _ lines: [String] = []) -> RawServer.Step {
    let head = ["HTTP/1.1 \(status)"] + lines + ["Content-Length: \(body.utf8.count)"]
    return .send(head.joined(separator: "\r\n") + "\r\n\r\n" + body)
}
