import Exchanges
import SonicProtocol
import Workbench

/// A HAR file.
enum RecordingInput {
    static func check(_ bytes: [UInt8]) throws(BrokenPromise) {
        let recording: Recording
        do throws(TextProblem) { recording = try Recording(har: bytes) } catch { return }
        for exchange in recording.exchanges {
            try promise(exchange.url.isHTTP, "only HTTP is replayed")
            _ = exchange.beginsPage
            let request = Request(
                method: exchange.method, url: exchange.url, headers: exchange.head?.headers ?? Headers(),
                body: exchange.body.body)
            for secrets in [Secrets.masked, .kept] { _ = RequestCode.curl.text(request, secrets: secrets) }
            guard let head = exchange.head else { continue }
            let tags = ResponseTags(head.headers)
            _ = ResponseClassifier.classify(
                head, tags: tags, asked: RequestConditions(etag: "a", templateTag: "b"))
        }
    }
}
