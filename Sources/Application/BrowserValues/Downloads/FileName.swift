import SonicProtocol

/// A file name derived from a response or an address, which no shell, file system or terminal misinterprets.
public struct FileName: Hashable, Sendable {
    /// The name: not empty, without path components, at most `limit` bytes.
    public let text: String

    /// The maximum length of a name in bytes. File systems allow 255, which leaves room for the suffix of a part, and
    /// for a number if the name is taken.
    public static let limit = 200

    /// The maximum length of an extension, including its dot, that is kept when a name is shortened.
    private static let endingLimit = 16

    /// The name that a page suggests for the target of a link.
    public struct Suggestion: Hashable, Sendable {
        /// The name; empty for none.
        let text: String
        /// The origin of the page: the name does not apply to responses of another origin.
        let origin: String

        /// Creates a suggestion.
        public init(text: String, origin: String) {
            self.text = text
            self.origin = origin
        }
    }

    /// Derives the name for a response: from Content-Disposition, else from the suggestion of a page of the same
    /// origin, else from the last path segment of the address, else `download`.
    public init(_ headers: Headers, at url: WebURL, _ suggestion: Suggestion? = nil) {
        let own = suggestion.flatMap { $0.origin == url.origin ? $0.text : nil }
        let suggested = headers.first("content-disposition").flatMap { ContentDisposition($0)?.fileName }
        let last =
            url.path.utf8.split(separator: UInt8(ascii: "/")).last
            .map { Bytes.text(WebURL.percentDecoded($0)) } ?? ""
        let names = [suggested, own, last].compactMap { $0 }.map(Self.made)
        text = names.first { !$0.isEmpty } ?? "download"
    }

    /// Derives a valid name from a text; `download` if nothing of it can be used.
    public init(_ text: String) {
        let name = Self.made(text)
        self.text = name.isEmpty ? "download" : name
    }

    /// Returns the name with a number, for use if it is taken: `notes-2.tar.gz`.
    public func numbered(_ number: Int) -> String {
        let (stem, ending) = Self.halves(text)
        return "\(stem)-\(number)\(ending)"
    }

    /// Returns the valid part of a text; empty if there is none. Windows' separators count too, for servers that send
    /// the path from which a file was uploaded.
    private static func made(_ text: String) -> String {
        let last = text.split { $0 == "/" || $0 == "\\" }.last.map(String.init) ?? ""
        var scalars = String.UnicodeScalarView()
        for scalar in last.unicodeScalars {
            if scalar.properties.isWhitespace {
                if scalars.last != " " { scalars.append(" ") }
            } else if !isUnseen(scalar) {
                scalars.append(scalar)
            }
        }
        var name = String(scalars)
        // A leading dot would hide the file, a leading hyphen would make it an option, a leading ~ a home directory.
        while let first = name.unicodeScalars.first, ".-~ ".unicodeScalars.contains(first) {
            name.unicodeScalars.removeFirst()
        }
        while let last = name.unicodeScalars.last, ". ".unicodeScalars.contains(last) {
            name.unicodeScalars.removeLast()
        }
        return shortened(name)
    }

    /// Whether a character is invisible, or changes how its neighbours are read: controls, bidirectional and other
    /// format characters, private use, noncharacters.
    private static func isUnseen(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator:
            true
        default: scalar.value == 0xFFFD
        }
    }

    /// Returns the name shortened to `limit` bytes; its extension stays.
    private static func shortened(_ name: String) -> String {
        guard name.utf8.count > limit else { return name }
        var (stem, ending) = halves(name)
        if ending.utf8.count > endingLimit { (stem, ending) = (name, "") }
        while stem.utf8.count + ending.utf8.count > limit { stem.unicodeScalars.removeLast() }
        return stem + ending
    }

    /// Splits a name into stem and extension with its dot; `.tar.gz` and the like are one extension.
    private static func halves(_ name: String) -> (stem: String, ending: String) {
        guard let point = name.lastIndex(of: "."), point != name.startIndex else { return (name, "") }
        let (stem, ending) = (String(name[..<point]), String(name[point...]))
        if stem.count > 4, stem.hasSuffix(".tar") { return (String(stem.dropLast(4)), ".tar" + ending) }
        return (stem, ending)
    }
}

/// Files that are compressed themselves. Some servers declare the file's compression as a content coding, as if it had
/// been applied for the transfer; the file must be saved as it is.
public enum PackedFile {
    /// The file extensions by the content coding that belongs to the file.
    private static let endings: [String: Set<String>] = [
        "gzip": ["gz", "tgz", "taz", "svgz", "emz"], "x-gzip": ["gz", "tgz", "taz", "svgz", "emz"],
        "br": ["br"], "zstd": ["zst", "tzst"], "compress": ["z"], "x-compress": ["z"],
    ]
    /// The media types by the content coding that belongs to the file.
    private static let types: [String: Set<String>] = {
        let gzip: Set = [
            "application/gzip", "application/x-gzip", "application/x-gunzip", "application/gzipped",
            "application/x-tgz", "application/x-compressed-tar", "application/x-gtar-compressed",
        ]
        return [
            "gzip": gzip, "x-gzip": gzip, "zstd": ["application/zstd"],
            "compress": ["application/x-compress"],
        ]
    }()

    /// Whether the content coding of a response belongs to the file, by its media type or its name.
    /// - Parameters:
    ///   - headers: The headers of the response.
    ///   - url: The address of the response.
    public static func isPacked(_ headers: Headers, at url: WebURL) -> Bool {
        let codings = headers.all("content-encoding").map { $0.lowercased() }
        guard codings.count == 1, let coding = codings.first else { return false }
        if let type = ResponseClassifier.mediaType(headers), types[coding]?.contains(type) ?? false {
            return true
        }
        let name = FileName(headers, at: url).text
        guard let point = name.lastIndex(of: ".") else { return false }
        return endings[coding]?.contains(name[name.index(after: point)...].lowercased()) ?? false
    }

    /// Returns the head without Content-Encoding, for a file that is compressed itself.
    package static func withoutCoding(_ head: ResponseHead) -> ResponseHead {
        var headers = head.headers
        headers.remove("content-encoding")
        return ResponseHead(
            version: head.version, status: head.status, reason: head.reason, headers: headers, raw: head.raw)
    }
}
