import Exchanges
import SonicProtocol

/// A request as a command line for curl, to be pasted into a POSIX shell.
public enum CurlCommand {
    /// Returns the command, on one line: the method, the address and each header as sent. Linear.
    ///
    /// - Parameters:
    ///   - request: The request that was sent.
    ///   - options: The options for the connection; addresses in them are masked like others.
    ///   - added: Fields that the connection added to the request.
    ///   - secrets: How cookies, names, passwords and posted data are handled.
    public static func text(
        _ request: Request, options: [CurlOption] = [], added: [HeaderField] = [], secrets: Secrets = .masked
    ) -> String {
        var words = ["curl"]
        let url = secrets.text(request.url.withoutFragment.href)
        // curl expands these characters to several addresses.
        if url.utf8.contains(where: { "[]{}".utf8.contains($0) }) { words.append("--globoff") }
        let posts = !request.body.isEmpty
        if request.method != (posts ? "POST" : "GET") { words += ["-X", quoted(request.method)] }
        for option in options {
            words += [option.name] + (option.value.map { [quoted(secrets.text($0))] } ?? [])
        }
        words.append(quoted(url))
        let isForm = !request.body.files.isEmpty
        for field in request.headers.fields + added where field.isWellFormed {
            // curl sets the boundary itself.
            if isForm, field.isNamed("Content-Type") || field.isNamed("Content-Length") { continue }
            let value = secrets.value(of: field)
            // With nothing after the colon, curl would remove the header.
            words += ["-H", quoted(value.isEmpty ? field.name + ";" : "\(field.name): \(value)")]
        }
        // Headers that curl would add itself.
        for name in ["User-Agent", "Accept"] where !request.headers.contains(name) {
            words += ["-H", quoted(name + ":")]
        }
        if request.headers.contains("Accept-Encoding") { words.append("--compressed") }
        if isForm {
            words += request.body.pieces.flatMap { part($0, secrets) }
        } else if posts {
            switch secrets.handling {
            case .masked: words += ["--data-raw", quoted(Secrets.mask)]
            case .kept: words += ["--data-raw", quoted(Bytes.text(request.body.bytesInMemory))]
            }
        }
        return words.joined(separator: " ")
    }

    /// Returns a field of a multipart form.
    private static func part(_ piece: RequestBody.Piece, _ secrets: Secrets) -> [String] {
        switch (piece, secrets.handling) {
        case (.bytes, _): []
        case (.value(_, of: let name), .masked): ["--form-string", quoted("\(name)=\(Secrets.mask)")]
        case (.value(let bytes, of: let name), .kept):
            ["--form-string", quoted("\(name)=\(Bytes.text(bytes))")]
        case (.file(let file, of: let name), _):
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
        "\"" + name.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : "\($0)" }.joined() + "\""
    }

    /// Returns a word quoted for the shell. One with control characters is written with escapes, which bash, zsh and
    /// POSIX.1-2024 support: pasted verbatim they would control the shell's line editor.
    static func quoted(_ word: String) -> String {
        guard word.unicodeScalars.contains(where: isControl) else {
            return "'"
                + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
                + "'"
        }
        var text = "$'"
        for scalar in word.unicodeScalars {
            switch scalar {
            case "'", "\\": text += "\\" + String(scalar)
            case _ where isControl(scalar):
                // Three octal digits per byte, so that the following characters cannot be part of the escape.
                for byte in String(scalar).utf8 {
                    text += "\\\(byte >> 6)\(byte >> 3 & 7)\(byte & 7)"
                }
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text + "'"
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
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
