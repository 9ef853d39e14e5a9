import SonicProtocol

/// A page without blocks whose template-tag is a SHA-1, but not that of its template: the tag was computed from other
/// bytes, for example because an intermediary removes comments.
struct StrippedComments {
    /// Both tags, and their possible meaning, as a clause.
    let words: String
    /// The same about the page that an update was for.
    var ofStoredPage: String { "the stored page has no block, and " + words }

    /// Checks a page; nil if it has blocks, and if the tag gives no information. Linear.
    init?(_ html: [UInt8], templateTag: String?, _ hashes: Hashes) {
        guard let tag = templateTag, Hashes.isSHA1(tag), PageSplit(html: html).blocks.isEmpty else {
            return nil
        }
        let computed = hashes.sha1(PageSplit(html: html).templateBytes(of: html))
        guard !Bytes.equalIgnoringCase(tag.utf8, computed.utf8) else { return nil }
        words =
            "its template-tag is \(tag), the SHA-1 of its template \(computed): something between server and client may "
            + "have removed its comments or changed it otherwise"
    }
}
