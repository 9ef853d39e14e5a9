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

    init(_ arguments: ArraySlice<String>) throws(MessageMistake) {
        var words = arguments
        while let word = words.popFirst() {
            var letters = word.dropFirst()
            if word.hasPrefix("--") {
                letters = ""
                try apply(word, &letters, &words)
            } else if word.hasPrefix("-") {
                // Several letters in a word; the value of the last may follow at once.
                while let letter = letters.popFirst() { try apply("-\(letter)", &letters, &words) }
            } else {
                try setAddress(word)
            }
        }
    }

    /// What is about the output or the connection, without a value and with one.
    private static let ignored = names(
        """
        -s --silent -S --show-error -L --location -i --include -v --verbose -g --globoff -f --fail -N --no-buffer \
        -# --progress-bar -0 --http1.0 --http1.1 --http2 --http3 -4 --ipv4 -6 --ipv6
        """)
    private static let limits = names("-m --max-time --connect-timeout --retry --max-redirs")
    /// What would read or write a file.
    private static let refused = names(
        """
        -K --config -T --upload-file -o --output -O --remote-name -J --remote-header-name -c --cookie-jar -E --cert \
        --key --cacert --capath -n --netrc --netrc-file -D --dump-header --trace --trace-ascii --stderr --unix-socket
        """)

    private static func names(_ text: String) -> Set<String> {
        Set(text.split(separator: " ").map(String.init))
    }

    /// Applies an option.
    /// - Parameter letters: The text right behind it, which is its value if it takes one.
    private mutating func apply(
        _ name: String, _ letters: inout Substring, _ words: inout ArraySlice<String>
    ) throws(MessageMistake) {
        func value() throws(MessageMistake) -> String {
            defer { letters = "" }
            guard let value = letters.isEmpty ? words.popFirst() : String(letters) else {
                throw Self.mistake("\(name) requires a value")
            }
            return value
        }
        switch name {
        case "-X", "--request": method = try value()
        case "--url": try setAddress(try value())
        case "-H", "--header": try add(header: try value())
        case "-d", "--data", "--data-ascii", "--data-binary": data.append(try text(try value(), of: name))
        case "--data-raw": data.append(try value())
        case "--data-urlencode": try add(encoded: try value())
        case "--json":
            data.append(try text(try value(), of: name))
            for name in ["Content-Type", "Accept"] { setDefault(name, "application/json") }
        case "-F", "--form", "--form-string":
            let parts = try value().split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else { throw Self.mistake("\(name) takes NAME=VALUE") }
            let isFile = name != "--form-string" && (parts[1].first == "@" || parts[1].first == "<")
            if isFile { throw Self.file("\(name) \(parts[0])=\(parts[1])") }
            form.append(FormEntry(String(parts[0]), String(parts[1])))
        case "-b", "--cookie":
            let cookies = try value()
            guard cookies.contains("=") else { throw Self.file("\(name) \(cookies)") }
            try add(header: "Cookie: " + cookies)
        case "-A", "--user-agent": try add(header: "User-Agent: " + (try value()))
        case "-e", "--referer": try add(header: "Referer: " + (try value()))
        case "-u", "--user": try add(header: "Authorization: Basic " + Base64.text(Array(try value().utf8)))
        case "-I", "--head": method = "HEAD"
        case "-G", "--get": isQuery = true
        case "-k", "--insecure": acceptsAnyCertificate = true
        case "--compressed": setDefault("Accept-Encoding", "gzip, deflate, br")
        case "--": break
        case _ where Self.ignored.contains(name): break
        case _ where Self.limits.contains(name): _ = try value()
        case _ where Self.refused.contains(name): throw Self.file(name)
        case let other: throw Self.mistake("curl's option \(other) is not supported: remove it")
        }
    }

    private mutating func setAddress(_ text: String) throws(MessageMistake) {
        guard address == nil else { throw Self.mistake("several addresses; keep one") }
        address = text.contains("://") ? text : "http://" + text
    }

    private mutating func setDefault(_ name: String, _ value: String) {
        if !fields.contains(where: { $0.isNamed(name) }) { fields.append(HeaderField(name, value)) }
    }

    private mutating func add(header line: String) throws(MessageMistake) {
        if line.hasPrefix("@") { throw Self.file("-H \(line)") }
        guard let end = line.firstIndex(where: { $0 == ":" || $0 == ";" }),
            case let field = HeaderField(
                String(line[..<end]), String(line[line.index(after: end)...].drop { $0 == " " })),
            field.isWellFormed
        else { throw Self.mistake("“\(line)” is not a valid header: write NAME: VALUE") }
        // Without a value the header is not sent, unless a semicolon says so.
        if !field.value.isEmpty || line[end] == ";", !field.isNamed("content-length") { fields.append(field) }
    }

    private mutating func add(encoded text: String) throws(MessageMistake) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(
            String.init)
        if parts[0].contains("@") { throw Self.file("--data-urlencode \(text)") }
        let name = parts.count == 2 && !parts[0].isEmpty ? parts[0] + "=" : ""
        let value = FormBody.urlEncoded([FormEntry("", parts[parts.count - 1])]).dropFirst()
        data.append(name + Bytes.text(value))
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
            (body, type) = FormBody.multipart(form, hashes: hashes)
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

    private func text(_ value: String, of option: String) throws(MessageMistake) -> String {
        if value.hasPrefix("@") { throw Self.file("\(option) \(value)") }
        return value
    }

    private static func file(_ words: String) -> MessageMistake {
        mistake("\(words) is refused: it reads or writes a file, and only the request is read")
    }

    private static func mistake(_ words: String) -> MessageMistake { MessageMistake(line: nil, words: words) }
}
