import SonicLint
import SonicProtocol
import SonicSession

@testable import Browser

/// Findings about a session: `classified NAME: VALUE;… HTML` is a first load whose response has these fields and is classified,
/// and `late CHECK` a finding that is reported after its session.
extension Script {
    mutating func classify(_ rest: String) {
        let start = rest.firstIndex(of: "<") ?? rest.endIndex
        let html = Self.bytes(String(rest[start...]))
        let fields = rest[..<start].split(separator: ";").compactMap { field -> HeaderField? in
            let parts = field.split(separator: ":", maxSplits: 1).map(String.init)
            guard parts.count == 2 else { return nil }
            return HeaderField(
                Self.text(String(parts[0].drop { $0 == " " })), Self.text(String(parts[1].drop { $0 == " " }))
            )
        }
        stage.readCache(nil)
        stage.ask(200, "OK", fields.map { ($0.name, $0.value) })
        let headers = Headers(fields)
        let head = ResponseHead(version: "HTTP/1.1", status: 200, reason: "OK", headers: headers, raw: [])
        let found = ResponseClassifier.classification(
            of: head, tags: ResponseTags(headers), asked: RequestConditions())
        stage.report(.learnt(.classified(found, added: [])))
        stage.report(.learnt(.bodyReceived(html)))
        stage.report(.learnt(.pageKnown(html)))
        stage.replace(with: String(decoding: html, as: UTF8.self))
        stage.end(.firstLoad, "it came")
    }

    mutating func reportLate(_ words: String) {
        stage.answer(LintReport(findings: [Finding(.blocksMissing, words)])) {
            if case .findings(_, let reply) = $0 { reply } else { nil }
        }
    }
}
