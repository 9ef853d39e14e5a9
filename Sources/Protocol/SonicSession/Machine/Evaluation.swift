import SonicProtocol

/// The work on a complete body that costs time in proportion to its bytes: reading JSON, merging, hashing,
/// splitting. Pure, so it may run anywhere.
public enum Question: Sendable {
    /// Does this data update merge into the stored page?
    case update(body: [UInt8], stored: PageVersion, etag: String?)
    /// Is this body, of which the head says that it is a page, one, or is it the data of an update all the same?
    case undeclared(body: [UInt8], stored: PageVersion?, etag: String?)
    /// What is this whole page, and where does it differ from the stored one?
    case page(body: [UInt8], stored: PageVersion?)

    /// The answer, a page put together in such memory. Linear in the bytes.
    public func evaluate(_ hashes: Hashes, in memory: PageMemory = .plain) -> Evaluation {
        switch self {
        case .update(let body, let stored, let etag):
            Self.evaluate(update: body, stored: stored, etag: etag, hashes, memory)
        case .undeclared(let body, let stored, let etag):
            Self.evaluate(undeclared: body, stored: stored, etag: etag, hashes, memory)
        case .page(let body, let stored):
            Self.evaluate(page: body, stored: stored, hashes)
        }
    }

    /// Whether a body begins as an object of JSON does, which no page does.
    static func beginsAsObject(_ body: [UInt8]) -> Bool {
        var start = body[...]
        if start.starts(with: [0xEF, 0xBB, 0xBF]) { start = start.dropFirst(3) }
        return start.first { $0 != 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D } == UInt8(ascii: "{")
    }

    private static func evaluate(
        undeclared body: [UInt8], stored: PageVersion?, etag: String?, _ hashes: Hashes, _ memory: PageMemory
    ) -> Evaluation {
        // What is no data of an update is the page that the head says it is.
        guard (try? DataUpdate(json: body)) != nil else {
            return evaluate(page: body, stored: stored, hashes)
        }
        guard let stored else { return .rejected(.undeclared) }
        let evaluation = evaluate(update: body, stored: stored, etag: etag, hashes, memory)
        if case .merged(let merged, _, _) = evaluation, merged.verifiedBy == nil {
            return .rejected(.undeclared)
        }
        return evaluation
    }

    private static func evaluate(
        update body: [UInt8], stored: PageVersion, etag: String?, _ hashes: Hashes, _ memory: PageMemory
    ) -> Evaluation {
        do throws(DataUpdate.Failure) {
            let update = try DataUpdate(json: body)
            // Reference servers send the page's hash as ETag too; it stands in when html-sha1 is missing.
            let claimed = update.htmlSHA1 ?? etag.flatMap { Hashes.isSHA1($0) ? $0 : nil }
            let split = PageSplit(html: stored.html)
            do throws(MergeFailure) {
                let merged = try split.merging(
                    update, into: stored.html, claimed: claimed, hashes: hashes, memory: memory)
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

/// What a complete body turned out to be.
public enum Evaluation: Sendable {
    /// The update merges; `slots` is how many blocks, title included, the page has.
    case merged(MergedPage, slots: Int, update: DataUpdate)
    /// The update cannot be used.
    case rejected(Rejection)
    /// A whole page.
    case page(WholePage)
}

/// A whole page with its hashes.
public struct WholePage: Sendable {
    /// The page's bytes.
    public var html: [UInt8]
    /// SHA-1 of `html`.
    public var sha1: String
    /// Its title and blocks.
    public var split: PageSplit
    /// SHA-1 of its template.
    public var templateSHA1: String
    /// SHA-1 of the stored page's template; nil when there is none.
    public var storedTemplateSHA1: String?
    /// Where it differs from the stored page; nil when there is none or the templates differ.
    public var changes: [BlockChange]?
}

/// Why an update cannot be used.
public enum Rejection: Sendable, Equatable {
    /// Its body is no data update.
    case body(DataUpdate.Failure)
    /// Its data do not fit the stored page.
    case merge(MergeFailure)
    /// Its head says that it is a page, and no hash proves otherwise.
    case undeclared
    /// It is about a stored page that a person edited.
    case edited
}
