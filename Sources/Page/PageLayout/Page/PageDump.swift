import CellGrid
import HTML

/// A page as plain text, written while it is read: bytes go in, finished lines come out, and what has been
/// written is forgotten. Text from right to left stands in the order in which it is read, for programs that
/// search it and for terminals that reorder it themselves.
public struct PageDump: Sendable {
    private var reading: PageReader
    private var isXML = false
    /// What was read while no text has come of it; nil once some has, and where no styles count.
    private var unseen: [UInt8]?
    private let chunk: Int
    /// The links listed at the end, nil if they are not wanted.
    private var links: [[UInt8]]?
    private var extent = Extent.whole
    private let ink: (@Sendable (TextStyle) -> [UInt8])?
    /// The address of the first base element, as far as has been read.
    private var base: String?
    /// The whole address that one in the page means, given that of its base element; nil where it means none, which
    /// is then listed as the page has it.
    public var resolve: (@Sendable (_ address: String, _ base: String?) -> String?)?

    /// How much of the page is printed.
    private enum Extent {
        /// All of it, as it comes.
        case whole
        /// Its main text, sought in these bytes once they are all there.
        case main([UInt8])
        /// The whole of a page that has no main text.
        case wholeForWant
    }

    /// Whether the main text was wanted and none found, so that all was printed. To be asked at the end.
    public var lacksMainText: Bool {
        switch extent {
        case .whole, .main: false
        case .wholeForWant: true
        }
    }

    /// A dump for a width in columns.
    /// - Parameters:
    ///   - appliesStyles: Whether any styles count: those of the page itself, too.
    ///   - links: Whether a list of the links follows the text, which has the number of each in front of it.
    ///   - ink: The control sequence that text of a style begins with, empty for none; nil for plain text.
    ///   - chunk: About how many bytes are laid out at a time.
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

    /// Whether nothing of the page was written although it has text: its styles hide all of it. To be asked at the end;
    /// reads a page that has styles and shows no text a second time, and costs next to nothing for others.
    public var hidesAll: Bool {
        guard let unseen, Self.mayHide(unseen) else { return false }
        var bare = PageDump(width: 80, appliesStyles: false)
        if isXML { bare.readAsXML() }
        return Self.hasText(bare.append(unseen) + bare.finish())
    }

    private static func hasText(_ bytes: [UInt8]) -> Bool { bytes.contains { $0 > 0x20 } }

    /// Whether a page names what hides: style elements and attributes, or the attribute `hidden`.
    private static func mayHide(_ page: [UInt8]) -> Bool {
        page.indices.contains { start in
            switch page[start] | 0x20 {
            case UInt8(ascii: "s"): ASCII.equal(page[start...].prefix(5), "style")
            case UInt8(ascii: "h"): ASCII.equal(page[start...].prefix(6), "hidden")
            default: false
            }
        }
    }

    /// Keeps what was read for as long as no text came of it; of a page without an end not all.
    private mutating func note(_ bytes: [UInt8], _ output: [UInt8]) {
        guard let held = unseen?.count else { return }
        if Self.hasText(output) || held + bytes.count > Self.unseenLimit {
            unseen = nil
        } else if held == 0 {
            unseen = bytes
        } else {
            unseen?.append(contentsOf: bytes)
        }
    }

    private static let unseenLimit = 4 << 20

    /// Reads the page as XML, as it was sent. Before any bytes.
    public mutating func readAsXML() {
        reading.parser = HTMLParser(isXML: true)
        isXML = true
    }

    /// Has the reader's own style sheets count, in UTF-8. Before any bytes are taken.
    public mutating func add(readerSheets: [[UInt8]]) { reading.add(readerSheets: readerSheets) }

    /// Has style sheets that stand behind content count for all of a page. Before any bytes are taken.
    /// - Parameter whole: All bytes that are to come.
    public mutating func learnSheets(of whole: [UInt8]) {
        if !isXML, let ahead = StyleSheetPrefetch(whole) { reading.know(ahead) }
    }

    /// Prints the main text alone, where the page has one. Before any bytes are taken: they are kept until the end, as
    /// only a whole page shows what its main text is.
    public mutating func showMainText() { extent = .main([]) }

    /// Takes the next bytes. Returns the lines that are finished, in UTF-8, each ended by a line feed.
    public mutating func append(_ bytes: [UInt8]) -> [UInt8] {
        guard case .main(var held) = extent else { return read(bytes) }
        // Given up first: what two hold is copied when it grows.
        extent = .whole
        held += bytes
        extent = .main(held)
        return []
    }

    private mutating func read(_ bytes: [UInt8]) -> [UInt8] {
        // What has been read is dropped, and what is behind it moves up: of a few chunks that is little, of a large
        // page that is here at once it would be all of it each time.
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

    /// Says that the page has ended. Returns the rest of the text.
    public mutating func finish() -> [UInt8] {
        var output = readMainText()
        reading.parser.receiveEnd()
        output += read()
        write(reading.end(), to: &output)
        note([], output)
        if let links, !links.isEmpty {
            output += Array("\nLinks:\n".utf8)
            for (index, href) in links.enumerated() {
                output += Array("\(index + 1). ".utf8)
                let address = String(decoding: href, as: UTF8.self)
                output += Array(VisibleText.line(resolve?(address, base) ?? address).utf8)
                output.append(0x0A)
            }
        }
        return output
    }

    /// Reads what was kept for the main text.
    private mutating func readMainText() -> [UInt8] {
        guard case .main(let whole) = extent else { return [] }
        let main = MainText(in: whole, isXML: isXML)
        extent = main == nil ? .wholeForWant : .main([])
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
        if let count = links?.count {
            var numbers = LinkNumbers(lines, behind: count)
            for line in 0..<lines.lineCount {
                lines.write(line, numbers: &numbers, ink: ink, to: &output)
                output.append(0x0A)
            }
        } else {
            for line in 0..<lines.lineCount {
                if let ink {
                    lines.write(line, ink: ink, to: &output)
                } else {
                    lines.write(line, to: &output)
                }
                output.append(0x0A)
            }
        }
        base = base ?? lines.head.base
        for link in lines.links where link.line >= 0 {
            if let href = LineStore.address(of: link.target) { links?.append(href) }
        }
    }
}
