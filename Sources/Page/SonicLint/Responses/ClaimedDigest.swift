import SonicProtocol

/// An explanation of a claimed hash that is not the page's SHA-1: the data that it is the digest of, if that can be
/// found.
struct ClaimedDigest {
    /// The explanation as a clause.
    let words: String
    /// The digest and the data, such as `MD5 of the page`; nil if the hash is in quotes or has spaces.
    private(set) var origin: String?
    /// What led to it; nil if it is the right hash.
    let cause: Finding.Cause?

    /// Finds the explanation; nil if there is none. Linear in the bytes, with several passes.
    /// - Parameters:
    ///   - claimed: The hash as it was sent.
    ///   - page: The page that the hash is claimed of.
    ///   - others: Other bytes that may have been hashed, with their names.
    init?(
        _ claimed: String, of page: [UInt8], beside others: [(name: String, bytes: [UInt8])], _ hashes: Hashes
    ) {
        let bare = ResponseTags.bare(claimed).filter { !$0.isWhitespace }
        if bare != claimed, Bytes.equalIgnoringCase(bare.utf8, hashes.sha1(page).utf8) {
            words = "apart from quotes and spaces, the claimed hash is the page's SHA-1"
            cause = .hashForm
            return
        }
        let split = PageSplit(html: page)
        let known = [("the page", page), ("the page's template", split.templateBytes(of: page))] + others
        let edges = Self.edges(page)
        let subjects = known + Self.lineEndings(page) + edges + [("no bytes at all", [])]
        func origin(_ subject: (name: String, bytes: [UInt8])) -> (kind: String, name: String)? {
            Self.digest(bare, of: subject.bytes, hashes).map { ($0, subject.name) }
        }
        guard let found = subjects.lazy.compactMap(origin).first else { return nil }
        self.origin = "\(found.kind) of \(found.name)"
        words = "the claimed hash is the \(found.kind) of \(found.name)"
        switch (found.kind, found.name) {
        case ("SHA-1", "the page"): cause = nil
        case (Self.ofFrameworks, _), (_, Self.sentBody): cause = .tagOfBody
        case (_, let name): cause = edges.contains { $0.0 == name } ? .edgesNotHashed : .otherDigest
        }
    }

    /// Finds the explanation of the hash that an update claims for the merged page; nil if there is none.
    init?(
        _ claimed: String, of merged: MergedPage, into stored: [UInt8], from update: [UInt8],
        _ hashes: Hashes
    ) {
        self.init(
            claimed, of: merged.html,
            beside: [("the stored page", stored), ("the update's own bytes", update)], hashes)
    }

    /// The name of the body of a response, which is not always a page.
    static let sentBody = "the body as it was sent"
    /// The form of the tags that Express and Koa make.
    private static let ofFrameworks = "length and SHA-1"

    private static func digest(_ claimed: String, of bytes: [UInt8], _ hashes: Hashes) -> String? {
        let kinds: [(name: String, digest: @Sendable ([UInt8]) -> String)]
        switch claimed.utf8.count {
        case 32: kinds = [("MD5", hashes.md5)]
        case 40: kinds = [("SHA-1", hashes.sha1)]
        case 64: kinds = hashes.sha256.map { [("SHA-256", $0)] } ?? []
        default: kinds = [(ofFrameworks, { @Sendable bytes in lengthAndSHA1(bytes, hashes) })]
        }
        return kinds.first { Bytes.equalIgnoringCase($0.digest(bytes).utf8, claimed.utf8) }?.name
    }

    /// Returns the length in hexadecimal digits and the beginning of the SHA-1 in Base64.
    private static func lengthAndSHA1(_ bytes: [UInt8], _ hashes: Hashes) -> String {
        let digits = Array(hashes.sha1(bytes))
        let sha1 = stride(from: 0, to: digits.count, by: 2).compactMap {
            UInt8(String(digits[$0..<$0 + 2]), radix: 16)
        }
        return String(bytes.count, radix: 16) + "-" + Base64.text(sha1).prefix(27)
    }

    /// Returns the page from before a change of its line endings.
    private static func lineEndings(_ page: [UInt8]) -> [(String, [UInt8])] {
        if page.contains(0x0D) { return [("the page with LF line endings", page.filter { $0 != 0x0D })] }
        guard page.contains(0x0A) else { return [] }
        let lines = page.split(separator: 0x0A, omittingEmptySubsequences: false)
        return [("the page with CR LF line endings", Array(lines.joined(separator: [0x0D, 0x0A])))]
    }

    /// Returns variants of the page from before a change of its beginning or end.
    private static func edges(_ page: [UInt8]) -> [(String, [UInt8])] {
        var variants: [(String, [UInt8])] = []
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        variants.append(
            page.starts(with: mark)
                ? ("the page without its byte order mark", Array(page.dropFirst(3)))
                : ("the page with a byte order mark", mark + page))
        if page.last == 0x0A {
            let end = page.dropLast().last == 0x0D ? 2 : 1
            variants.append(("the page without its last line end", page.dropLast(end)))
        }
        let blanks: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D]
        let start = page.drop { blanks.contains($0) }
        if start.count < page.count {
            variants.append(("the page without its first white space", Array(start)))
        }
        let trimmed = Array(
            start.prefix((start.lastIndex { !blanks.contains($0) } ?? -1) + 1 - start.startIndex))
        if trimmed.count != page.count {
            variants.append(("the page without surrounding white space", trimmed))
        }
        variants.append(("the page with one more line ending", page + [0x0A]))
        return variants
    }
}
