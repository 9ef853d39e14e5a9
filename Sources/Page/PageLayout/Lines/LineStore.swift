/// Laid-out lines as arrays: text, runs, lines, links and anchors of one chunk of a page.
///
/// A line is a range of runs; a run is a range of the text. Breaking a line copies nothing.
struct LineStore: Sendable {
    /// A run: text, where it stands on the screen, and where it comes from.
    struct Run: Sendable {
        var start: Int32
        var end: Int32
        var column: Int32
        var width: Int32
        var style: TextStyle
        /// The number of its colours, 0 for none.
        var colors: UInt16 = 0
        /// The link within this store, -1 for none.
        var link: Int32
        /// Where the text stands in the source.
        var source: Int32
    }

    /// What can be chosen on a page.
    enum Target: Sendable {
        /// A link, with its address as the page has it.
        case address([UInt8])
        /// A link whose page says that it is to be saved: its address, a byte 0xFF, and the name that the page has for the
        /// file. One list of both, since there are many links and few of these.
        case download([UInt8])
        /// A field of a form, whose tag stands here in the source.
        case field(source: Int32)
    }

    /// The address that a target has; nil for a field.
    static func address(of target: Target) -> [UInt8]? {
        switch target {
        case .address(let href): href
        case .download(let both): Array(both.prefix { $0 != 0xFF })
        case .field: nil
        }
    }

    /// A link or field and where it begins.
    struct Link: Sendable {
        var target: Target
        var use: PageLink.Use
        /// -1 until its first text is laid out.
        var line: Int32 = -1
    }

    /// An anchor and the line it marks.
    struct Anchor: Sendable {
        var name: [UInt8]
        var line: Int32
    }

    var text: [UInt8] = []
    var runs: [Run] = []
    /// For each line its first run; the runs of a line end where those of the next begin.
    var lines: [Int32] = []
    /// For each line where in the source it begins.
    var offsets: [Int32] = []
    var links: [Link] = []
    var anchors: [Anchor] = []
    /// The colours that runs have, from number 1 on, and their numbers.
    private var colors: [ColorPair] = []
    private var colorNumbers: [ColorPair: UInt16] = [:]
    /// What the chunk says of the whole page.
    var head = PageHead()
    /// The links of a chunk that was only scanned.
    var passedLinks = 0

    var lineCount: Int { lines.count }

    /// How far a store is filled.
    struct Mark: Sendable {
        var line = 0
        var link = 0
        var anchor = 0
    }

    /// What was added to a store between two marks.
    struct Extent: Sendable {
        var lines: Range<Int>
        var links: Range<Int>
        var anchors: Range<Int>
    }

    var mark: Mark { Mark(line: lines.count, link: links.count, anchor: anchors.count) }

    /// What was added since a mark.
    func extent(since start: Mark) -> Extent {
        Extent(
            lines: start.line..<lines.count, links: start.link..<links.count,
            anchors: start.anchor..<anchors.count)
    }

    /// Forgets all lines and keeps the room they had, once they are so many that it is worth the while.
    mutating func removeAllIfMany() {
        guard lines.count + anchors.count + links.count >= 64 else { return }
        text.removeAll(keepingCapacity: true)
        runs.removeAll(keepingCapacity: true)
        lines.removeAll(keepingCapacity: true)
        offsets.removeAll(keepingCapacity: true)
        links.removeAll(keepingCapacity: true)
        anchors.removeAll(keepingCapacity: true)
    }

    /// An empty store with room for about as much as this one holds.
    var emptied: LineStore {
        var store = LineStore()
        store.text.reserveCapacity(text.count + text.count / 8)
        store.runs.reserveCapacity(runs.count + runs.count / 8)
        store.lines.reserveCapacity(lines.count + lines.count / 8)
        store.offsets.reserveCapacity(offsets.count + offsets.count / 8)
        return store
    }

    /// Adds a link or field, which has no text yet, and returns its number.
    @discardableResult
    mutating func addLink(_ target: Target, _ use: PageLink.Use) -> Int32 {
        links.append(Link(target: target, use: use))
        return Int32(truncatingIfNeeded: links.count - 1)
    }

    /// The number for a pair of colours; 0, which stands for none, for pairs beyond the first 65,535.
    mutating func number(of pair: ColorPair) -> UInt16 {
        if pair == ColorPair() { return 0 }
        if let number = colorNumbers[pair] { return number }
        guard colors.count < Int(UInt16.max) else { return 0 }
        colors.append(pair)
        let number = UInt16(colors.count)
        colorNumbers[pair] = number
        return number
    }

    /// The colours of a run.
    func colors(of run: Run) -> ColorPair { run.colors == 0 ? ColorPair() : colors[Int(run.colors) - 1] }

    /// The runs of a line.
    func runRange(ofLine line: Int) -> Range<Int> {
        Int(lines[line])..<(line + 1 < lines.count ? Int(lines[line + 1]) : runs.count)
    }

    /// A line as a value; link numbers count from `firstLink`, offsets in the source grow by `shift`.
    func line(_ index: Int, firstLink: Int, shift: Int) -> Line {
        var line = Line()
        var column = 0
        for run in runs[runRange(ofLine: index)] {
            if Int(run.column) > column {
                let start = line.bytes.count
                line.bytes.append(contentsOf: repeatElement(0x20, count: Int(run.column) - column))
                line.runs.append(
                    Line.Run(
                        range: start..<line.bytes.count, columns: column..<Int(run.column),
                        source: Int(run.source) + shift))
            }
            let start = line.bytes.count
            line.bytes += text[Int(run.start)..<Int(run.end)]
            column = Int(run.column) + Int(run.width)
            let colors = colors(of: run)
            line.runs.append(
                Line.Run(
                    range: start..<line.bytes.count, columns: Int(run.column)..<column, style: run.style,
                    link: run.link < 0 ? nil : firstLink + Int(run.link), source: Int(run.source) + shift,
                    foreground: colors.foreground, background: colors.background))
        }
        return line
    }

    /// Appends the text of a line, with the spaces in front of its runs.
    func write(_ index: Int, to output: inout [UInt8]) {
        var column: Int32 = 0
        for run in runs[runRange(ofLine: index)] {
            if run.column > column {
                output.append(contentsOf: repeatElement(0x20, count: Int(run.column - column)))
            }
            output += text[Int(run.start)..<Int(run.end)]
            column = run.column + run.width
        }
    }

    /// Appends the text of a line, each run between the control sequences for its style.
    func write(_ index: Int, ink: (TextStyle) -> [UInt8], to output: inout [UInt8]) {
        var column: Int32 = 0
        for run in runs[runRange(ofLine: index)] {
            if run.column > column {
                output.append(contentsOf: repeatElement(0x20, count: Int(run.column - column)))
            }
            let start = ink(run.style)
            output += start
            output += text[Int(run.start)..<Int(run.end)]
            if !start.isEmpty { output += Array("\u{1B}[0m".utf8) }
            column = run.column + run.width
        }
    }

    /// The columns of a link on the line it begins on.
    func linkColumns(_ link: Int) -> Range<Int> {
        let found = runs[runRange(ofLine: Int(links[link].line))].filter { $0.link == Int32(link) }
        guard let first = found.first, let last = found.last else { return 0..<0 }
        return Int(first.column)..<Int(last.column + last.width)
    }

    /// The text of a link, from the line it begins on; its lines are joined by spaces.
    func linkText(_ link: Int) -> String {
        var bytes: [UInt8] = []
        var line = Int(links[link].line)
        while line < lineCount {
            let found = runs[runRange(ofLine: line)].filter { $0.link == Int32(link) }
            if found.isEmpty { break }
            if !bytes.isEmpty { bytes.append(0x20) }
            for run in found { bytes += text[Int(run.start)..<Int(run.end)] }
            line += 1
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
