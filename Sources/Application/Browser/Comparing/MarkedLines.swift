import CellGrid
import Exchanges
import Workbench

/// The lines of a comparison, and the indices at which differences begin.
struct MarkedLines {
    /// The lines.
    var lines: [StyledLine] = []
    /// The indices at which differences begin.
    var differences: [Int] = []

    /// Returns text wrapped at a width.
    static func words(_ words: String, _ role: Role, width: Column) -> [StyledLine] {
        StyledLine.wrapped(
            VisibleText.line(words), role, to: max(1, width - 1), first: " ", indent: "   ")
    }
}

extension MarkedLines {
    /// Creates the lines of the changes in a text.
    init(_ changes: [PageChange], width: Column) {
        if changes.isEmpty { lines = Self.words("The text is the same.", .dimmed, width: width) }
        for change in changes {
            differences.append(lines.count)
            lines += ChangeLines(changes: [change], width: width).lines
        }
    }
}

extension BlockPairs {
    /// One line for each block: whether it is unchanged, and its size.
    var lines: MarkedLines {
        var marked = MarkedLines()
        if pairs.isEmpty {
            marked.lines = [StyledLine(" Neither page has a block.", .dimmed)]
        }
        for pair in pairs {
            if !pair.isSame { marked.differences.append(marked.lines.count) }
            let (mark, size) = Self.state(of: pair)
            marked.lines.append(
                StyledLine([
                    .init(text: " \(mark) ", role: pair.isSame ? .dimmed : .changeMark),
                    .init(text: VisibleText.line(pair.name), role: .name),
                    .init(text: "  " + size, role: pair.isSame ? .dimmed : .text),
                ]))
        }
        return marked
    }

    private static func state(of pair: Pair) -> (mark: String, size: String) {
        switch (pair.old, pair.new) {
        case (let old?, let new?):
            pair.isSame
                ? ("=", "the same, \(new.count.bytes)") : ("~", "\(old.count.bytes) → \(new.count.bytes)")
        case (nil, let new?): ("+", "only in the second, \(new.count.bytes)")
        case (let old?, nil): ("-", "only in the first, \(old.count.bytes)")
        case (nil, nil): ("=", "")
        }
    }
}

extension SideComparison {
    /// Returns the comparison of the headers by name.
    func headers(_ secrets: Secrets, width: Column) -> MarkedLines {
        var marked = MarkedLines()
        func add(_ title: String, _ old: ExchangeSide.Content, _ new: ExchangeSide.Content) {
            if !marked.lines.isEmpty { marked.lines.append(StyledLine()) }
            marked.lines.append(StyledLine(" " + title, .heading))
            guard let before = old.bytes, let after = new.bytes else {
                marked.lines += missing(old, new, width: width).lines
                return
            }
            let unseen = [(self.old, old), (self.new, new)].filter {
                if case .text = $0.1 { true } else { false }
            }
            for (side, _) in unseen {
                let words = "\(side.title): raw bytes not captured; reconstructed from the parsed message."
                marked.lines += MarkedLines.words(words, .dimmed, width: width)
            }
            let lines = HeaderComparison(old: before, new: after, secrets: secrets).lines(width: width)
            var wasDifferent = false
            for line in lines {
                let isDifferent = line.isDifferent
                if isDifferent, !wasDifferent { marked.differences.append(marked.lines.count) }
                wasDifferent = isDifferent
                marked.lines.append(line)
            }
        }
        add("Request", old.request, new.request)
        add("Response", old.response, new.response)
        return marked
    }

    /// Returns the lines that explain why there is nothing to compare.
    func missing(
        _ before: ExchangeSide.Content, _ after: ExchangeSide.Content, width: Column
    ) -> MarkedLines {
        var marked = MarkedLines()
        for (sign, side, content) in [("-", old, before), ("+", new, after)] {
            let words: String
            switch content {
            case .missing(let why): words = "\(sign) \(side.title): \(why)"
            case .bytes(let bytes), .text(let bytes):
                words = "\(sign) \(side.title): \(bytes.count.bytes)"
            }
            marked.lines += MarkedLines.words(words, .dimmed, width: width)
        }
        return marked
    }
}

extension ExchangeSide {
    /// Both header sections as one text, as they were on the wire, without those that are missing.
    var heads: [UInt8] { (request.bytes ?? []) + (response.bytes ?? []) }
}

extension StyledLine {
    /// Whether the line belongs to a difference.
    fileprivate var isDifferent: Bool {
        guard let sign = runs.first?.text else { return false }
        return [DiffMark.added, .removed, .movedHere].contains { sign == " \($0.sign) " }
    }
}
