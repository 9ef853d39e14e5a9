import SonicProtocol

/// The work on a complete body that takes time in proportion to its bytes: parsing JSON, merging, hashing, splitting.
/// It is pure, so it may run anywhere.
public enum Question: Sendable {
    /// Whether this data update merges into the stored page, given the tags of its headers.
    case update(body: [UInt8], stored: PageVersion, etag: String?, templateTag: String?)
    /// Whether this body is a page, as its headers say, or the data of an update after all.
    case undeclared(body: [UInt8], stored: PageVersion?, etag: String?)
    /// The hashes of this full page, and its differences from the stored one.
    case page(body: [UInt8], stored: PageVersion?)

    /// Evaluates the question, assembling a merged page in `memory`.
    /// - Complexity: O(*n*) in the number of bytes.
    public func evaluate(_ hashes: Hashes, in memory: PageMemory = .plain) -> Evaluation {
        switch self {
        case .update(let body, let stored, let etag, let tag):
            Self.evaluate(update: body, of: stored.html, etag: etag, hashes, in: memory)
                .requiringTemplate(of: stored, tag)
        case .undeclared(let body, let stored, let etag):
            Self.evaluate(undeclared: body, stored: stored, etag: etag, hashes, memory)
        case .page(let body, let stored): Self.evaluate(page: body, stored: stored, hashes)
        }
    }

    /// Whether a body begins like a JSON object, which no page does.
    static func beginsAsObject(_ body: [UInt8]) -> Bool {
        var start = body[...]
        if start.starts(with: [0xEF, 0xBB, 0xBF]) { start = start.dropFirst(3) }
        return start.first { $0 != 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D } == UInt8(ascii: "{")
    }

    private static func evaluate(
        undeclared body: [UInt8], stored: PageVersion?, etag: String?, _ hashes: Hashes, _ memory: PageMemory
    ) -> Evaluation {
        // If it is not the data of an update, it is a page, as its headers say.
        guard (try? DataUpdate(json: body)) != nil else {
            return evaluate(page: body, stored: stored, hashes)
        }
        guard let stored else { return .rejected(.undeclared) }
        let evaluation = evaluate(update: body, of: stored.html, etag: etag, hashes, in: memory)
        if case .merged(let merged, _, _) = evaluation, merged.verifiedBy == nil {
            return .rejected(.undeclared)
        }
        return evaluation
    }

    /// Evaluates whether a data update merges into a page, assembling the merged page in `memory`. Linear in both.
    package static func evaluate(
        update body: [UInt8], of page: [UInt8], etag: String?, _ hashes: Hashes,
        in memory: PageMemory = .plain
    ) -> Evaluation {
        do throws(DataUpdate.Failure) {
            let update = try DataUpdate(json: body)
            // Reference servers also send the page's hash as ETag; it is used if html-sha1 is missing, unless it is the
            // hash of the update itself, as frameworks make it.
            let claimed =
                update.htmlSHA1
                ?? etag.flatMap { Hashes.isSHA1($0) && $0.lowercased() != hashes.sha1(body) ? $0 : nil }
            let split = PageSplit(html: page)
            do throws(MergeFailure) {
                let merged = try split.merging(
                    update, into: page, claimed: claimed, hashes: hashes, memory: memory)
                return .merged(merged, slots: split.slots.count, update: update)
            } catch {
                return .rejected(.merge(error))
            }
        } catch {
            return .rejected(.body(error))
        }
    }

    private static func evaluate(
        page body: [UInt8], stored: PageVersion?, _ hashes: Hashes
    ) -> Evaluation {
        let split = PageSplit(html: body)
        let template = hashes.sha1(split.templateBytes(of: body))
        var page = WholePage(html: body, sha1: hashes.sha1(body), split: split, templateSHA1: template)
        if let stored {
            let old = PageSplit(html: stored.html)
            page.changes = old.changes(in: stored.html, to: split, in: body)
            page.storedTemplateSHA1 =
                page.changes == nil ? hashes.sha1(old.templateBytes(of: stored.html)) : template
        }
        return .page(page)
    }
}

/// The result of evaluating a complete body.
public enum Evaluation: Sendable {
    /// The update merges; `slots` is the number of blocks of the page, including the title.
    case merged(MergedPage, slots: Int, update: DataUpdate)
    /// The update cannot be used.
    case rejected(Rejection)
    /// A full page.
    case page(WholePage)

    /// Returns the evaluation of an update with this `template-tag` in its headers. Without a hash, only the template tag
    /// shows that the update belongs to the stored page.
    fileprivate func requiringTemplate(of stored: PageVersion, _ header: String?) -> Evaluation {
        guard case .merged(let merged, _, let update) = self, merged.verifiedBy == nil else { return self }
        let tags = [header, update.templateTag].compactMap(\.self)
        guard !tags.isEmpty, tags.allSatisfy({ $0 == stored.templateTag }) else {
            return .rejected(.unproven(templateTag: tags.first { $0 != stored.templateTag }))
        }
        return self
    }
}

/// A full page with its hashes.
public struct WholePage: Sendable {
    /// The page's bytes.
    public var html: [UInt8]
    /// SHA-1 of `html`.
    public var sha1: String
    /// Its title and blocks.
    public var split: PageSplit
    /// SHA-1 of its template.
    public var templateSHA1: String
    /// SHA-1 of the stored page's template; nil if there is no stored page.
    public var storedTemplateSHA1: String?
    /// The differences from the stored page; nil if there is none or the templates differ.
    public var changes: [BlockChange]?
}

/// Why an update cannot be used.
public enum Rejection: Sendable, Equatable {
    /// Its body is not a data update.
    case body(DataUpdate.Failure)
    /// Its data do not fit the stored page.
    case merge(MergeFailure)
    /// Its headers declare a page, and no hash proves otherwise.
    case undeclared
    /// It applies to a stored page that was edited by hand.
    case edited
    /// It has no hash, and this template tag, nil for none, is not the stored page's.
    case unproven(templateTag: String?)

    /// The rule that a rejected update violates.
    var rule: RuleID {
        switch self {
        case .body(.page): .pageUndeclared
        case .body(.empty): .updateEmpty
        case .body(.malformed): .updateMalformed
        case .merge(.missing): .updateMissingBlocks
        case .merge(.unknown): .updateUnknownBlocks
        case .merge(.wrongHash): .updateWrongHash
        case .undeclared, .edited: .updateUndeclared
        case .unproven: .updateUnproven
        }
    }
}
