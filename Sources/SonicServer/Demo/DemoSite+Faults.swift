import SonicProtocol

/// Servers gone wrong, for people who test clients, and for this program's own tests.
extension DemoSite {
    static let faults = [faultList] + faultPages

    private static let faultList = DemoPage(
        path: "/faults/", title: "Servers gone wrong", summary: "", manner: .plain,
        content: { _ in
            let rows = faultPages.map { page in
                "<tr><td><a href=\"\(page.path)\">\(page.title)</a></td><td>\(page.summary)</td></tr>"
            }
            return """
                <p>Each of these does one thing wrong, every time it is asked.</p>
                <table>
                <tr><th>Page</th><th>What the server does</th></tr>
                \(rows.joined(separator: "\n"))
                </table>
                """
        })

    private static let faultPages = [
        fault("missing", "there is no such page: 404") { visit, _ in
            .response(ErrorPage.notFound(visit.request.path))
        },
        fault("error", "fails: 500") { _, _ in
            .response(ErrorPage.serverError("This page always fails."))
        },
        fault("flaky-error", "every second request fails with 500") { visit, responder in
            visit.number % 2 == 0
                ? .response(ErrorPage.serverError("This page fails every second time."))
                : sound("flaky-error", visit, responder)
        },
        fault("flaky-connection", "every second request finds the connection closed") { visit, responder in
            visit.number % 2 == 0 ? .hangUp : sound("flaky-connection", visit, responder)
        },
        fault("loop", "redirects to itself for ever") { _, _ in
            .response(ServerResponse(status: 302).with("Location", "/faults/loop"))
        },
        fault("lost-redirect", "redirects without saying where") { _, _ in
            .response(ServerResponse(status: 302))
        },
        fault("truncated", "closes in the middle of the body") { visit, responder in
            altered("truncated", visit, responder) { response, body in
                response.body = .truncated(Array(body.prefix(body.count / 2)), announced: body.count)
            }
        },
        fault("hang-up", "closes without an answer") { _, _ in .hangUp },
        fault("silent", "says nothing for ten minutes") { _, _ in .silence(.seconds(600)) },
        fault("bad-gzip", "claims gzip and sends none") { visit, responder in
            .response(respond("bad-gzip", visit, responder).with("Content-Encoding", "gzip"))
        },
        fault("bad-json", "sends updates that are no JSON") { visit, responder in
            updates("bad-json", visit, responder) { Array($0.prefix($0.count / 2)) }
        },
        fault("empty-update", "sends updates without a body") { visit, responder in
            updates("empty-update", visit, responder) { _ in [] }
        },
        fault("foreign-blocks", "sends updates with another page's blocks") { visit, responder in
            updates("foreign-blocks", visit, responder) { body in
                Array(String(decoding: body, as: UTF8.self).replacing("{visit}", with: "{price}").utf8)
            }
        },
        fault("json-first", "sends an update to whoever asks for the page") { visit, responder in
            var asked = visit.request.headers
            asked.remove("template-tag")
            asked.remove("If-None-Match")
            let page = Array(soundPage("json-first", visit).utf8)
            let whole = ServerRequest(target: visit.request.target, headers: asked)
            guard let tag = responder.respond(with: page, to: whole).headers.first("template-tag") else {
                return .response(responder.respond(with: page, to: whole))
            }
            asked.append("template-tag", tag)
            return .response(
                responder.respond(
                    with: page, to: ServerRequest(target: visit.request.target, headers: asked)))
        },
        fault("weak-etag", "weakens and quotes its tags, as a compressing proxy does") { visit, responder in
            var response = respond("weak-etag", visit, responder, steady: true)
            if let etag = response.headers.first("Etag") { response.headers.replace("Etag", "W/\"\(etag)\"") }
            return .response(response)
        },
        fault("doubled", "sends Cache-Offline twice") { visit, responder in
            .response(respond("doubled", visit, responder, steady: true).with("Cache-Offline", "store"))
        },
        fault("unasked-304", "answers 304 to everyone") { _, _ in .response(ServerResponse(status: 304)) },
    ]

    private static func fault(
        _ name: String, _ summary: String,
        _ answer: @escaping @Sendable (DemoPage.Visit, SonicResponder) -> ServerAnswer
    ) -> DemoPage {
        DemoPage(
            path: "/faults/\(name)", title: name, summary: summary, manner: .special(answer))
    }

    /// A Sonic page as it should be, for faults that show only at times.
    private static func soundPage(_ name: String, _ visit: DemoPage.Visit, steady: Bool = false) -> String {
        let number = steady ? 0 : visit.number
        return DemoPage.document(
            title: name,
            DemoPage.block("visit", "<p>\(steady ? "Always the same." : "Copy number \(number).")</p>")
                + "\n<p><a href=\"/faults/\">Servers gone wrong</a></p>")
    }

    private static func respond(
        _ name: String, _ visit: DemoPage.Visit, _ responder: SonicResponder, steady: Bool = false
    ) -> ServerResponse {
        responder.respond(with: Array(soundPage(name, visit, steady: steady).utf8), to: visit.request)
    }

    private static func sound(
        _ name: String, _ visit: DemoPage.Visit, _ responder: SonicResponder
    ) -> ServerAnswer {
        .response(respond(name, visit, responder))
    }

    /// The sound answer after a change that needs its body.
    private static func altered(
        _ name: String, _ visit: DemoPage.Visit, _ responder: SonicResponder,
        _ change: (inout ServerResponse, [UInt8]) -> Void
    ) -> ServerAnswer {
        var response = respond(name, visit, responder)
        change(&response, response.bytes ?? [])
        return .response(response)
    }

    /// The sound answer, but for the body of an update.
    private static func updates(
        _ name: String, _ visit: DemoPage.Visit, _ responder: SonicResponder,
        _ change: ([UInt8]) -> [UInt8]
    ) -> ServerAnswer {
        altered(name, visit, responder) { response, body in
            guard response.headers.first("template-change") == "false" else { return }
            response.body = .bytes(change(body))
        }
    }
}
