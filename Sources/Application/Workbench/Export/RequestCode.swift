import Exchanges
import SonicProtocol

/// A request as source code or a command, to run elsewhere. Data posted from files is omitted: `CurlCommand` has it.
public enum RequestCode: String, CaseIterable, Sendable {
    /// A command for HTTPie, to be pasted into a POSIX shell.
    case httpie = "HTTPie"
    /// JavaScript, for Node and browsers.
    case fetch
    /// Python 3, with only its standard library.
    case python = "Python"
    /// Swift, with Foundation.
    case swift = "Swift"

    /// Returns the code. Linear.
    /// - Parameters:
    ///   - request: The request that was sent.
    ///   - added: Fields that the connection added to the request.
    ///   - secrets: How cookies, names, passwords and posted data are handled.
    public func text(
        _ request: Request, added: [HeaderField] = [], secrets: Secrets = .masked
    ) -> String {
        let fields = (request.headers.fields + added).filter(\.isWellFormed)
        let parts = Parts(
            method: request.method, url: request.url.withoutFragment.withoutCredentials,
            address: secrets.text(request.url.withoutFragment.withoutCredentials.href),
            fields: fields.map { ($0.name, secrets.value(of: $0)) },
            body: request.body.isEmpty ? nil : Self.body(request, secrets))
        return switch self {
        case .httpie: Self.httpie(parts)
        case .fetch: Self.fetch(parts)
        case .python: Self.python(parts)
        case .swift: Self.swift(parts)
        }
    }

    /// The parts of a request, with its secrets masked.
    fileprivate struct Parts {
        let method: String
        let url: WebURL
        let address: String
        let fields: [(name: String, value: String)]
        let body: String?
    }

    private static func body(_ request: Request, _ secrets: Secrets) -> String {
        switch secrets.handling {
        case .masked: Secrets.mask
        case .kept: Bytes.text(request.body.bytesInMemory)
        }
    }

    // MARK: Languages

    private static func httpie(_ parts: Parts) -> String {
        var words = ["http", "--ignore-stdin"]
        if let body = parts.body { words += ["--raw", CurlCommand.quoted(body)] }
        words += [parts.method, CurlCommand.quoted(parts.address)]
        // With nothing after the colon, HTTPie would remove the header.
        words += parts.fields.map {
            CurlCommand.quoted($0.value.isEmpty ? $0.name + ";" : "\($0.name):\($0.value)")
        }
        // Headers that HTTPie would add itself.
        for name in ["User-Agent", "Accept", "Accept-Encoding"] where !parts.has(name) {
            words.append(CurlCommand.quoted(name + ":"))
        }
        return words.joined(separator: " ")
    }

    private static func fetch(_ parts: Parts) -> String {
        var lines = ["  method: \(javaScript(parts.method)),", "  headers: ["]
        lines += parts.fields.map { "    [\(javaScript($0.name)), \(javaScript($0.value))]," }
        lines.append("  ],")
        if let body = parts.body { lines.append("  body: \(javaScript(body)),") }
        // Node would follow redirects, unlike the original request.
        lines.append("  redirect: \"manual\",")
        return """
            const response = await fetch(\(javaScript(parts.address)), {
            \(lines.joined(separator: "\n"))
            });
            console.log(response.status, await response.text());

            """
    }

    // `urllib.request` capitalizes all header names, which some Sonic servers do not recognize.
    private static func python(_ parts: Parts) -> String {
        let kind = parts.url.scheme == "https" ? "HTTPSConnection" : "HTTPConnection"
        var lines = [
            "import http.client", "",
            "connection = http.client.\(kind)(\(pythonText(parts.url.hostAndPort)))",
            "connection.putrequest(\(pythonText(parts.method)), \(pythonText(parts.url.requestTarget)), skip_accept_encoding=True)",
        ]
        lines += parts.fields.map { "connection.putheader(\(pythonText($0.name)), \(pythonText($0.value)))" }
        if let body = parts.body {
            lines.append("body = \(pythonText(body)).encode()")
            lines.append("connection.putheader(\"Content-Length\", str(len(body)))")
        }
        lines.append("connection.endheaders(\(parts.body == nil ? "" : "body"))")
        return
            (lines + ["response = connection.getresponse()", "print(response.status, response.read())", ""])
            .joined(separator: "\n")
    }

    private static func swift(_ parts: Parts) -> String {
        func text(_ text: String) -> String { swiftText(text) }
        var lines = [
            "import Foundation", "#if canImport(FoundationNetworking)", "    import FoundationNetworking",
            "#endif", "",
            "var request = URLRequest(url: URL(string: \(text(parts.address)))!)",
            "request.httpMethod = \(text(parts.method))",
        ]
        lines += parts.fields.map {
            "request.addValue(\(text($0.value)), forHTTPHeaderField: \(text($0.name)))"
        }
        if let body = parts.body { lines.append("request.httpBody = Data(\(text(body)).utf8)") }
        lines += [
            "let (data, response) = try await URLSession.shared.data(for: request)",
            "print(response, String(decoding: data, as: UTF8.self))", "",
        ]
        return lines.joined(separator: "\n")
    }

    private static func javaScript(_ text: String) -> String { literal(text) { "\\u{\($0)}" } }

    private static func pythonText(_ text: String) -> String { literal(text) { "\\U\($0)" } }

    /// Returns a Swift literal of one line; invisible characters are escaped.
    private static func swiftText(_ text: String) -> String {
        var literal = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\", "\"": literal += "\\" + String(scalar)
            case "\t": literal += "\\t"
            case "\r": literal += "\\r"
            case "\n": literal += "\\n"
            default:
                if isVisible(scalar) {
                    literal.unicodeScalars.append(scalar)
                } else {
                    literal += "\\u{\(String(scalar.value, radix: 16))}"
                }
            }
        }
        return literal + "\""
    }

    private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .unassigned, .privateUse, .surrogate:
            false
        case .spaceSeparator: scalar == " "
        default: true
        }
    }

    /// Returns a text in quotes, with everything outside ASCII escaped.
    /// - Parameter large: Returns the escape of a character above `\uffff` from its digits.
    private static func literal(_ text: String, large: (String) -> String) -> String {
        var literal = "\""
        for scalar in text.unicodeScalars {
            let value = scalar.value
            if value == 0x22 || value == 0x5C {
                literal += "\\" + String(scalar)
            } else if (0x20...0x7E).contains(value) {
                literal.unicodeScalars.append(scalar)
            } else {
                literal += value > 0xFFFF ? large(digits(scalar, 8)) : "\\u" + digits(scalar, 4)
            }
        }
        return literal + "\""
    }

    private static func digits(_ scalar: Unicode.Scalar, _ count: Int) -> String {
        let digits = String(scalar.value, radix: 16)
        return String(repeating: "0", count: count - digits.count) + digits
    }
}

extension RequestCode.Parts {
    fileprivate func has(_ name: String) -> Bool {
        fields.contains { $0.name.lowercased() == name.lowercased() }
    }
}
