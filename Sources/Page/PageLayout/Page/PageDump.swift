import CellGrid
import HTML

/// A page as plain text, written while it is read: bytes are appended, finished lines are returned, and what has been
/// written is discarded. Right-to-left text is in logical order, for programs that search it and for terminals that
/// reorder it themselves.
public struct PageDump: Sendable {
    private var reading: PageReader
    private var isXML = false
    /// The bytes read while they have produced no text; nil once they have, and if no styles apply.
    private var unseen: [UInt8]?
    /// The number of bytes of text written meanwhile.
    private var shown = 0
    private let chunk: Int
    /// The links to list at the end; nil if they are not requested.
    private var links: [[UInt8]]?
    private var extent = Extent.whole
    private let ink: (@Sendable (TextStyle) -> [UInt8])?
    /// The number of bytes of resolved addresses that any page may list; a large one may list 16 times its own size.
    private static let roomForLinks = 1 << 20
    /// The address of the first base element read so far.
    private var base: String?
    /// Resolves an address in the page, given that of its base element; if it returns nil, and after very long ones,
    /// the address is listed as written in the page.
    public var resolve: (@Sendable (_ address: String, _ base: String?) -> String?)?

    /// The part of the page that is printed.
    private enum Extent {
        /// The whole page, as it arrives.
        case whole
        /// The main text, which is searched for in these bytes once they are complete.
        case main([UInt8])
        /// The main text that was found.
        case found(MainText)
        /// The whole page, because it has no main text.
        case wholeForWant
    }

    /// Whether the main text was requested but not found, so that the whole page was printed. Only valid at the end.
    public var lacksMainText: Bool {
        if case .wholeForWant = extent { true } else { false }
    }

    /// A dump for a width in columns.
    /// - Parameters:
    ///   - appliesStyles: Whether any styles apply, including those of the page itself.
    ///   - links: Whether a list of the links follows the text, in which each has its number before it.
    ///   - ink: Returns the control sequence at the start of text in a style, empty for none; nil for plain text.
    ///   - chunk: The approximate number of bytes laid out at a time.
    public init(
        width: Int, appliesStyles: Bool = true, links: Bool = false,
        ink: (@Sendable (TextStyle) -> [UInt8])? = nil, chunk: Int = 65_536
    ) {
        self.ink = ink
        reading = PageReader(width: max(1, width), order: .logical, appliesStyles: appliesStyles)
        self.chunk = chunk
        self.links = links ? [] : nil
        unseen = appliesStyles ? [] : nil
    }

    /// The main text that was printed; nil if all was.
    public var mainText: MainText? {
        if case .found(let main) = extent { main } else { nil }
    }

    /// Whether nothing of the page was written although it has text, because its styles hide everything. Only valid at
    /// the end. A page with styles and without visible text is read a second time; for others the cost is negligible.
    public var hidesAll: Bool {
        guard shown == 0, let unseen, Self.mayHide(unseen) else { return false }
        var bare = PageDump(width: 80, appliesStyles: false)
        if isXML { bare.readAsXML() }
        return Self.hasText(bare.append(unseen) + bare.finish())
    }

    /// What the page says to those without scripts, if it has no content without them; nil for other pages. Only valid
    /// at the end.
    public var shellWords: String? { isXML ? nil : unseen.flatMap { ScriptShell(in: $0) }?.words }

    private static func hasText(_ bytes: [UInt8]) -> Bool { bytes.contains { $0 > 0x20 } }

    /// Whether a page contains something that can hide content: style elements and attributes, or the attribute
    /// `hidden`.
    private static func mayHide(_ page: [UInt8]) -> Bool {
        page.indices.contains { start in
            switch page[start] | 0x20 {
            case UInt8(ascii: "s"): ASCII.equal(page[start...].prefix(5), "style")
            case UInt8(ascii: "h"): ASCII.equal(page[start...].prefix(6), "hidden")
            default: false
            }
        }
    }

    /// Keeps the bytes read as long as they produce little text, up to a limit.
    private mutating func note(_ bytes: [UInt8], _ output: [UInt8]) {
        guard let held = unseen?.count else { return }
        shown += output.count { $0 > 0x20 }
        if shown > Self.littleText || held + bytes.count > Self.unseenLimit {
            unseen = nil
        } else if held == 0 {
            unseen = bytes
        } else {
            unseen?.append(contentsOf: bytes)
        }
    }

    private static let unseenLimit = 4 << 20
    private static let littleText = 1000

    /// Reads the page as XML. Must be called before any bytes are appended.
    public mutating func readAsXML() {
        reading.parser = HTMLParser(isXML: true)
        isXML = true
    }

    /// Adds the user's style sheets, in UTF-8. Must be called before any bytes are appended.
    public mutating func add(readerSheets: [[UInt8]]) { reading.add(readerSheets: readerSheets) }

    /// Applies style sheets that come after content to the whole page. Must be called before any bytes are appended.
    /// - Parameter whole: All bytes of the page.
    public mutating func learnSheets(of whole: [UInt8]) {
        if !isXML, let ahead = StyleSheetPrefetch(whole) { reading.know(ahead) }
    }

    /// Prints only the main text, if the page has one. Must be called before any bytes are appended: they are buffered
    /// until the end, because the main text can only be found in a complete page.
    public mutating func showMainText() { extent = .main([]) }

    /// Appends the next bytes and returns the lines that are finished, in UTF-8, each ended by a line feed.
    public mutating func append(_ bytes: [UInt8]) -> [UInt8] {
        guard case .main(var held) = extent else { return read(bytes) }
        // Releases the second reference, so that the bytes are not copied when they grow.
        extent = .whole
        held += bytes
        extent = .main(held)
        return []
    }

    private mutating func read(_ bytes: [UInt8]) -> [UInt8] {
        // Bytes that have been read are dropped, and the rest moves up: for a few chunks that is cheap, but a large
        // page received at once would be moved as a whole each time.
        var output: [UInt8] = []
        var rest = bytes[...]
        repeat {
            reading.parser.receive(rest.prefix(Self.chunksTaken * chunk))
            rest = rest.dropFirst(Self.chunksTaken * chunk)
            output += read()
        } while !rest.isEmpty
        note(bytes, output)
        return output
    }

    private static let chunksTaken = 4

    /// Ends the page and returns the rest of the text.
    public mutating func finish() -> [UInt8] {
        var output = readMainText()
        reading.parser.receiveEnd()
        output += read()
        write(reading.end(), to: &output)
        note([], output)
        if let links, !links.isEmpty {
            output += Array("\nLinks:\n".utf8)
            // Each address may repeat a long base.
            var room = Self.roomForLinks + 16 * reading.parser.document.byteCount
            for (index, href) in links.enumerated() {
                output += Array("\(index + 1). ".utf8)
                let written = String(decoding: href, as: UTF8.self)
                let address = room > 0 ? resolve?(written, base) ?? written : written
                room -= address.utf8.count + (base?.utf8.count ?? 0)
                output += Array(VisibleText.line(address).utf8)
                output.append(0x0A)
            }
        }
        return output
    }

    /// Reads the bytes buffered for the main text.
    private mutating func readMainText() -> [UInt8] {
        guard case .main(let whole) = extent else { return [] }
        let main = MainText(in: whole, isXML: isXML)
        extent = main.map { .found($0) } ?? .wholeForWant
        learnSheets(of: whole)
        reading.show(only: main)
        return read(whole)
    }

    private mutating func read() -> [UInt8] {
        var output: [UInt8] = []
        while case .cut = reading.read(cutBehind: reading.start + chunk, limit: .max) {
            write(reading.settle(dropsSource: true), to: &output)
        }
        return output
    }

    private mutating func write(_ lines: LineStore, to output: inout [UInt8]) {
        var numbers = links.map { LinkNumbers(lines, behind: $0.count) }
        for line in 0..<lines.lineCount {
            if numbers == nil, ink == nil {
                lines.write(line, to: &output)
            } else {
                lines.write(line, numbers: &numbers, ink: ink, to: &output)
            }
            output.append(0x0A)
        }
        base = base ?? lines.head.base
        for link in lines.links where link.line >= 0 {
            if let href = LineStore.address(of: link.target) { links?.append(href) }
        }
    }
}
