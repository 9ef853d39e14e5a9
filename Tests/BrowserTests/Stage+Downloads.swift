import Browser
import SonicProtocol

@testable import Browser
@testable import SonicSession

extension Stage {
    /// The response turns out to be a download.
    mutating func offer(_ name: String, length: Int?, type: String? = "application/zip") {
        var fields = [HeaderField("Content-Disposition", "attachment; filename=\"\(name)\"")]
        if let type { fields.append(HeaderField("Content-Type", type)) }
        if let length { fields.append(HeaderField("Content-Length", "\(length)")) }
        let head = ResponseHead(
            version: "HTTP/1.1", status: 200, reason: "OK", headers: Headers(fields), raw: [])
        report(.headReceived(head))
        report(
            .handedOver(
                BodyHandoff(
                    request: Request(url: url.withoutFragment), head: head,
                    cause: RequestCause(chain: model.document.map { [$0.url] } ?? []),
                    rest: ResponseEvents { $0.finish() })
            ))
        end(.failed(.handedOver), "Content-Disposition makes the answer a file, not a page")
    }

    /// The progress of the download with a number, in these words (`Script`).
    mutating func come(_ words: [String]) throws {
        let number = Int(words[0]) ?? 0
        let known = model.account.downloads[number]?.path ?? ""
        let path = known.hasPrefix("/") ? known : "/home/alice/Downloads/" + known
        switch words[1] {
        case "saved":
            let bytes = model.account.downloads[number]?.received ?? 0
            send(.downloadReported(.ended(.saved(path: path, bytes: bytes, .counted)), number))
        case "stopped": send(.downloadReported(.ended(.stopped), number))
        case "begun":
            let received = words.count > 3 ? Int(words[3]) ?? 0 : 0
            send(.downloadReported(.begun(path: words[2], type: nil, received: received, length: 9), number))
        case "failed":
            let reason = words.dropFirst(2).joined(separator: " ")
            send(.downloadReported(.ended(.failed(reason)), number))
        case "broken":
            let reason = words.dropFirst(2).joined(separator: " ")
            send(.downloadReported(.ended(.broken(reason)), number))
        default:
            let (bytes, seconds) = (Int(words[1]) ?? 0, Int(words[2]) ?? 0)
            let entry = model.account.downloads[number]
            send(
                .downloadReported(
                    .begun(path: path, type: entry?.type, received: 0, length: entry?.length), number))
            for second in 1...max(1, seconds) {
                uptime += .seconds(1)
                send(.downloadReported(.received(bytes * second / max(1, seconds)), number))
            }
        }
    }
}
