import SonicProtocol
@testable import Workbench

/// A page at a server that follows the protocol, and a phone's handling of its responses.
struct ClientScene {
    /// The stored page; nil for none.
    var old: String?
    /// The current page.
    var new: String
    /// Headers that replace the server's, by name; an empty value removes one.
    var answers: [(String, String)] = []
    /// The same for the response with the old page.
    var answered: [(String, String)] = []

    static let hashes = Hashes.plainSwift

    /// A phone's handling of the whole page.
    func whole(on phone: ClientModel) -> ClientOutcome {
        reading(on: phone, status: 200, tags(new, change: "true"), Array(new.utf8))
    }

    /// A phone's handling of a data update to the new page.
    /// - Parameter body: A body that replaces the server's.
    func update(on phone: ClientModel, body: String? = nil) -> ClientOutcome {
        reading(on: phone, status: 200, tags(new, change: "false"), Array((body ?? Self.json(new)).utf8))
    }

    /// A phone's handling of a status without a body.
    func status(_ status: Int, on phone: ClientModel, headers: Headers = Headers()) -> ClientOutcome {
        reading(on: phone, status: status, headers, [])
    }

    func reading(on phone: ClientModel, status: Int, _ headers: Headers, _ body: [UInt8]) -> ClientOutcome {
        exchange(status: status, headers, body).reading(on: phone, hashes: Self.hashes)
    }

    func exchange(status: Int, _ headers: Headers, _ body: [UInt8]) -> ClientExchange {
        let stored = old.map { page in
            var headers = tags(page, change: "true")
            headers.overlay(answered.map { HeaderField($0.0, $0.1) })
            return (html: Array(page.utf8), headers: headers)
        }
        var headers = headers
        headers.overlay(answers.map { HeaderField($0.0, $0.1) })
        let asked = old.map {
            RequestConditions(etag: Self.sha1($0), templateTag: Self.sha1(Self.template($0)))
        }
        return ClientExchange(
            storedPage: stored, asked: asked ?? RequestConditions(), status: status, headers: headers,
            body: body)
    }

    private func tags(_ page: String, change: String) -> Headers {
        Headers([
            HeaderField("Content-Type", "text/html; charset=utf-8"),
            HeaderField("ETag", Self.sha1(page)),
            HeaderField("template-tag", Self.sha1(Self.template(page))),
            HeaderField("template-change", change),
            HeaderField("Cache-Offline", "true"),
        ])
    }

    /// The server's body: all data, title first.
    static func json(_ page: String, sha1: String? = nil) -> String {
        let bytes = Array(page.utf8)
        let split = PageSplit(html: bytes)
        var data = [JSONValue.Member("{title}", .string(text(split.dataBytes(of: .title, in: bytes))))]
        for index in split.blocks.indices {
            let slot = PageSplit.Slot.block(index)
            data.append(.init(split.keys(for: slot)[0], .string(text(split.dataBytes(of: slot, in: bytes)))))
        }
        return JSONValue.object([
            .init("data", .object(data)),
            .init("template-tag", .string(Self.sha1(template(page)))),
            .init("html-sha1", .string(sha1 ?? Self.sha1(page))),
            .init("diff", ""),
        ]).text()
    }

    static func sha1(_ text: String) -> String { hashes.sha1(Array(text.utf8)) }

    private static func template(_ page: String) -> String {
        let bytes = Array(page.utf8)
        return text(PageSplit(html: bytes).templateBytes(of: bytes))
    }

    static func text(_ bytes: [UInt8]?) -> String { String(decoding: bytes ?? [], as: UTF8.self) }

    /// A page with a title and blocks by name, surrounded by `rest`.
    static func page(_ title: String, _ blocks: [(String, String)], before: String = "", rest: String = "")
        -> String
    {
        let html = blocks.map { "<!--sonicdiff-\($0.0)-->\($0.1)<!--sonicdiff-\($0.0)-end-->" }
        return "<html><title>\(title)</title>\(before)" + html.joined(separator: "<hr>") + rest + "</html>"
    }
}

extension ClientOutcome {
    /// The page's text.
    var text: String? { page.map { String(decoding: $0, as: UTF8.self) } }

    /// The result for the script: both codes, and the names of the data.
    var told: String {
        guard let callback else { return "nothing" }
        let names = callback.data.map { " " + $0.map { Bytes.text($0.key) }.joined(separator: ",") } ?? ""
        return "\(callback.code)/\(callback.srcCode)\(names)"
    }
}
