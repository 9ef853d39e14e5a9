import CellGrid
import Diagnostics
import SonicProtocol

/// The heads of two exchanges compared field by field: which are new, gone or other, which stand elsewhere, and which have
/// their name in other letters.
struct HeaderComparison {
    /// The head before.
    let old: [UInt8]
    /// The head now.
    let new: [UInt8]
    /// What becomes of secrets.
    let secrets: Secrets

    /// What became of a line.
    enum Row: Equatable {
        /// It is the same.
        case same(String)
        /// It is only in the old head.
        case removed(String)
        /// It is only in the new head.
        case added(String)
        /// The field is in both, and its line is another.
        case changed(old: String, new: String, Note?)
        /// It is in both and stands elsewhere, with its places counted from 1.
        case moved(String, from: Int, to: Int)
    }

    /// What is said of a changed line.
    enum Note: String, Equatable {
        /// The values differ, and both are masked.
        case masked = "the values differ, and are masked"
        /// The value is the same.
        case letters = "the same name in different case"
    }

    /// All rows, in the order of the new head; what is gone stands where it was.
    var rows: [Row] {
        let (before, after) = (Self.fields(old), Self.fields(new))
        let partners = Self.partners(before, after)
        let kept = Set(partners.compactMap(\.self))
        let moved = Self.moved(partners)
        var rows = firstLines
        var place = 0
        func goOn(to end: Int) {
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
            if !isMoved { goOn(to: partner) }
            rows.append(row(before[partner], field, isMoved ? (partner + 1, index + 1) : nil))
        }
        goOn(to: before.count)
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

    /// The line before the fields; empty where there is none, as of what is stored.
    private static func firstLine(_ head: [UInt8]) -> String {
        beginsWithField(head) ? "" : Bytes.text(Array(head.prefix { $0 != 0x0A && $0 != 0x0D }))
    }

    private static func fields(_ head: [UInt8]) -> [HeaderField] {
        Headers(behindFirstLineOf: beginsWithField(head) ? [0x0A] + head : head).fields
    }

    /// Whether the first line is a field already: no blank stands before its colon, as one does in a request line.
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

    /// For each new field the old one of its name, the first for the first; nil for none.
    private static func partners(_ old: [HeaderField], _ new: [HeaderField]) -> [Int?] {
        var places: [String: [Int]] = [:]
        for (index, field) in old.enumerated().reversed() {
            places[field.name.lowercased(), default: []].append(index)
        }
        return new.map { places[$0.name.lowercased()]?.popLast() }
    }

    /// The new fields that stand before or behind others than they did.
    private static func moved(_ partners: [Int?]) -> Set<Int> {
        let kept = partners.indices.filter { partners[$0] != nil }
        let order = kept.compactMap { partners[$0] }
        let edits = ShortestEdits(from: order.sorted(), to: order)
        return Set(edits.hunks.flatMap { $0.new.map { kept[$0] } })
    }
}

extension HeaderComparison {
    /// The rows as lines of a width, with the words that differ standing out.
    func lines(width: Column) -> [StyledLine] {
        rows.flatMap { row in
            switch row {
            case .same(let text): Self.line(text, .around, width)
            case .removed(let text): Self.line(text, .removed, width)
            case .added(let text): Self.line(text, .added, width)
            case .changed(let old, let new, let note):
                Self.changed(old, new, width) + (note.map { Self.note($0.rawValue, width) } ?? [])
            case .moved(let text, let from, let to):
                Self.line(text, .movedHere, width) + Self.note("field \(from) before, field \(to) now", width)
            }
        }
    }

    private static func changed(_ old: String, _ new: String, _ width: Column) -> [StyledLine] {
        let changed = ChangedBytes(from: Array(old.utf8)[...], to: Array(new.utf8)[...])
        return line(old, .removed, width, changed.old) + line(new, .added, width, changed.new)
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

    private static func note(_ text: String, _ width: Column) -> [StyledLine] {
        StyledLine.wrapped(text, .dimmed, to: width, first: "     ", indent: "     ")
    }
}
