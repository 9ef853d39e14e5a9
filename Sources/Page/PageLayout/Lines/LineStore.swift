import HTML

/// The lines of one chunk of a page as arrays: text, runs, lines, links and anchors.
///
/// A line is a range of runs; a run is a range of the text. Breaking a line copies no text.
struct LineStore: Sendable {
    /// A run: text, its position on the screen, and its source.
    struct Run: Sendable {
        var start: Int32
        var end: Int32
        var column: Int32
        var width: Int32
        var style: TextStyle
        /// The number of its colours, 0 if there are none.
        var colors: UInt16 = 0
        /// The link within this store, -1 if there is none.
        var link: Int32
        /// The offset of the text in the source.
        var source: Int32
    }

    /// The target of a link or field.
    enum Target: Sendable {
        /// A link, with its address as written in the page.
        case address([UInt8])
        /// A link to be downloaded: its address, a byte 0xFF, and the file name that the page suggests. Both are in one
        /// array, since there are many links and few downloads.
        case download([UInt8])
        /// A form field, with the offset of its tag in the source.
        case field(source: Int32)
    }

    /// Returns the address of a target; nil for a field.
    static func address(of target: Target) -> [UInt8]? {
        switch target {
        case .address(let href): href
        case .download(let both): Array(both.prefix { $0 != 0xFF })
        case .field: nil
        }
    }

    /// A link or field and the line where it begins.
    struct Link: Sendable {
        var target: Target
        var use: PageLink.Use
        /// -1 until its first text is laid out.
        var line: Int32 = -1
    }

    /// An anchor and its line.
    struct Anchor: Sendable {
        var name: [UInt8]
        var line: Int32
    }

    var text: [UInt8] = []
    var runs: [Run] = []
    /// The first run of each line; the runs of a line end where those of the next begin.
    var lines: [Int32] = []
    /// The offset in the source where each line begins.
    var offsets: [Int32] = []
    var links: [Link] = []
    var anchors: [Anchor] = []
    /// Within tables, the lines that continue a line of code or preformatted text.
    var continued: Set<Int32> = []
    /// The colours of runs, from number 1 on, and their numbers.
    private var colors: [ColorPair] = []
    private var colorNumbers: [ColorPair: UInt16] = [:]
    /// The metadata of the page found in the chunk.
    var head = PageHead()
    /// The number of links of a chunk that was only scanned.
    var passedLinks = 0

    var lineCount: Int { lines.count }

    /// The fill levels of a store.
    struct Mark: Sendable {
        var line = 0
        var link = 0
        var anchor = 0
    }

    /// The contents added to a store between two marks.
    struct Extent: Sendable {
        var lines: Range<Int>
        var links: Range<Int>
        var anchors: Range<Int>
    }

    var mark: Mark { Mark(line: lines.count, link: links.count, anchor: anchors.count) }

    /// Returns the contents added since a mark.
    func extent(since start: Mark) -> Extent {
        Extent(
            lines: start.line..<lines.count, links: start.link..<links.count,
            anchors: start.anchor..<anchors.count)
    }

    /// Removes all contents but keeps the capacity, once there are at least 64 lines, anchors and links.
    mutating func removeAllIfMany() {
        guard lines.count + anchors.count + links.count >= 64 else { return }
        text.removeAll(keepingCapacity: true)
        runs.removeAll(keepingCapacity: true)
        lines.removeAll(keepingCapacity: true)
        offsets.removeAll(keepingCapacity: true)
        links.removeAll(keepingCapacity: true)
        anchors.removeAll(keepingCapacity: true)
        continued.removeAll()
    }

    /// An empty store with a capacity for about the same contents.
    var emptied: LineStore {
        var store = LineStore()
        store.text.reserveCapacity(text.count + text.count / 8)
        store.runs.reserveCapacity(runs.count + runs.count / 8)
        store.lines.reserveCapacity(lines.count + lines.count / 8)
        store.offsets.reserveCapacity(offsets.count + offsets.count / 8)
        return store
    }

    /// Adds a link or field, which has no text yet, and returns its index.
    @discardableResult
    mutating func addLink(_ target: Target, _ use: PageLink.Use) -> Int32 {
        links.append(Link(target: target, use: use))
        return Int32(truncatingIfNeeded: links.count - 1)
    }

    /// Returns the number of a pair of colours; 0, for no colours, after the first 65,535 pairs.
    mutating func number(of pair: ColorPair) -> UInt16 {
        if pair == ColorPair() { return 0 }
        if let number = colorNumbers[pair] { return number }
        guard colors.count < Int(UInt16.max) else { return 0 }
        colors.append(pair)
        let number = UInt16(colors.count)
        colorNumbers[pair] = number
        return number
    }

    /// Returns the colours of a run.
    func colors(of run: Run) -> ColorPair { run.colors == 0 ? ColorPair() : colors[Int(run.colors) - 1] }

    /// Returns the indices of the runs of a line.
    func runRange(ofLine line: Int) -> Range<Int> {
        Int(lines[line])..<(line + 1 < lines.count ? Int(lines[line + 1]) : runs.count)
    }

    /// Whether all these lines are numbers, such as those of lines of code.
    func areNumbers(_ lines: Range<Int>) -> Bool {
        guard let first = lines.first, let last = lines.last, first < last else { return false }
        return runs[runRange(ofLine: first).lowerBound..<runRange(ofLine: last).upperBound].allSatisfy {
            // Digits, blanks and ASCII punctuation.
            text[Int($0.start)..<Int($0.end)].allSatisfy { (0x20...0x3A).contains($0) }
        }
    }

    /// Returns a line as a value; link indices count from `firstLink`, and `shift` is added to source offsets.
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

    /// Appends the text of a line, with the spaces before its runs.
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

    /// Returns the columns of a link on the line where it begins.
    func linkColumns(_ link: Int) -> Range<Int> {
        let found = runs[runRange(ofLine: Int(links[link].line))].filter { $0.link == Int32(link) }
        guard let first = found.first, let last = found.last else { return 0..<0 }
        return Int(first.column)..<Int(last.column + last.width)
    }

    /// Returns the text of a link, from the line where it begins; its lines are joined by spaces.
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

    /// Appends the text of a line, with its number in brackets before each link that begins on it. A number takes the
    /// space of the blanks that follow, except one, if there are any, so that columns stay aligned where possible.
    /// - Parameters:
    ///   - numbers: The numbers; nil for none.
    ///   - ink: Returns the control sequences for a style, which are written before each run; nil for none.
    func write(
        _ index: Int, numbers: inout LinkNumbers?, ink: ((TextStyle) -> [UInt8])?, to output: inout [UInt8]
    ) {
        var (column, shift) = (0, 0)
        for run in runs[runRange(ofLine: index)] {
            let gap = Int(run.column) - column
            if gap > 0 {
                let blanks = max(1, gap - shift)
                shift -= gap - blanks
                output.append(contentsOf: repeatElement(0x20, count: blanks))
            }
            if let number = numbers?.next(run) {
                let sign = Array("[\(number)]".utf8)
                shift += sign.count
                output += sign
            }
            let start = ink?(run.style) ?? []
            output += start
            output += text[Int(run.start)..<Int(run.end)]
            if !start.isEmpty { output += Array("\u{1B}[0m".utf8) }
            column = Int(run.column) + Int(run.width)
        }
    }
}

/// The numbers of links in the list after a page, until they are written.
struct LinkNumbers {
    /// The number of each link of a chunk; 0 if it has none or it is written.
    private var waiting: [Int]

    /// - Parameters:
    ///   - store: The chunk.
    ///   - count: The number of links already listed.
    init(_ store: LineStore, behind count: Int) {
        var last = count
        waiting = store.links.map { link in
            guard link.line >= 0, LineStore.address(of: link.target) != nil else { return 0 }
            last += 1
            return last
        }
    }

    /// Returns the number to write before a run of text, if it is the first one of its link; otherwise nil.
    mutating func next(_ run: LineStore.Run) -> Int? {
        guard run.link >= 0, waiting[Int(run.link)] > 0 else { return nil }
        defer { waiting[Int(run.link)] = 0 }
        return waiting[Int(run.link)]
    }
}

extension LineStore.Target {
    /// The target of an `a` or `area` element.
    init(ofLink node: NodeID, _ href: ArraySlice<UInt8>, _ document: Document) {
        // Most links have no other attribute than the address.
        guard document.attributeCount(of: node) > 1, let name = document.attribute("download", of: node)
        else {
            self = .address(Array(href))
            return
        }
        self = .download(Array(href) + [0xFF] + name)
    }
}
