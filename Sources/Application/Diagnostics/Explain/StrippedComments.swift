import SonicProtocol

/// A page without blocks whose template-tag is a SHA-1, and not that of its template: what the tag was computed of
/// had other bytes, as where something between server and client removes comments.
struct StrippedComments {
    /// Both tags, and what they may mean, as a clause.
    let words: String

    /// Nil for a page with blocks, and for a tag that says nothing. Linear.
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
