import CellGrid
import Exchanges
import SonicProtocol

/// A field-by-field comparison of the headers of two exchanges: fields that are added, removed, changed or moved, or
/// whose name differs in case.
struct HeaderComparison {
    /// The old header section.
    let old: [UInt8]
    /// The new header section.
    let new: [UInt8]
    /// How secrets are handled.
    let secrets: Secrets

    /// A line of the comparison.
    enum Row: Equatable {
        /// Equal in both.
        case same(String)
        /// Only in the old section.
        case removed(String)
        /// Only in the new section.
        case added(String)
        /// In both, with a different line.
        case changed(old: String, new: String, Note?)
        /// In both, at different positions, which are counted from 1.
        case moved(String, from: Int, to: Int)
    }

    /// A note on a changed line.
    enum Note: String, Equatable {
        /// The values differ, but both are masked.
        case masked = "the values differ, and are masked"
        /// The values are equal.
        case letters = "the same name in different case"
    }

    /// All rows, in the order of the new section; removed fields are where they were.
    var rows: [Row] {
        let (before, after) = (Self.fields(old), Self.fields(new))
        let partners = Self.partners(before, after)
        let kept = Set(partners.compactMap(\.self))
        let moved = Self.moved(partners)
        var rows = firstLines
        var place = 0
        func addRemoved(to end: Int) {
            while place < end {
                if !kept.contains(place) { rows.append(.removed(text(before[place]))) }
                place += 1
            }
        }
        for (index, field) in after.enumerated() {
            guard let partner = partners[index] else {
                rows.append(.added(text(field)))
                continue
            }
            let isMoved = moved.contains(index)
            if !isMoved { addRemoved(to: partner) }
            rows.append(row(before[partner], field, isMoved ? (partner + 1, index + 1) : nil))
        }
        addRemoved(to: before.count)
        return rows
    }

    private var firstLines: [Row] {
        let (before, after) = (Self.firstLine(old), Self.firstLine(new))
        let (oldText, newText) = (secrets.text(before), secrets.text(after))
        if before == after { return before.isEmpty ? [] : [.same(newText)] }
        if before.isEmpty { return [.added(newText)] }
        if after.isEmpty { return [.removed(oldText)] }
        return [.changed(old: oldText, new: newText, oldText == newText ? .masked : nil)]
    }

    /// Returns the start line; empty if there is none, as in stored headers.
    private static func firstLine(_ head: [UInt8]) -> String {
        beginsWithField(head) ? "" : Bytes.text(Array(head.prefix { $0 != 0x0A && $0 != 0x0D }))
    }

    private static func fields(_ head: [UInt8]) -> [HeaderField] {
        Headers(behindFirstLineOf: beginsWithField(head) ? [0x0A] + head : head).fields
    }

    /// Whether the first line is already a field: it has no space before its colon, unlike a request line.
    private static func beginsWithField(_ head: [UInt8]) -> Bool {
        let line = head.prefix { $0 != 0x0A && $0 != 0x0D }
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return false }
        return colon > 0 && !line[..<colon].contains(0x20)
    }

    private func row(_ old: HeaderField, _ new: HeaderField, _ places: (from: Int, to: Int)?) -> Row {
        let (before, after) = (text(old), text(new))
        guard old.valueBytes == new.valueBytes else {
            return .changed(old: before, new: after, before == after ? .masked : nil)
        }
        guard old.nameBytes == new.nameBytes else { return .changed(old: before, new: after, .letters) }
        return places.map { .moved(after, from: $0.from, to: $0.to) } ?? .same(after)
    }

    private func text(_ field: HeaderField) -> String { "\(field.name): \(secrets.value(of: field))" }

    /// Returns for each new field the index of the old one with the same name, in order; nil if there is none.
    private static func partners(_ old: [HeaderField], _ new: [HeaderField]) -> [Int?] {
        var places: [String: [Int]] = [:]
        for (index, field) in old.enumerated().reversed() {
            places[field.name.lowercased(), default: []].append(index)
        }
        return new.map { places[$0.name.lowercased()]?.popLast() }
    }

    /// Returns the indices of the new fields whose order relative to others changed.
    private static func moved(_ partners: [Int?]) -> Set<Int> {
        let kept = partners.indices.filter { partners[$0] != nil }
        let order = kept.compactMap { partners[$0] }
        let edits = ShortestEdits(from: order.sorted(), to: order)
        return Set(edits.hunks.flatMap { $0.new.map { kept[$0] } })
    }

    /// Returns the rows as lines of a width, with the differing words highlighted. Adjacent rows without a note are one
    /// difference.
    func lines(width: Column) -> MarkedLines {
        var marked = MarkedLines()
        var isAfterDifference = false
        for row in rows {
            var (lines, note): ([StyledLine], String?) = ([], nil)
            switch row {
            case .same(let text): lines = Self.line(text, .around, width)
            case .removed(let text): lines = Self.line(text, .removed, width)
            case .added(let text): lines = Self.line(text, .added, width)
            case .changed(let old, let new, let why):
                let changed = ChangedBytes(from: Array(old.utf8)[...], to: Array(new.utf8)[...])
                lines =
                    Self.line(old, .removed, width, changed.old) + Self.line(new, .added, width, changed.new)
                note = why?.rawValue
            case .moved(let text, let from, let to):
                (lines, note) = (Self.line(text, .movedHere, width), "field \(from) before, field \(to) now")
            }
            if case .same = row {
                isAfterDifference = false
            } else {
                if !isAfterDifference { marked.differences.append(marked.lines.count) }
                isAfterDifference = note == nil
            }
            marked.lines += lines
            if let note { marked.lines += StyledLine.paragraph(note, to: width, lead: "     ") }
        }
        return marked
    }

    private static func line(
        _ text: String, _ mark: DiffMark, _ width: Column, _ marks: [Range<Int>] = []
    ) -> [StyledLine] {
        var line = StyledLine(" \(mark.sign) ", mark.role)
        let bytes = Array(text.utf8)
        let markRole: Role = mark == .removed ? .removedWord : .addedWord
        line.runs += SourceLine(bytes, 0..<bytes.count, marks: marks, (mark.role, markRole)).line.runs
        return line.cut(to: width, indent: "   ")
    }
}
