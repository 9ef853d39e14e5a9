import SonicProtocol

/// A name for a file made of what a server says or of an address: one that no shell, file system or terminal makes
/// something else of.
public struct FileName: Hashable, Sendable {
    /// The name: never empty, without parts of a path, at most `limit` bytes.
    public let text: String

    /// The most bytes of a name. File systems have 255; what stands behind the name of a part, and a number where the
    /// name is taken, have their room.
    public static let limit = 200

    /// The longest ending, its point included, that is kept where a name is shortened.
    private static let endingLimit = 16

    /// A name that a page has for a file behind one of its links.
    public struct Suggestion: Hashable, Sendable {
        /// The name; empty for none.
        let text: String
        /// The origin of the page: what another one answers is not called by it.
        let origin: String

        /// A suggestion.
        public init(text: String, origin: String) {
            self.text = text
            self.origin = origin
        }
    }

    /// The name for an answer: what Content-Disposition says, else what a page of the same origin has for it, else the last
    /// part of the address, else `download`.
    public init(_ headers: Headers, at url: WebURL, _ suggestion: Suggestion? = nil) {
        let own = suggestion.flatMap { $0.origin == url.origin ? $0.text : nil }
        let told = headers.first("content-disposition").flatMap { ContentDisposition($0)?.fileName }
        let last =
            url.path.utf8.split(separator: UInt8(ascii: "/")).last
            .map { Bytes.text(WebURL.percentDecoded($0)) } ?? ""
        let names = [told, own, last].compactMap { $0 }.map(Self.made)
        text = names.first { !$0.isEmpty } ?? "download"
    }

    /// The name nearest to a text; `download` where nothing of it can be used.
    public init(_ text: String) {
        let name = Self.made(text)
        self.text = name.isEmpty ? "download" : name
    }

    /// The same name with a number, for one that is taken: `notes-2.tar.gz`.
    public func numbered(_ number: Int) -> String {
        let (stem, ending) = Self.halves(text)
        return "\(stem)-\(number)\(ending)"
    }

    /// What of a text can stand in a name; empty for nothing. Windows' separators count, for servers that send the
    /// path a file was uploaded from.
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
        // A leading point would hide the file, a leading stroke make it an option, a leading ~ somebody's home.
        while let first = name.unicodeScalars.first, ".-~ ".unicodeScalars.contains(first) {
            name.unicodeScalars.removeFirst()
        }
        while let last = name.unicodeScalars.last, ". ".unicodeScalars.contains(last) {
            name.unicodeScalars.removeLast()
        }
        return shortened(name)
    }

    /// Whether a character shows nothing, or changes how its neighbours are read: controls, bidirectional and other
    /// format characters, private use, noncharacters.
    private static func isUnseen(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator:
            true
        default: scalar.value == 0xFFFD
        }
    }

    /// The name with at most `limit` bytes; its ending stays.
    private static func shortened(_ name: String) -> String {
        guard name.utf8.count > limit else { return name }
        var (stem, ending) = halves(name)
        if ending.utf8.count > endingLimit { (stem, ending) = (name, "") }
        while stem.utf8.count + ending.utf8.count > limit { stem.unicodeScalars.removeLast() }
        return stem + ending
    }

    /// What stands before the ending, and the ending with its point; `.tar.gz` and the like are one.
    private static func halves(_ name: String) -> (stem: String, ending: String) {
        guard let point = name.lastIndex(of: "."), point != name.startIndex else { return (name, "") }
        let (stem, ending) = (String(name[..<point]), String(name[point...]))
        if stem.count > 4, stem.hasSuffix(".tar") { return (String(stem.dropLast(4)), ".tar" + ending) }
        return (stem, ending)
    }
}
