/// The element names that the HTML standard's parser, or a reader of its tree, distinguishes.
///
/// SVG and MathML names are in lower case; `other` is any name that is not listed.
public enum Tag: UInt8, CaseIterable, Sendable {
    case other
    case a, abbr, acronym, address, applet, area, article, aside, audio, b, base, basefont, bdi, bdo, bgsound
    case big, blink, blockquote, body, br, button, canvas, caption, center, cite, code, col, colgroup, data
    case datalist, dd, del, details, dfn, dialog, dir, div, dl, dt, em, embed, fieldset, figcaption, figure
    case font, footer, form, frame, frameset, h1, h2, h3, h4, h5, h6, head, header, hgroup, hr, html, i
    case iframe, image, img, input, ins, kbd, keygen, label, legend, li, link, listing, main, map, mark
    case marquee, math, menu, menuitem, meta, meter, nav, nobr, noembed, noframes, noscript, object, ol
    case optgroup, option, output, p, param, picture, plaintext, pre, progress, q, rb, rp, rt, rtc, ruby, s
    case samp, script, search, section, select, small, source, span, strike, strong, style, sub, summary, sup
    case svg, table, tbody, td, template, textarea, tfoot, th, thead, time, title, tr, track, tt, u, ul, `var`
    case video, wbr, xmp
    case mi, mo, mn, ms, mtext, mglyph, malignmark, annotationxml, foreignobject, desc

    /// The name in lower case; empty for `other`.
    public var name: String { TagTable.shared.name(of: self) }

    /// Elements that are between paragraphs, never within one.
    var endsParagraph: Bool {
        switch self {
        case .html, .body, .address, .article, .aside, .blockquote, .center, .details, .dialog, .dd, .dl, .dt,
            .div, .fieldset, .figcaption, .figure, .footer, .form, .h1, .h2, .h3, .h4, .h5, .h6, .header,
            .hgroup, .hr, .li, .main, .menu, .nav, .ol, .p, .pre, .search, .section, .summary, .table, .ul:
            true
        default: false
        }
    }

    /// Creates the tag of a name in any case; `other` for an unknown name.
    public init(name: String) {
        let bytes = Array(name.utf8)
        self = TagTable.shared[bytes.span]
    }

    /// The names in the order of the cases, without `other`, separated by spaces. Written out, since getting
    /// them from the runtime takes half a millisecond at every start.
    static let names: StaticString = """
        a abbr acronym address applet area article aside audio b base basefont bdi bdo bgsound big \
        blink blockquote body br button canvas caption center cite code col colgroup data datalist dd \
        del details dfn dialog dir div dl dt em embed fieldset figcaption figure font footer form frame \
        frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe image img input ins kbd keygen \
        label legend li link listing main map mark marquee math menu menuitem meta meter nav nobr \
        noembed noframes noscript object ol optgroup option output p param picture plaintext pre \
        progress q rb rp rt rtc ruby s samp script search section select small source span strike \
        strong style sub summary sup svg table tbody td template textarea tfoot th thead time title tr \
        track tt u ul var video wbr xmp mi mo mn ms mtext mglyph malignmark annotation-xml \
        foreignobject desc
        """

    /// Creates the tag of a name in any case; `other` for a name without one.
    public init(named name: ArraySlice<UInt8>) { self = TagTable.shared[name.span] }

    /// Elements without content or end tag.
    var isVoid: Bool {
        switch self {
        case .area, .base, .basefont, .bgsound, .br, .col, .embed, .frame, .hr, .img, .input, .keygen, .link,
            .meta, .param, .source, .track, .wbr:
            true
        default: false
        }
    }

    /// Elements that are added to the list of active formatting elements.
    var isFormatting: Bool {
        switch self {
        case .a, .b, .big, .code, .em, .font, .i, .nobr, .s, .small, .strike, .strong, .tt, .u: true
        default: false
        }
    }

    /// HTML's special elements, which end tags of ordinary elements do not close.
    var isSpecial: Bool {
        switch self {
        case .address, .applet, .area, .article, .aside, .base, .basefont, .bgsound, .blockquote, .body, .br,
            .button, .caption, .center, .col, .colgroup, .dd, .details, .dir, .div, .dl, .dt, .embed,
            .fieldset, .figcaption, .figure, .footer, .form, .frame, .frameset, .h1, .h2, .h3, .h4, .h5, .h6,
            .head, .header, .hgroup, .hr, .html, .iframe, .img, .input, .keygen, .li, .link, .listing, .main,
            .marquee, .menu, .meta, .nav, .noembed, .noframes, .noscript, .object, .ol, .p, .param,
            .plaintext, .pre, .script, .search, .section, .select, .source, .style, .summary, .table, .tbody,
            .td, .template, .textarea, .tfoot, .th, .thead, .title, .tr, .track, .ul, .wbr, .xmp:
            true
        default: false
        }
    }

    /// Elements that the end tag of an enclosing element closes implicitly.
    var hasImpliedEnd: Bool {
        switch self {
        case .dd, .dt, .li, .optgroup, .option, .p, .rb, .rp, .rt, .rtc: true
        default: false
        }
    }

    /// Elements that the end tag of a template closes as well.
    var hasThoroughlyImpliedEnd: Bool { isWithinTable && self != .col || hasImpliedEnd }

    /// Whether the element is a part of a table.
    var isWithinTable: Bool {
        switch self {
        case .caption, .col, .colgroup, .tbody, .td, .tfoot, .th, .thead, .tr: true
        default: false
        }
    }

    /// `h1` to `h6`.
    public var isHeading: Bool {
        switch self {
        case .h1, .h2, .h3, .h4, .h5, .h6: true
        default: false
        }
    }

    /// Elements whose misplaced text and children are foster-parented before the table.
    var isTableContext: Bool {
        switch self {
        case .table, .tbody, .tfoot, .thead, .tr: true
        default: false
        }
    }

    /// Elements that a form submits.
    var isFormField: Bool {
        switch self {
        case .button, .input, .select, .textarea: true
        default: false
        }
    }
}

/// A hash table from names to `Tag`.
struct TagTable: Sendable {
    private var slots = [Tag](repeating: .other, count: 1024)
    private var names = [Name](repeating: Name(), count: Tag.allCases.count)

    /// A name of at most 16 bytes in lower case, the first one lowest.
    private struct Name: Equatable {
        var low: UInt64 = 0
        var high: UInt64 = 0

        init(low: UInt64 = 0) { self.low = low }

        init(_ bytes: Span<UInt8>) {
            var index = bytes.count
            while index > 8 {
                index &-= 1
                high = high << 8 | UInt64(ASCII.lowered(bytes[index]))
            }
            while index > 0 {
                index &-= 1
                low = low << 8 | UInt64(ASCII.lowered(bytes[index]))
            }
        }

        var text: String {
            let bytes = [low, high].flatMap { word in
                (0..<8).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) }
            }
            return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }

        var slot: Int {
            let mixed = (low ^ (high &* 0x9E37_79B9_7F4A_7C15)) &* 0xBF58_476D_1CE4_E5B9
            return Int(truncatingIfNeeded: mixed >> 54)
        }
    }

    /// The shared table, built on first use.
    static let shared = TagTable()

    private init() {
        Tag.names.withUTF8Buffer { text in
            var start = 0
            for tag in Tag.allCases.dropFirst() {
                var end = start
                while end < text.count, text[end] != UInt8(ascii: " ") { end &+= 1 }
                let name = Name(text.span.extracting(start..<end))
                var slot = name.slot
                while slots[slot] != .other { slot = (slot &+ 1) & 1023 }
                slots[slot] = tag
                names[Int(tag.rawValue)] = name
                start = end &+ 1
            }
        }
    }

    /// Returns the name of a tag; empty for `other`.
    func name(of tag: Tag) -> String { names[Int(tag.rawValue)].text }

    /// The tag of a name in any case; `other` for an unknown name.
    subscript(bytes: Span<UInt8>) -> Tag {
        guard !bytes.isEmpty, bytes.count <= 14, bytes[0] < 0x80 else { return .other }
        return self[Name(bytes)]
    }

    @inline(__always)
    private subscript(name: Name) -> Tag {
        let (slots, names) = (slots.span, names.span)
        var slot = name.slot
        while slots[slot] != .other {
            if names[Int(slots[slot].rawValue)] == name { return slots[slot] }
            slot = (slot &+ 1) & 1023
        }
        return .other
    }

    /// Returns the tag of a name of at most seven bytes, and the index of the space, `/` or `>` that ends it.
    /// The index is `start` if the name cannot be determined.
    @inline(__always)
    func find(in bytes: Span<UInt8>, at start: Int) -> (tag: Tag, end: Int) {
        guard start &+ 8 <= bytes.count else { return (.other, start) }
        let word = SourceText.word(in: bytes, at: start)
        let stops =
            SourceText.zeros(word ^ 0x3E3E_3E3E_3E3E_3E3E) | SourceText.zeros(word ^ 0x2020_2020_2020_2020)
            | SourceText.zeros(word ^ 0x2F2F_2F2F_2F2F_2F2F)
        guard stops != 0 else { return (.other, start) }
        let bits = stops.trailingZeroBitCount & ~7
        // Converts letters to lower case. Other bytes above 0x3F change too, but not to bytes of a known name.
        let kept = word & (1 << bits &- 1)
        let name = Name(low: kept | (kept & 0x4040_4040_4040_4040) >> 1)
        // A NUL at the end of a name would not be visible in the word.
        let tag = kept >> (bits &- 8) == 0 ? .other : self[name]
        return tag == .other ? (.other, start) : (tag, start &+ bits / 8)
    }
}
