import TestSupport

/// Text that tries to take over a terminal, and the search for it in a program's output.
enum HostileText {
    static let sequences = HostileWords.sequences
    static let word = HostileWords.word
    static let text = HostileWords.text

    /// The first dangerous part of a program's output, if the program writes no sequences of its own; nil for none.
    static func leak(_ finished: Finished) -> String? {
        leak(finished.outputBytes) ?? leak(finished.errorBytes)
    }

    /// The same for bytes.
    static func leak(_ bytes: [UInt8]) -> String? {
        guard let text = String(validating: bytes, as: UTF8.self) else { return "bytes that are no text" }
        for (index, scalar) in text.unicodeScalars.enumerated()
        where scalar != "\n" && HostileWords.isDangerous(scalar) {
            let before = String(
                String.UnicodeScalarView(text.unicodeScalars.dropFirst(max(0, index - 60)).prefix(60)))
            return "U+\(String(scalar.value, radix: 16, uppercase: true)) behind \(before.debugDescription)"
        }
        return nil
    }

    /// What of the page reached a terminal on which the program itself draws with sequences.
    static func leak(onTerminal bytes: [UInt8]) -> String? {
        let text = String(decoding: bytes, as: UTF8.self).unicodeScalars
        if let scalar = text.first(where: { $0.value >= 0x80 && HostileWords.isDangerous($0) }) {
            return "U+\(String(scalar.value, radix: 16, uppercase: true))"
        }
        let all = Array(text)
        return sequences.first { sequence in
            let wanted = Array(sequence.unicodeScalars)
            // A backspace and the like may be the program's own cursor movement.
            guard wanted.count > 2 else { return false }
            return all.indices.contains { all[$0...].starts(with: wanted) }
        }?.debugDescription
    }

    /// A page with hostile words everywhere, in the version of the n-th request.
    static func page(_ number: Int) -> String {
        """
        <!doctype html><html><head><title>Owned \(text)</title>
        <meta name="viewport" content="\(text)"><link rel="stylesheet" href="/\(text).css"></head><body>
        <h1>Owned heading \(text)</h1>
        <p>text \(text) <a href="/a\(text)" title="\(text)">link \(text)</a> <img alt="image \(text)" src="\(text)"></p>
        <form action="/\(text)"><input name="n\(text)" value="v\(text)" placeholder="\(text)">
        <select name="s"><option>o\(text)</option></select><button>b\(text)</button>
        <textarea name="t">\(text)</textarea></form>
        <!--sonicdiff-news--><p>news \(number) \(text)</p><!--sonicdiff-news-end-->
        <!--sonicdiff-\(text)--><p>more</p><!--sonicdiff-\(text)-end-->
        <p style="list-style:'\(text)'">end</p></body></html>
        """
    }

    /// A server of such pages, with equally hostile headers.
    static func server() -> RawServer {
        RawServer { number in
            let body = page(number)
            let head = [
                "HTTP/1.1 200 OK \(word)", "Content-Type: text/html; charset=utf-8; x=\(word)",
                "ETag: e\(number)\(word)",
                "template-tag: t\(word)", "template-change: true", "cache-offline: true \(word)",
                "Set-Cookie: c=\(word); Path=/", "X-Owned: \(word)", "X\u{1B}[7777m: a",
                "Sonic-Link: \(word)", "Content-Length: \(body.utf8.count)", "Connection: close",
            ]
            return [.readRequest, .send(head.joined(separator: "\r\n") + "\r\n\r\n" + body)]
        }
    }

    /// The path of an address with the same sequences, percent-encoded.
    static let path = "/a%1B%5D0;owned%07%C2%9B7777m%E2%80%AE%F3%A0%81%81?q=%1B%5B7777m#%1B%5B7777m"
}
