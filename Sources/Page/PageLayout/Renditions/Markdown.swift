import CCmarkGFM

/// Renders Markdown as HTML with libcmark-gfm: CommonMark with GitHub's tables, strikethrough, task lists and automatic
/// links, and footnotes.
enum Markdown {
    /// The maximum size of a text in bytes: it is rendered in one step, which takes about ten milliseconds for this
    /// size.
    static let limit = 1 << 20

    /// Returns the HTML of a text in UTF-8; nil if it is too long or would be expensive to render (`MarkdownTraits`).
    static func html(_ text: [UInt8]) -> [UInt8]? {
        guard text.count <= limit, let traits = MarkdownTraits(text) else { return nil }
        let options = CMARK_OPT_UNSAFE | CMARK_OPT_FOOTNOTES
        guard let parser = cmark_parser_new(options) else { return nil }
        defer { cmark_parser_free(parser) }
        for (name, isWanted) in [
            ("table", traits.readsTables), ("strikethrough", true), ("tasklist", true),
            ("autolink", traits.readsAddresses),
        ] where isWanted && extensionsAreKnown {
            cmark_parser_attach_syntax_extension(parser, cmark_find_syntax_extension(name))
        }
        text.withUnsafeBytes { bytes in
            cmark_parser_feed(parser, bytes.bindMemory(to: CChar.self).baseAddress, bytes.count)
        }
        guard let document = cmark_parser_finish(parser) else { return nil }
        defer { cmark_node_free(document) }
        // HTML in the text is kept: scripts do not run here, and a page may contain the same.
        let html = cmark_render_html(document, options, cmark_parser_get_syntax_extensions(parser))
        guard let html else { return nil }
        defer { free(html) }
        return Array(UnsafeRawBufferPointer(start: html, count: strlen(html)))
    }

    /// The library's list of extensions is filled once, before its first use.
    private static let extensionsAreKnown: Bool = {
        cmark_gfm_core_extensions_ensure_registered()
        return true
    }()
}
