import Exchanges
import SonicProtocol

/// A command for curl, as browsers copy it, read as a request. It reads no file, writes none and runs nothing.
public struct CurlCommand {
    /// The request.
    public let request: Request
    /// Whether it accepts any certificate.
    public let acceptsAnyCertificate: Bool

    /// Reads a command, with or without its first word. Linear in it.
    /// - Parameters:
    ///   - hashes: What the boundary of a form is derived with.
    ///   - domainToASCII: The conversion of host names outside ASCII; nil refuses them.
    public init(
        _ text: String, hashes: Hashes, domainToASCII: WebURL.DomainToASCII? = nil
    ) throws(MessageMistake) {
        var words = try ShellWords(text).words[...]
        if words.first == "curl" { words.removeFirst() }
        let options = try CurlArguments(words)
        request = try options.request(hashes, domainToASCII)
        acceptsAnyCertificate = options.acceptsAnyCertificate
    }
}

/// The arguments of a command for curl.
private struct CurlArguments {
    private(set) var acceptsAnyCertificate = false
    private var method: String?
    private var address: String?
    private var fields: [HeaderField] = []
    /// The data, which is joined with `&`.
    private var data: [String] = []
    private var form: [FormEntry] = []
    private var isQuery = false

    /// What an option does.
    private enum Meaning: Sendable {
        /// It changes the request by its value.
        case value(@Sendable (inout CurlArguments, String) throws(MessageMistake) -> Void)
        /// It changes the request.
        case flag(@Sendable (inout CurlArguments) -> Void)
        /// It is about the output or the connection, and is left out.
        case ignored(takesValue: Bool)
        /// It would read or write a file.
        case refused
    }

    init(_ arguments: ArraySlice<String>) throws(MessageMistake) {
        var words = arguments
        while let word = words.popFirst() {
            if word == "--" || !word.hasPrefix("-") || word == "-" {
                if word != "--" { try setAddress(word) }
            } else if word.hasPrefix("--") {
                try apply(word, nil, &words)
            } else {
                // Several letters in a word; the value of the last may follow at once.
                var letters = word.dropFirst()
                while let letter = letters.popFirst() {
                    let attached = letters.isEmpty ? nil : String(letters)
                    if try apply("-\(letter)", attached, &words) { break }
                }
            }
        }
    }

    /// Applies an option.
    /// - Parameter attached: The text right behind it.
    /// - Returns: Whether the attached text is its value.
    @discardableResult private mutating func apply(
        _ name: String, _ attached: String?, _ words: inout ArraySlice<String>
    ) throws(MessageMistake) -> Bool {
        guard let row = Self.options.first(where: { $0.names.contains(name) }) else {
            throw Self.mistake("curl's option \(name) is not known here: remove it")
        }
        func value() throws(MessageMistake) -> String {
            guard let value = attached ?? words.popFirst() else {
                throw Self.mistake("\(name) requires a value")
            }
            return value
        }
        switch row.meaning {
        case .refused:
            throw Self.mistake("\(name) is refused: it reads or writes a file, and only the request is read")
        case .flag(let change): change(&self)
        case .ignored(takesValue: false): break
        case .ignored(takesValue: true): _ = try value()
        case .value(let change):
            try change(&self, try value())
            return attached != nil
        }
        if case .ignored(takesValue: true) = row.meaning { return attached != nil }
        return false
    }

    private static let options: [(names: [String], meaning: Meaning)] = [
        (["-X", "--request"], .value { $0.method = $1 }),
        (["--url"], .value { command, value throws(MessageMistake) in try command.setAddress(value) }),
        (
            ["-H", "--header"],
            .value { command, value throws(MessageMistake) in try command.add(header: value) }
        ),
        (
            ["-d", "--data", "--data-ascii", "--data-binary"],
            .value { command, value throws(MessageMistake) in
                command.data.append(try withoutFile(value, "-d"))
            }
        ),
        (["--data-raw"], .value { $0.data.append($1) }),
        (
            ["--data-urlencode"],
            .value { command, value throws(MessageMistake) in
                try command.add(encoded: value)
            }
        ),
        (
            ["--json"],
            .value { command, value throws(MessageMistake) in
                command.data.append(try withoutFile(value, "--json"))
                for name in ["Content-Type", "Accept"] { command.setDefault(name, "application/json") }
            }
        ),
        (
            ["-F", "--form"],
            .value { command, value throws(MessageMistake) in
                let (name, text) = try parts(of: value, "-F")
                if text.hasPrefix("@") || text.hasPrefix("<") { throw file("-F \(name)=\(text)") }
                command.form.append(FormEntry(name, text))
            }
        ),
        (
            ["--form-string"],
            .value { command, value throws(MessageMistake) in
                let (name, text) = try parts(of: value, "--form-string")
                command.form.append(FormEntry(name, text))
            }
        ),
        (
            ["-b", "--cookie"],
            .value { command, value throws(MessageMistake) in
                guard value.contains("=") else { throw file("-b \(value)") }
                command.fields.append(HeaderField("Cookie", value))
            }
        ),
        (["-A", "--user-agent"], .value { $0.fields.append(HeaderField("User-Agent", $1)) }),
        (["-e", "--referer"], .value { $0.fields.append(HeaderField("Referer", $1)) }),
        (
            ["-u", "--user"],
            .value {
                $0.fields.append(HeaderField("Authorization", "Basic " + Base64.text(Array($1.utf8))))
            }
        ),
        (["-I", "--head"], .flag { $0.method = "HEAD" }), (["-G", "--get"], .flag { $0.isQuery = true }),
        (["-k", "--insecure"], .flag { $0.acceptsAnyCertificate = true }),
        (["--compressed"], .flag { $0.setDefault("Accept-Encoding", "gzip, deflate, br") }),
        (
            [
                "-s", "--silent", "-S", "--show-error", "-L", "--location", "-i", "--include", "-v",
                "--verbose",
                "-g", "--globoff", "-f", "--fail", "-N", "--no-buffer", "-#", "--progress-bar", "-0",
                "--http1.0",
                "--http1.1", "--http2", "--http3", "-4", "--ipv4", "-6", "--ipv6",
            ], .ignored(takesValue: false)
        ),
        (["-m", "--max-time", "--connect-timeout", "--retry", "--max-redirs"], .ignored(takesValue: true)),
        (
            [
                "-K", "--config", "-T", "--upload-file", "-o", "--output", "-O", "--remote-name", "-c",
                "--cookie-jar", "-E", "--cert", "--key", "--cacert", "--capath", "-n", "--netrc",
                "--netrc-file",
                "-D", "--dump-header", "--trace", "--trace-ascii", "--stderr", "--unix-socket", "-J",
                "--remote-header-name",
            ], .refused
        ),
    ]

    private mutating func setAddress(_ text: String) throws(MessageMistake) {
        guard address == nil else { throw Self.mistake("several addresses; keep one") }
        address = text.contains("://") ? text : "http://" + text
    }

    private mutating func setDefault(_ name: String, _ value: String) {
        if !fields.contains(where: { $0.isNamed(name) }) { fields.append(HeaderField(name, value)) }
    }

    private mutating func add(header line: String) throws(MessageMistake) {
        if line.hasPrefix("@") { throw Self.file("-H \(line)") }
        guard let end = line.firstIndex(where: { $0 == ":" || $0 == ";" }) else {
            throw Self.mistake("“\(line)” is not a valid header: write NAME: VALUE")
        }
        let value = String(line[line.index(after: end)...].drop { $0 == " " })
        let field = HeaderField(String(line[..<end]), value)
        guard field.isWellFormed else { throw Self.mistake("“\(line)” is not a valid header") }
        fields.removeAll {
            $0.isNamed(field.name) && ["accept", "content-type"].contains(field.name.lowercased())
        }
        // Without a value the header is not sent.
        if !(value.isEmpty && line[end] == ":"), !field.isNamed("content-length") { fields.append(field) }
    }

    private mutating func add(encoded text: String) throws(MessageMistake) {
        let equals = text.firstIndex(of: "=")
        if text[..<(equals ?? text.endIndex)].contains("@") { throw Self.file("--data-urlencode \(text)") }
        let value = equals.map { text[text.index(after: $0)...] } ?? text[...]
        let name = equals.map { String(text[..<$0]) + "=" } ?? ""
        data.append(
            (name == "=" ? "" : name)
                + Bytes.text(FormBody.urlEncoded([FormEntry("", String(value))]).dropFirst()))
    }

    /// Returns the request.
    func request(
        _ hashes: Hashes, _ domainToASCII: WebURL.DomainToASCII?
    ) throws(MessageMistake) -> Request {
        guard var address else { throw Self.mistake("the command names no address") }
        let text = data.joined(separator: "&")
        var body = RequestBody(isQuery ? [] : Array(text.utf8))
        var type = data.isEmpty || isQuery ? nil : "application/x-www-form-urlencoded"
        if isQuery, !data.isEmpty { address += (address.contains("?") ? "&" : "?") + text }
        if !form.isEmpty {
            let boundary = FormBody.boundary(form, hashes: hashes)
            body = FormBody.multipart(form, boundary: boundary)
            type = "multipart/form-data; boundary=" + boundary
        }
        let method = method ?? (type == nil ? "GET" : "POST")
        let target = try Request.target("\(method) \(address)", domainToASCII, line: nil)
        var whole = self
        whole.setDefault("Accept", "*/*")
        if let type { whole.setDefault("Content-Type", type) }
        var request = Request(method: target.method, url: target.url, headers: Headers(whole.fields))
        request.body = body
        return request
    }

    private static func parts(of text: String, _ option: String) throws(MessageMistake) -> (String, String) {
        guard let equals = text.firstIndex(of: "=") else { throw mistake("\(option) takes NAME=VALUE") }
        return (String(text[..<equals]), String(text[text.index(after: equals)...]))
    }

    private static func withoutFile(_ value: String, _ option: String) throws(MessageMistake) -> String {
        if value.hasPrefix("@") { throw file("\(option) \(value)") }
        return value
    }

    private static func file(_ words: String) -> MessageMistake {
        mistake("\(words) is refused: it would read a file, and only the request is read")
    }

    private static func mistake(_ words: String) -> MessageMistake { MessageMistake(line: nil, words: words) }
}
