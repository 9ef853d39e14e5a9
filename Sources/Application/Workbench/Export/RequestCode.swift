import Exchanges
import SonicProtocol

/// A request as a command or source code, to run elsewhere. Data posted from files is in the command for curl only.
public enum RequestCode: String, CaseIterable, Sendable {
    /// A command for curl, on one line, to be pasted into a POSIX shell.
    case curl
    /// A command for HTTPie, to be pasted into a POSIX shell.
    case httpie = "HTTPie"
    /// JavaScript, for Node and browsers.
    case fetch
    /// Python 3, with only its standard library.
    case python = "Python"
    /// Swift, with Foundation.
    case swift = "Swift"

    /// Returns the code. Linear.
    ///
    /// - Parameters:
    ///   - request: The request that was sent.
    ///   - options: The options of curl for the connection; addresses in them are masked like others.
    ///   - added: Fields that the connection added to the request.
    ///   - secrets: How cookies, names, passwords and posted data are handled.
    public func text(
        _ request: Request, options: [CurlOption] = [], added: [HeaderField] = [], secrets: Secrets = .masked
    ) -> String {
        let parts = RequestParts(request, added, secrets)
        return switch self {
        case .curl: curl(parts, options)
        case .httpie: httpie(parts)
        case .fetch: fetch(parts)
        case .python: python(parts)
        case .swift: swift(parts)
        }
    }

    // MARK: Commands

    private func curl(_ parts: RequestParts, _ options: [CurlOption]) -> String {
        var words = ["curl"]
        let address = parts.secrets.text(parts.request.url.withoutFragment.href)
        // curl expands these characters to several addresses.
        if address.utf8.contains(where: { "[]{}".utf8.contains($0) }) { words.append("--globoff") }
        let method = parts.request.method
        if method != (parts.body == nil ? "GET" : "POST") { words += ["-X", Self.quoted(method)] }
        for option in options {
            words += [option.name] + (option.value.map { [Self.quoted(parts.secrets.text($0))] } ?? [])
        }
        words.append(Self.quoted(address))
        var parts = parts
        let pieces = parts.request.body.files.isEmpty ? [] : parts.request.body.pieces
        if !pieces.isEmpty {
            // curl sets the boundary itself.
            parts.fields.removeAll { ["content-type", "content-length"].contains($0.name.lowercased()) }
        }
        words += Self.headers(parts, ": ", removing: ["User-Agent", "Accept"]).flatMap { ["-H", $0] }
        if parts.request.headers.contains("Accept-Encoding") { words.append("--compressed") }
        if !pieces.isEmpty {
            words += pieces.flatMap { Self.part($0, parts.secrets) }
        } else if let body = parts.body {
            words += ["--data-raw", Self.quoted(body)]
        }
        return words.joined(separator: " ")
    }

    private func httpie(_ parts: RequestParts) -> String {
        var words = ["http", "--ignore-stdin"]
        if let body = parts.body { words += ["--raw", Self.quoted(body)] }
        words += [parts.request.method, Self.quoted(parts.address)]
        words += Self.headers(parts, ":", removing: ["User-Agent", "Accept", "Accept-Encoding"])
        return words.joined(separator: " ")
    }

    /// Returns the arguments for headers, and for the removal of those that the command would add itself.
    private static func headers(
        _ parts: RequestParts, _ separator: String, removing names: [String]
    ) -> [String] {
        // With nothing after the colon, the command would remove the header.
        parts.fields.map { quoted($0.name + ($0.value.isEmpty ? ";" : separator + $0.value)) }
            + names.filter { !parts.sends($0) }.map { quoted($0 + ":") }
    }

    /// Returns a field of a multipart form for curl.
    private static func part(_ piece: RequestBody.Piece, _ secrets: Secrets) -> [String] {
        switch piece {
        case .bytes: []
        case .value(let bytes, of: let name):
            ["--form-string", quoted(name + "=" + RequestParts.posted(bytes, secrets))]
        case .file(let file, of: let name):
            [
                "-F",
                quoted(
                    "\(name)=@\(escaped(Bytes.text(file.path)));type=\(file.type);"
                        + "filename=\(escaped(file.name))"),
            ]
        }
    }

    /// Returns a name in quotes, as curl parses it.
    private static func escaped(_ name: String) -> String {
        "\"" + name.unicodeScalars.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : "\($0)" }.joined() + "\""
    }

    /// Returns a word quoted for the shell. One with control characters is written with escapes, which bash, zsh and
    /// POSIX.1-2024 support: pasted verbatim they would control the shell's line editor.
    static func quoted(_ word: String) -> String {
        func isControl(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.generalCategory == .control }
        guard word.unicodeScalars.contains(where: isControl) else {
            return "'" + word.unicodeScalars.map { $0 == "'" ? "'\\''" : "\($0)" }.joined() + "'"
        }
        let escaped = word.unicodeScalars.map { scalar in
            if scalar == "'" || scalar == "\\" { return "\\\(scalar)" }
            guard isControl(scalar) else { return String(scalar) }
            // Three octal digits per byte, so that the following characters cannot be part of the escape.
            return String(scalar).utf8.map { "\\\($0 >> 6)\($0 >> 3 & 7)\($0 & 7)" }.joined()
        }
        return "$'" + escaped.joined() + "'"
    }

    // MARK: Source code

    private func fetch(_ parts: RequestParts) -> String {
        let headers = parts.fields.map { "    [\(literal($0.name)), \(literal($0.value))],\n" }
        // Node would follow redirects, unlike the original request.
        return """
            const response = await fetch(\(literal(parts.address)), {
              method: \(literal(parts.request.method)),
              headers: [
            \(headers.joined())  ],
            \(parts.body.map { "  body: \(literal($0)),\n" } ?? "")  redirect: "manual",
            });
            console.log(response.status, await response.text());

            """
    }

    // `urllib.request` capitalizes all header names, which some Sonic servers do not recognize.
    private func python(_ parts: RequestParts) -> String {
        let url = parts.request.url
        let headers = parts.fields.map {
            "connection.putheader(\(literal($0.name)), \(literal($0.value)))\n"
        }
        let body = parts.body.map {
            """
            body = \(literal($0)).encode()
            connection.putheader("Content-Length", str(len(body)))

            """
        }
        return """
            import http.client

            connection = http.client.HTTP\(url.scheme == "https" ? "S" : "")Connection(\(literal(url.hostAndPort)))
            connection.putrequest(\(literal(parts.request.method)), \(literal(url.requestTarget)), skip_accept_encoding=True)
            \(headers.joined())\(body ?? "")connection.endheaders(\(body == nil ? "" : "body"))
            response = connection.getresponse()
            print(response.status, response.read())

            """
    }

    private func swift(_ parts: RequestParts) -> String {
        let headers = parts.fields.map {
            "request.addValue(\(literal($0.value)), forHTTPHeaderField: \(literal($0.name)))\n"
        }
        let body = parts.body.map { "request.httpBody = Data(\(literal($0)).utf8)\n" }
        return """
            import Foundation
            #if canImport(FoundationNetworking)
                import FoundationNetworking
            #endif

            var request = URLRequest(url: URL(string: \(literal(parts.address)))!)
            request.httpMethod = \(literal(parts.request.method))
            \(headers.joined())\(body ?? "")let (data, response) = try await URLSession.shared.data(for: request)
            print(response, String(decoding: data, as: UTF8.self))

            """
    }

    /// Returns a text in quotes: in Swift with invisible characters escaped, elsewhere with everything outside ASCII.
    private func literal(_ text: String) -> String { "\"" + text.unicodeScalars.map(escaped).joined() + "\"" }

    private func escaped(_ scalar: Unicode.Scalar) -> String {
        func digits(_ count: Int) -> String {
            let digits = String(scalar.value, radix: 16)
            return String(repeating: "0", count: max(0, count - digits.count)) + digits
        }
        switch (scalar, self) {
        case ("\"", _), ("\\", _): return "\\\(scalar)"
        case (" "..."~", _): return String(scalar)
        case ("\t", .swift): return "\\t"
        case ("\r", .swift): return "\\r"
        case ("\n", .swift): return "\\n"
        case (_, .swift): return Self.isVisible(scalar) ? String(scalar) : "\\u{\(digits(1))}"
        case ("\u{0}"..."\u{FFFF}", _): return "\\u" + digits(4)
        case (_, .python): return "\\U" + digits(8)
        case (_, .curl), (_, .httpie), (_, .fetch): return "\\u{\(digits(8))}"
        }
    }

    private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .unassigned, .privateUse, .surrogate,
            .spaceSeparator:
            false
        default: true
        }
    }
}

/// The parts of a request, with its secrets handled.
private struct RequestParts {
    let request: Request
    let secrets: Secrets
    /// The address without a name and password.
    let address: String
    var fields: [(name: String, value: String)]
    /// The body; nil for none.
    let body: String?

    init(_ request: Request, _ added: [HeaderField], _ secrets: Secrets) {
        self.request = request
        self.secrets = secrets
        address = secrets.text(request.url.withoutFragment.withoutCredentials.href)
        fields = (request.headers.fields + added).filter(\.isWellFormed)
            .map { ($0.name, secrets.value(of: $0)) }
        body = request.body.isEmpty ? nil : Self.posted(request.body.bytesInMemory, secrets)
    }

    /// Returns whether there is a field of this name.
    func sends(_ name: String) -> Bool { fields.contains { $0.name.lowercased() == name.lowercased() } }

    /// Returns what was posted. It may be a password, so all of it is a secret.
    static func posted(_ bytes: [UInt8], _ secrets: Secrets) -> String {
        secrets.handling == .masked ? Secrets.mask : Bytes.text(bytes)
    }
}

/// A curl option for the connection: its target, its route, and the certificates to trust.
public struct CurlOption: Hashable, Sendable {
    /// Its name, such as `--resolve`.
    let name: String
    /// Its value; nil if it takes none.
    let value: String?

    /// Creates an option.
    public init(_ name: String, _ value: String? = nil) {
        self.name = name
        self.value = value
    }
}
