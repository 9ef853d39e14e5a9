import SonicProtocol

/// A request as text for editing, and back (docs/guide/debugging.md#editing).
public enum RequestText {
    /// Returns the text of a request: its method and address, its headers, and the posted data.
    public static func text(of request: Request) -> [UInt8] {
        var lines = [
            "# Edit the request, save it and quit the editor. Comment lines like this one are ignored.",
            "# Host and Content-Length are added when it is sent.",
        ]
        var body: [UInt8] = []
        if let problem = problem(of: request.body) {
            lines += [
                "# \(problem), so it is not shown here and stays unchanged:",
                MessageChoice.bodyAsItCame.rawValue,
            ]
        } else if let bytes = request.body.bytes, let last = bytes.last {
            body = bytes
            if last != 0x0A {
                body.append(0x0A)
                lines.append(MessageChoice.noLastLineEnd.rawValue)
            }
        }
        lines.append("\(request.method) \(request.url.href) HTTP/1.1")
        lines += request.headers.fields.map { "\($0.name): \($0.value)" }
        return Array((lines.joined(separator: "\n") + "\n\n").utf8) + body
    }

    /// Returns the reason why a body cannot be edited; nil if it can.
    private static func problem(of body: RequestBody) -> String? {
        guard let bytes = body.bytes else {
            return "the body of \(body.count) bytes contains files ("
                + body.files.map(\.words).joined(separator: "; ") + ")"
        }
        return AnswerText.problem(of: bytes)
    }

    /// Parses an edited request. Linear.
    public static func read(
        _ text: [UInt8], inPlaceOf original: Request
    ) throws(MessageMistake) -> Request {
        let lines = try MessageLines(text, known: original.headers)
        let line = Bytes.text(lines.first.bytes)
        let words = line.split(separator: " ").map(String.init)
        guard (2...3).contains(words.count), HeaderField(words[0], "").isWellFormed else {
            throw MessageMistake(
                line: lines.first.number,
                words:
                    "“\(MessageLines.quoted(lines.first.bytes))” is not a valid request: write METHOD and the whole address, such as "
                    + "GET http://localhost/ HTTP/1.1")
        }
        guard let url = WebURL(words[1]), url.isHTTP else {
            throw MessageMistake(
                line: lines.first.number,
                words:
                    "“\(MessageLines.quoted(Array(words[1].utf8)[...]))” is not an address that begins with http:// or https://"
            )
        }
        if lines.choices.contains(.bodyAsItCame) {
            return Request(
                method: words[0], url: url, headers: Headers(lines.fields), body: original.body)
        }
        var body = lines.body ?? []
        if lines.choices.contains(.noLastLineEnd), body.last == 0x0A {
            body.removeLast()
        }
        return Request(method: words[0], url: url, headers: Headers(lines.fields), body: body)
    }
}
