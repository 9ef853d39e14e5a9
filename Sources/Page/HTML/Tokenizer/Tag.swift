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
}

extension Tag {
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
    var hasThoroughlyImpliedEnd: Bool {
        switch self {
        case .caption, .colgroup, .tbody, .td, .tfoot, .th, .thead, .tr: true
        default: hasImpliedEnd
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
