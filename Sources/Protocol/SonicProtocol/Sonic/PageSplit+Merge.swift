/// A page merged from a stored template and new data, verified by its hash if one was given.
public struct MergedPage: Sendable, Equatable {
    /// The page's bytes.
    public let html: [UInt8]
    /// SHA-1 of `html`.
    public let sha1: String
    /// The hash that the server sent and that equals `sha1`; nil if it sent none, so that the page is unverified.
    public let verifiedBy: String?
    /// The blocks in which the pages differ, in page order.
    public let changes: [BlockChange]
    /// The page's title and blocks.
    public let split: PageSplit
    /// The blocks that the update lacks, which are as stored, or that the page does not have; nil if it has exactly the
    /// page's. Then only the hash shows that the page is right.
    public let mismatch: MergeFailure?
}

/// Why an update cannot be merged into the stored page.
public enum MergeFailure: Error, Equatable, Sendable {
    /// The update lacks these blocks of the stored template, and contains these keys that are not in it, as sent.
    case missing([String], instead: [String])
    /// The update contains keys that are not in the stored template: blocks of another page
    /// (docs/reference/protocol.md#quirks).
    case unknown([String])
    /// The hash of the merged page differs from the server's.
    case wrongHash(claimed: String, computed: String)
}

extension PageSplit {
    /// Merges an update's data into the slots of the stored page. Slots are filled by position, never by searching for
    /// `{name}`, so pages that contain such text are merged correctly. Blocks that are missing or too many make an
    /// update unusable, unless the page merged with the stored blocks has exactly the claimed hash. Linear in both pages.
    ///
    /// - Parameters:
    ///   - update: The data.
    ///   - html: The stored page of this split.
    ///   - claimed: The SHA-1 that the merged page must have; nil if the server sent none.
    ///   - hashes: The implementation of SHA-1.
    ///   - memory: The memory for the merged page.
    /// - Throws: Why the update cannot be merged.
    public func merging(
        _ update: DataUpdate, into html: [UInt8], claimed: String?, hashes: Hashes,
        memory: PageMemory = .plain
    ) throws(MergeFailure) -> MergedPage {
        let slots = slots
        let (values, mismatch) = values(of: update, for: slots, in: html)
        if let mismatch, claimed == nil { throw mismatch }
        var first: String?
        for expansion in expansions(values) {
            let filled = fill(slots, with: values, titled: expansion, in: html, memory)
            let sha1 = hashes.sha1(filled.html)
            let proven = claimed.flatMap { Bytes.equalIgnoringCase($0.utf8, sha1.utf8) ? $0 : nil }
            if claimed == nil || proven != nil {
                return MergedPage(
                    html: filled.html, sha1: sha1, verifiedBy: proven, changes: filled.changes,
                    split: moved(to: filled.places, changed: filled.changes, in: filled.html),
                    mismatch: mismatch)
            }
            first = first ?? sha1
        }
        throw mismatch ?? .wrongHash(claimed: claimed ?? "", computed: first ?? "")
    }

    /// Returns how many `{title}` in the data of each block may stand for the title, the most likely number first. The
    /// servers cut the title before the blocks, so a title inside a block is sent as `{title}`; the same text may also
    /// be literal page content. There is only one number if no block data contains the placeholder, or if the inserted
    /// titles would exceed one mebibyte: data can contain the placeholder of a long title a million times.
    private func expansions(_ values: [(slot: Slot, bytes: [UInt8])]) -> [Int] {
        var held = 0
        for case (.block, let bytes) in values {
            var from = 0
            while let place = Self.placeholder.first(in: bytes.span, from: from) {
                held += 1
                from = place + Self.placeholder.count
            }
        }
        let title = values.first { $0.slot == .title }?.bytes.count ?? 0
        guard held > 0, held * title <= 1 << 20 else { return [0] }
        return blockHoldingTitle == nil ? [0, 1, .max] : [1, .max, 0]
    }

    /// Returns the bytes for the slots, the stored ones where the update has none, and how its blocks differ from the
    /// page's.
    private func values(
        of update: DataUpdate, for slots: [(slot: Slot, range: Range<Int>)], in html: [UInt8]
    ) -> (values: [(slot: Slot, bytes: [UInt8])], mismatch: MergeFailure?) {
        var values: [(slot: Slot, bytes: [UInt8])] = []
        var missing: [String] = []
        var used: Set<String> = ["{title}"]
        for (slot, range) in slots {
            if let key = keys(for: slot).first(where: { update.data[$0] != nil }),
                let bytes = update.data[key]
            {
                used.insert(key)
                values.append((slot, bytes))
            } else {
                missing.append(displayName(of: slot))
                values.append((slot, Array(html[range])))
            }
        }
        let unknown = update.data.keys.filter { !used.contains($0) }
        // The title's value, appended last, replaces the placeholder inside a block: of the stored page, or, if that
        // has no title, of the new page.
        if title == nil || blockHoldingTitle != nil, let bytes = update.data["{title}"] {
            values.append((.title, bytes))
        }
        guard missing.isEmpty else { return (values, .missing(missing, instead: unknown.sorted())) }
        let others = unknown.map { Self.withoutBraces($0) }.sorted()
        return (values, others.isEmpty ? nil : .unknown(others))
    }

    private func fill(
        _ slots: [(slot: Slot, range: Range<Int>)], with values: [(slot: Slot, bytes: [UInt8])],
        titled expansion: Int, in html: [UInt8], _ memory: PageMemory
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

    private static func expanding(_ bytes: [UInt8], with title: [UInt8], _ limit: Int) -> [UInt8] {
        var expanded: [UInt8] = []
        var from = 0
        var left = limit
        while left > 0, let found = placeholder.first(in: bytes.span, from: from) {
            expanded += bytes[from..<found]
            expanded += title
            from = found + placeholder.count
            left -= 1
        }
        return from == 0 ? bytes : expanded + bytes[from...]
    }

    static func withoutBraces(_ key: String) -> String {
        key.hasPrefix("{") && key.hasSuffix("}") && key.count >= 2 ? String(key.dropFirst().dropLast()) : key
    }
}

/// A block or title that differs between two versions of a page.
public struct BlockChange: Sendable, Equatable {
    /// The block's name without braces; `title` for the title.
    public var name: String
    /// The block's bytes in the old page.
    public var old: Range<Int>
    /// The block's bytes in the new page.
    public var new: Range<Int>

    /// Creates a change from a range of the old page to one of the new page.
    public init(name: String, old: Range<Int>, new: Range<Int>) {
        self.name = name
        self.old = old
        self.new = new
    }
}

/// The allocation of memory for whole pages, as a value, so that this target makes no system calls.
public struct PageMemory: Sendable {
    /// Called with new memory before anything is written to it. It may advise the system about the memory, but must not
    /// change the bytes.
    public let prepare: @Sendable (UnsafeMutableRawBufferPointer) -> Void

    /// Creates an allocation that calls this function.
    public init(prepare: @escaping @Sendable (UnsafeMutableRawBufferPointer) -> Void) {
        self.prepare = prepare
    }

    /// Memory as the system provides it.
    public static let plain = PageMemory { _ in }

    /// Returns an empty array with capacity for `count` bytes.
    func room(for count: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            prepare(UnsafeMutableRawBufferPointer(buffer))
            filled = 0
        }
    }
}
