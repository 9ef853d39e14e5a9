/// A page made of a stored template and new data, proven by its hash where one was given.
public struct MergedPage: Sendable, Equatable {
    /// The page's bytes.
    public let html: [UInt8]
    /// SHA-1 of `html`.
    public let sha1: String
    /// The hash the server claimed and `sha1` equals; nil when the server claimed none, so that nothing is
    /// proven.
    public let verifiedBy: String?
    /// Where the pages differ, in page order.
    public let changes: [BlockChange]
}

/// Why an update cannot be merged into the stored page.
public enum MergeFailure: Error, Equatable, Sendable {
    /// The update lacks these blocks of our template.
    case missing([String])
    /// The update brings keys our template does not have: another page's blocks (docs/protocol.md#quirks).
    case unknown([String])
    /// The merged page has another hash than the server says.
    case wrongHash(claimed: String, computed: String)
}

extension PageSplit {
    /// Puts an update's data into the slots of the stored page. Slots are filled by position, never by searching
    /// text for `{name}`, so pages that contain such text merge right. Linear in both pages.
    ///
    /// - Parameters:
    ///   - html: The stored page this split was made of.
    ///   - claimed: The SHA-1 the merged page must have; nil when the server gave none.
    public func merging(
        _ update: DataUpdate, into html: [UInt8], claimed: String?, hashes: Hashes
    ) throws(MergeFailure) -> MergedPage {
        let slots = slots
        let values = try values(of: update, for: slots.map(\.slot))
        var first: MergedPage?
        for expansion in expansions(values) {
            let (merged, changes) = fill(slots, with: values, titled: expansion, in: html)
            let sha1 = hashes.sha1(merged)
            let proven = claimed.flatMap { Bytes.equalIgnoringCase($0.utf8, sha1.utf8) ? $0 : nil }
            let page = MergedPage(html: merged, sha1: sha1, verifiedBy: proven, changes: changes)
            if claimed == nil || proven != nil { return page }
            first = first ?? page
        }
        throw .wrongHash(claimed: claimed ?? "", computed: first?.sha1 ?? "")
    }

    /// How `{title}` inside block data is read. The servers cut the title before the blocks, so a title inside a
    /// block arrives as `{title}`; the same text may also simply stand in the page.
    private enum Expansion {
        case none
        case first
        case all
    }

    /// The readings worth trying, the likeliest first. Where no block data holds the placeholder there is one.
    private func expansions(_ values: [(slot: Slot, bytes: [UInt8])]) -> [Expansion] {
        let placeholder = ByteSearch("{title}")
        let isHeld = values.contains { value in
            guard case .block = value.slot else { return false }
            return placeholder.firstIndex(in: value.bytes.span, from: 0, before: value.bytes.count) != nil
        }
        guard isHeld else { return [.none] }
        return blockHoldingTitle == nil ? [.none, .first, .all] : [.first, .all, .none]
    }

    private func values(
        of update: DataUpdate, for slots: [Slot]
    ) throws(MergeFailure) -> [(slot: Slot, bytes: [UInt8])] {
        var values: [(slot: Slot, bytes: [UInt8])] = []
        var missing: [String] = []
        var used: Set<String> = ["{title}"]
        for slot in slots {
            if let key = keys(for: slot).first(where: { update.data[$0] != nil }),
                let bytes = update.data[key]
            {
                used.insert(key)
                values.append((slot, bytes))
            } else {
                missing.append(displayName(of: slot))
            }
        }
        guard missing.isEmpty else { throw .missing(missing) }
        let unknown = update.data.keys.filter { !used.contains($0) }
        guard unknown.isEmpty else { throw .unknown(unknown.map { Self.withoutBraces($0) }.sorted()) }
        // The title's own value, kept last, serves the placeholder inside a block.
        if blockHoldingTitle != nil, let bytes = update.data["{title}"] { values.append((.title, bytes)) }
        return values
    }

    private func fill(
        _ slots: [(slot: Slot, range: Range<Int>)], with values: [(slot: Slot, bytes: [UInt8])],
        titled expansion: Expansion, in html: [UInt8]
    ) -> (html: [UInt8], changes: [BlockChange]) {
        let title = values.first { $0.slot == .title }?.bytes ?? []
        var merged: [UInt8] = []
        merged.reserveCapacity(html.count + html.count / 8)
        var changes: [BlockChange] = []
        var copied = 0
        for (index, (slot, range)) in slots.enumerated() {
            merged += html[copied..<range.lowerBound]
            let start = merged.count
            var bytes = values[index].bytes
            if case .block = slot { bytes = Self.expanding(bytes, with: title, expansion) }
            merged += bytes
            copied = range.upperBound
            if !bytes.elementsEqual(html[range]) {
                changes.append(
                    BlockChange(name: displayName(of: slot), old: range, new: start..<merged.count))
            }
        }
        merged += html[copied...]
        return (merged, changes)
    }

    private static func expanding(_ bytes: [UInt8], with title: [UInt8], _ expansion: Expansion) -> [UInt8] {
        let placeholder = ByteSearch("{title}")
        var expanded: [UInt8] = []
        var from = 0
        while expansion != .none,
            let found = placeholder.firstIndex(in: bytes.span, from: from, before: bytes.count)
        {
            expanded += bytes[from..<found]
            expanded += title
            from = found + placeholder.count
            if expansion == .first { break }
        }
        return from == 0 ? bytes : expanded + bytes[from...]
    }

    private static func withoutBraces(_ key: String) -> String {
        key.hasPrefix("{") && key.hasSuffix("}") && key.count >= 2 ? String(key.dropFirst().dropLast()) : key
    }

    /// Where two whole pages with the same template differ, block by block; nil when their templates differ, so
    /// that no block of one answers to a block of the other. Linear in both pages.
    ///
    /// - Parameters:
    ///   - html: The page this split was made of.
    ///   - other: The newer page's split.
    ///   - newer: The newer page.
    public func changes(in html: [UInt8], to other: PageSplit, in newer: [UInt8]) -> [BlockChange]? {
        let (old, new) = (slots, other.slots)
        guard old.count == new.count else { return nil }
        var changes: [BlockChange] = []
        var oldEnd = 0
        var newEnd = 0
        for (left, right) in zip(old, new) {
            guard keys(for: left.slot) == other.keys(for: right.slot),
                html[oldEnd..<left.range.lowerBound].elementsEqual(newer[newEnd..<right.range.lowerBound])
            else { return nil }
            (oldEnd, newEnd) = (left.range.upperBound, right.range.upperBound)
            if !html[left.range].elementsEqual(newer[right.range]) {
                changes.append(
                    BlockChange(name: displayName(of: left.slot), old: left.range, new: right.range))
            }
        }
        return html[oldEnd...].elementsEqual(newer[newEnd...]) ? changes : nil
    }
}
