import SonicProtocol

/// An explanation of a claimed hash that is not the page's SHA-1: the data that it is the digest of, if that can be
/// found.
struct ClaimedDigest {
    /// The explanation as a clause.
    let words: String
    /// The digest and the data, such as `MD5 of the page`; nil if the hash is in quotes or has spaces.
    private(set) var origin: String?

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
            return
        }
        let split = PageSplit(html: page)
        let subjects =
            [("the page", page), ("the page's template", split.templateBytes(of: page))]
            + others + Self.variants(page) + [("no bytes at all", [])]
        guard let found = subjects.lazy.compactMap({ Self.digest(bare, of: $0.1, named: $0.0, hashes) }).first
        else {
            return nil
        }
        words = "the claimed hash is the \(found)"
        origin = found
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

    private static func digest(
        _ claimed: String, of bytes: [UInt8], named name: String, _ hashes: Hashes
    ) -> String? {
        let kinds: [(name: String, digest: @Sendable ([UInt8]) -> String)]
        switch claimed.utf8.count {
        case 32: kinds = [("MD5", hashes.md5)]
        case 40: kinds = [("SHA-1", hashes.sha1)]
        case 64: kinds = hashes.sha256.map { [("SHA-256", $0)] } ?? []
        // As the frameworks Express and Koa make it.
        default: kinds = [("length and SHA-1", { lengthAndSHA1($0, hashes) })]
        }
        return kinds.first { Bytes.equalIgnoringCase($0.digest(bytes).utf8, claimed.utf8) }.map {
            "\($0.name) of \(name)"
        }
    }

    /// Returns the length in hexadecimal digits and the beginning of the SHA-1 in Base64.
    private static func lengthAndSHA1(_ bytes: [UInt8], _ hashes: Hashes) -> String {
        let digits = Array(hashes.sha1(bytes))
        let sha1 = stride(from: 0, to: digits.count, by: 2).compactMap {
            UInt8(String(digits[$0..<$0 + 2]), radix: 16)
        }
        return String(bytes.count, radix: 16) + "-" + Base64.text(sha1).prefix(27)
    }

    /// Returns variants of the page from before a change of its line endings or its edges.
    private static func variants(_ page: [UInt8]) -> [(String, [UInt8])] {
        var variants: [(String, [UInt8])] = []
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        variants.append(
            page.starts(with: mark)
                ? ("the page without its byte order mark", Array(page.dropFirst(3)))
                : ("the page with a byte order mark", mark + page))
        if page.contains(0x0D) {
            variants.append(("the page with LF line endings", page.filter { $0 != 0x0D }))
        } else if page.contains(0x0A) {
            let lines = page.split(separator: 0x0A, omittingEmptySubsequences: false)
            variants.append(
                ("the page with CR LF line endings", Array(lines.joined(separator: [0x0D, 0x0A]))))
        }
        if page.last == 0x0A {
            let end = page.dropLast().last == 0x0D ? 2 : 1
            variants.append(("the page without its last line end", page.dropLast(end)))
        }
        let blanks: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D]
        let start = page.drop { blanks.contains($0) }
        let trimmed = Array(
            start.prefix((start.lastIndex { !blanks.contains($0) } ?? -1) + 1 - start.startIndex))
        if trimmed.count != page.count {
            variants.append(("the page without surrounding white space", trimmed))
        }
        variants.append(("the page with one more line ending", page + [0x0A]))
        return variants
    }
}
