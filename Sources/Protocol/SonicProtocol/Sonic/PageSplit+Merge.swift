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
    /// The page's title and blocks.
    public let split: PageSplit
}

/// Why an update cannot be merged into the stored page.
public enum MergeFailure: Error, Equatable, Sendable {
    /// The update lacks these blocks of our template, and brought these keys that are no blocks of it, as they came.
    case missing([String], instead: [String])
    /// The update brings keys our template does not have: another page's blocks (docs/reference/protocol.md#quirks).
    case unknown([String])
    /// The merged page has another hash than the server says.
    case wrongHash(claimed: String, computed: String)
}

extension PageSplit {
    /// Puts an update's data into the slots of the stored page. Slots are filled by position, never by searching
    /// text for `{name}`, so pages that contain such text merge right. Linear in both pages.
    ///
    /// - Parameters:
    ///   - update: The data.
    ///   - html: The stored page this split was made of.
    ///   - claimed: The SHA-1 the merged page must have; nil when the server gave none.
    ///   - hashes: What SHA-1 is computed with.
    ///   - memory: What the merged page is put into.
    public func merging(
        _ update: DataUpdate, into html: [UInt8], claimed: String?, hashes: Hashes,
        memory: PageMemory = .plain
    ) throws(MergeFailure) -> MergedPage {
        let slots = slots
        let values = try values(of: update, for: slots.map(\.slot))
        var first: String?
        for expansion in expansions(values) {
            let filled = fill(slots, with: values, titled: expansion, in: html, memory)
            let sha1 = hashes.sha1(filled.html)
            let proven = claimed.flatMap { Bytes.equalIgnoringCase($0.utf8, sha1.utf8) ? $0 : nil }
            if claimed == nil || proven != nil {
                return MergedPage(
                    html: filled.html, sha1: sha1, verifiedBy: proven, changes: filled.changes,
                    split: moved(to: filled.places, changed: filled.changes, in: filled.html))
            }
            first = first ?? sha1
        }
        throw .wrongHash(claimed: claimed ?? "", computed: first ?? "")
    }

    /// How `{title}` inside block data is read. The servers cut the title before the blocks, so a title inside a
    /// block arrives as `{title}`; the same text may also simply stand in the page.
    private enum Expansion {
        case none
        case first
        case all
    }

    /// The readings worth trying, the likeliest first. Where no block data holds the placeholder there is one, and
    /// so it is where titles would take more than a mebibyte: data can name a long one a million times.
    private func expansions(_ values: [(slot: Slot, bytes: [UInt8])]) -> [Expansion] {
        var held = 0
        for case (.block, let bytes) in values {
            var from = 0
            while let place = Self.placeholder.first(in: bytes.span, from: from) {
                held += 1
                from = place + Self.placeholder.count
            }
        }
        let title = values.first { $0.slot == .title }?.bytes.count ?? 0
        guard held > 0, held * title <= 1 << 20 else { return [.none] }
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
        let unknown = update.data.keys.filter { !used.contains($0) }
        guard missing.isEmpty else { throw .missing(missing, instead: unknown.sorted()) }
        guard unknown.isEmpty else { throw .unknown(unknown.map { Self.withoutBraces($0) }.sorted()) }
        // The title's own value, kept last, serves the placeholder inside a block: of ours, or, where ours has no
        // title, of the new page.
        if title == nil || blockHoldingTitle != nil, let bytes = update.data["{title}"] {
            values.append((.title, bytes))
        }
        return values
    }

    private func fill(
        _ slots: [(slot: Slot, range: Range<Int>)], with values: [(slot: Slot, bytes: [UInt8])],
        titled expansion: Expansion, in html: [UInt8], _ memory: PageMemory
    ) -> (html: [UInt8], places: [Range<Int>], changes: [BlockChange]) {
        let title = values.first { $0.slot == .title }?.bytes ?? []
        var merged = memory.room(for: values.reduce(html.count) { $0 + $1.bytes.count })
        var places: [Range<Int>] = []
        places.reserveCapacity(slots.count)
        var changes: [BlockChange] = []
        var copied = 0
        for (index, (slot, range)) in slots.enumerated() {
            merged.append(contentsOf: html[copied..<range.lowerBound])
            var bytes = values[index].bytes
            if case .block = slot { bytes = Self.expanding(bytes, with: title, expansion) }
            let place = merged.count..<merged.count + bytes.count
            merged.append(contentsOf: bytes)
            places.append(place)
            copied = range.upperBound
            if !Bytes.equal(bytes.span, 0..<bytes.count, html.span, range) {
                changes.append(BlockChange(name: displayName(of: slot), old: range, new: place))
            }
        }
        merged.append(contentsOf: html[copied...])
        return (merged, places, changes)
    }

    private static let placeholder = ByteFinder("{title}", foldsCase: true)

    private static func expanding(_ bytes: [UInt8], with title: [UInt8], _ expansion: Expansion) -> [UInt8] {
        var expanded: [UInt8] = []
        var from = 0
        while expansion != .none,
            let found = placeholder.first(in: bytes.span, from: from)
        {
            expanded += bytes[from..<found]
            expanded += title
            from = found + placeholder.count
            if expansion == .first { break }
        }
        return from == 0 ? bytes : expanded + bytes[from...]
    }

    static func withoutBraces(_ key: String) -> String {
        key.hasPrefix("{") && key.hasSuffix("}") && key.count >= 2 ? String(key.dropFirst().dropLast()) : key
    }
}
