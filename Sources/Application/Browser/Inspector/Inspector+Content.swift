import CellGrid
import HTML
import SonicProtocol
import SonicSession

// The content of each view, and its forms.
extension Inspector {
    typealias Made = (what: String, forms: [InspectedForm], content: InspectedContent)

    /// The request shown, with its session.
    var session: InspectedSession { InspectedSession(visit: visit, turn: turn) }

    /// Creates the content of the view. Linear in what is cut or listed; rows of bytes are computed later.
    mutating func make(width: Column, _ means: Means) -> Made {
        let session = session
        start = 0
        let text = InspectedText(
            session: session, width: width, secrets: means.secrets, revealingKey: means.revealingKey)
        switch view {
        case .headers:
            let forms: [InspectedForm] = session.exchange.request == nil ? [] : [.table, .raw]
            let isTable = form(among: forms) == .table
            let lines = isTable ? text.headerTable + bodyBelow(width: width, means) : text.rawHeaders
            return words((text.headersSummary, lines), forms, width)
        case .timing: return words(text.timing, [], width)
        case .connection: return words(text.connection, [], width)
        case .callback:
            let (what, lines) = text.callback
            return callback((what, text.lines(of: scriptRun, means.runningKey) + lines), width: width)
        case .body: return bytes(session.body, wire: session.exchange.report?.codedBody, width: width, means)
        case .merged:
            let hash = session.hash(of: [.mergedPage, .page])
            return bytes(session.page, hash, width: width, means)
        case .template:
            var difference: SourceDifference?
            let made = cut(width: width, means) { page, split in
                let template = split.templateBytes(of: page)
                difference = session.difference(of: template)
                let place = difference.map { " at line \($0.line)" } ?? ""
                let what = "Template, \(template.count.bytes), \(String.counted(split.slots.count, "slot"))"
                return (what + session.hash(of: [.template], place), template)
            }
            start = form(among: made.forms) == .decoded ? 0 : difference?.start ?? 0
            return made
        case .blocks:
            guard let block else { return listBlocks(width: width) }
            let changed = Set(visit.result?.changedBlocks ?? [])
            return cut(width: width, means) { page, split in
                guard split.slots.indices.contains(block) else { return ("No such block", []) }
                let (slot, range) = split.slots[block]
                let name = split.displayName(of: slot)
                var what = "Block \(block + 1) of \(split.slots.count), \(name): \(Self.words(range))"
                if changed.contains(name) { what += ", changed" }
                if range.count <= Self.hashedBytes {
                    what += ", SHA-1 \(means.hashes.sha1(Array(page[range])))"
                }
                return (what, Array(page[range]))
            }
        }
    }

    /// The maximum size of a block that is hashed each time it is shown.
    private static let hashedBytes = 1 << 20

    /// The maximum number of rows of the body below the headers; its own view has all of it.
    private static let bodyRows = 200

    /// Returns the body in its first form, for the room below the headers.
    private func bodyBelow(width: Column, _ means: Means) -> [StyledLine] {
        guard case (let what, _, .bytes(var body)) = bytes(session.body, width: width, means) else {
            return []
        }
        body.layOut(throughRow: Self.bodyRows)
        let isCut = !body.isWhole || body.rowCount > Self.bodyRows
        return [StyledLine()] + StyledLine.paragraph(what, .paneTitle, to: width)
            + body.lines(0..<min(body.rowCount, Self.bodyRows))
            + (isCut ? StyledLine.paragraph("… all of it: 2 Body", to: width) : [])
    }

    // MARK: Text

    /// Returns text as content; if there are no lines, the summary gives the reason.
    private func words(_ text: InspectedText.Words, _ forms: [InspectedForm], _ width: Column) -> Made {
        text.lines.isEmpty ? nothing(text.what, width) : (text.what, forms, .lines(text.lines))
    }

    private func nothing(_ why: String, _ width: Column) -> Made {
        ("Nothing to show", [], .lines(StyledLine.paragraph(why, .text, to: width)))
    }

    private mutating func listBlocks(width: Column) -> Made {
        switch session.page {
        case .nothing(let why): return nothing(why, width)
        case .bytes(_, let page, _):
            let split = split(page)
            let changed = Set(visit.result?.changedBlocks ?? [])
            let count = split.slots.count
            let what =
                "\(count) \(count == 1 ? "block" : "blocks") in a page of \(page.count.bytes), "
                + "\(changed.count) changed"
            return (what, [], .lines(Self.blockLines(split, changed, width)))
        }
    }

    /// Returns one line for each block in page order, numbered as the keys select them: its size and position, and
    /// whether the session changed it.
    private static func blockLines(_ split: PageSplit, _ changed: Set<String>, _ width: Column)
        -> [StyledLine]
    {
        guard !split.slots.isEmpty else {
            let words = "The page has no blocks: no sonicdiff comments and no title."
            return StyledLine.paragraph(words, to: width)
        }
        let digits = String(split.slots.count).count
        return split.slots.enumerated().map { index, slot in
            let name = split.displayName(of: slot.slot)
            let isChanged = changed.contains(name)
            var line = StyledLine(isChanged ? " ▌" : "  ", .changeMark)
            line.append(String(index + 1).leftPadded(to: digits) + " ", .dimmed)
            let room = max(8, width - 46)
            line.append(TextWidth.shortened(VisibleText.line(name), to: room), .name)
            line.pad(to: Column(digits + 4) + room)
            line.append(words(slot.range) + (isChanged ? ", changed" : ""), .text)
            return line
        }
    }

    /// Returns the size and position of a block.
    private static func words(_ range: Range<Int>) -> String {
        "\(range.count.bytes) at \(range.lowerBound.grouped) to \(range.upperBound.grouped)"
    }

    /// Returns the data for the page's script, in words or as JSON.
    private func callback(_ text: InspectedText.Words, width: Column) -> Made {
        guard case .known(let callback) = visit.callback else { return words(text, [], width) }
        let json = Array(callback.json.text().utf8)
        let forms: [InspectedForm] = [.table, .pretty, .raw]
        switch form(among: forms) {
        case .pretty:
            let indented = Reshaping(json, .indented(JSONIndenter()))
            return (text.what + ", indented", forms, .bytes(ByteText(indented, .json, width: width)))
        case .raw: return (text.what, forms, .bytes(ByteText(json, .text, width: width)))
        case .table, .highlighted, .decoded, .hex, .wire, nil: return words(text, forms, width)
        }
    }

    /// Whether the session has an update for the page's script, and its pages are still in memory.
    var hasUpdate: Bool {
        guard case .known(let callback) = visit.callback, callback.update != nil else { return false }
        return visit.trace.page != nil && visit.trace.replaced?.html.isEmpty == false
    }

    // MARK: Bytes

    /// Returns the parts of the page, which are computed once.
    private mutating func split(_ page: [UInt8]) -> PageSplit {
        if let split { return split }
        let found = PageSplit(html: page)
        split = found
        return found
    }

    /// Returns a part of the page.
    private mutating func cut(
        width: Column, _ means: Means, _ part: ([UInt8], PageSplit) -> (String, [UInt8])
    ) -> Made {
        switch session.page {
        case .nothing(let why): return nothing(why, width)
        case .bytes(_, let page, let headers):
            let (what, bytes) = part(page, split(page))
            return show(bytes, what, headers, of: page, wire: nil, width: width, means)
        }
    }

    private func bytes(
        _ found: InspectedSession.Found, _ more: String = "", wire: [UInt8]? = nil, width: Column,
        _ means: Means
    ) -> Made {
        switch found {
        case .nothing(let why): nothing(why, width)
        case .bytes(let what, let bytes, let headers):
            show(bytes, what + more, headers, of: bytes, wire: wire, width: width, means)
        }
    }

    /// Returns bytes in the current form.
    /// - Parameter page: The whole that they are a part of, which determines their encoding.
    private func show(
        _ bytes: [UInt8], _ what: String, _ headers: Headers, of page: [UInt8], wire: [UInt8]?, width: Column,
        _ means: Means
    ) -> Made {
        var sample = SentText(Document.Kind(headers, page, chosen: means.chosen).evidence, means.charsets)
        _ = sample.append(Array(page.prefix(Self.sampleBytes)), isLast: page.count <= Self.sampleBytes)
        let choice = sample.choice
        let isBinary = Self.isBinary(bytes)
        let isJSON = Self.isJSON(bytes, headers)
        let isHTML = !isBinary && !isJSON && Self.isHTML(page, headers)
        var forms: [InspectedForm] = isBinary ? [.hex, .raw] : [.raw]
        // The most readable form comes first.
        if isJSON || isHTML { forms.insert(isJSON ? .pretty : .highlighted, at: 0) }
        // In UTF-16, every second byte of text may be zero.
        let isWide = choice?.encoding == .utf16LittleEndian || choice?.encoding == .utf16BigEndian
        if let choice, choice.encoding != .utf8, isWide || !isBinary { forms.append(.decoded) }
        if !isBinary { forms.append(.hex) }
        if wire != nil { forms.append(.wire) }
        let form = form(among: forms)
        switch form {
        case .decoded, .highlighted:
            let language: SyntaxScanner.Language? = form == .highlighted ? .html : nil
            guard let choice, choice.encoding != .utf8 else {
                return (what, forms, .bytes(ByteText(bytes, .text, language, width: width)))
            }
            // Parts have the encoding of the whole.
            let text = Reshaping(bytes, .decoded(SentText(.known(choice), means.charsets)))
            let words = what + ", decoded as \(choice.encoding.name)"
            return (words, forms, .bytes(ByteText(text, language, width: width)))
        case .pretty:
            let indented = Reshaping(bytes, .indented(JSONIndenter()))
            return (what + ", indented", forms, .bytes(ByteText(indented, .json, width: width)))
        case .hex: return (what, forms, .bytes(ByteText(bytes, .hex, width: width)))
        case .wire:
            let wire = wire ?? []
            return (
                "\(what), as received: \(wire.count.bytes)", forms, .bytes(ByteText(wire, .hex, width: width))
            )
        case .raw, .table, nil: return (what, forms, .bytes(ByteText(bytes, .text, width: width)))
        }
    }

    /// The number of bytes of a page from which its encoding, and whether it is text, are determined.
    private static let sampleBytes = 8 << 10

    /// Whether bytes are not text: the beginning contains a zero, or many control characters.
    private static func isBinary(_ bytes: [UInt8]) -> Bool {
        let sample = bytes.prefix(1024)
        if sample.contains(0) { return true }
        let controls = sample.count { $0 < 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D && $0 != 0x1B }
        return controls * 10 > sample.count
    }

    /// Whether bytes are a page, or a part of one, by the type of the whole, or by its beginning if it has no type.
    private static func isHTML(_ page: [UInt8], _ headers: Headers) -> Bool {
        guard let type = headers.first("content-type")?.lowercased(), !type.isEmpty else {
            return page.prefix(256).first { $0 != 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }
                == UInt8(ascii: "<")
        }
        return type.contains("html") || type.contains("xml")
    }

    /// Whether bytes are JSON by their type, or begin like JSON and not like a page.
    private static func isJSON(_ bytes: [UInt8], _ headers: Headers) -> Bool {
        if headers.first("content-type")?.lowercased().contains("json") ?? false { return true }
        let start = bytes.prefix(256).filter { $0 != 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }.prefix(
            2)
        // The template of a page may begin with `{title}`.
        switch start.first {
        case UInt8(ascii: "{"): return start.last == UInt8(ascii: "\"") || start.last == UInt8(ascii: "}")
        case UInt8(ascii: "["): return "[]{\"-0123456789tfn".utf8.contains(start.last ?? 0)
        default: return false
        }
    }
}
