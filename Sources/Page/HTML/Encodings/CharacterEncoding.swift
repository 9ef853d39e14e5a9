/// The character encoding of a page: the encodings of the WHATWG Encoding Standard (§4.2), with the standard's names.
///
/// GBK is decoded as gb18030, as in the standard. The standard's `replacement` is left out: the encodings that
/// it covers are unknown here, so that the next evidence decides for such a page.
public enum CharacterEncoding: String, CaseIterable, Sendable {
    case utf8 = "UTF-8"
    case utf16LittleEndian = "UTF-16LE"
    case utf16BigEndian = "UTF-16BE"
    case gb18030
    case big5 = "Big5"
    case shiftJIS = "Shift_JIS"
    case eucJP = "EUC-JP"
    case iso2022JP = "ISO-2022-JP"
    case eucKR = "EUC-KR"
    case windows1250 = "windows-1250"
    case windows1251 = "windows-1251"
    case windows1252 = "windows-1252"
    case windows1253 = "windows-1253"
    case windows1254 = "windows-1254"
    case windows1255 = "windows-1255"
    case windows1256 = "windows-1256"
    case windows1257 = "windows-1257"
    case windows1258 = "windows-1258"
    case windows874 = "windows-874"
    case iso8859Part2 = "ISO-8859-2"
    case iso8859Part3 = "ISO-8859-3"
    case iso8859Part4 = "ISO-8859-4"
    case iso8859Part5 = "ISO-8859-5"
    case iso8859Part6 = "ISO-8859-6"
    case iso8859Part7 = "ISO-8859-7"
    case iso8859Part8 = "ISO-8859-8"
    case iso8859Part8Logical = "ISO-8859-8-I"
    case iso8859Part10 = "ISO-8859-10"
    case iso8859Part13 = "ISO-8859-13"
    case iso8859Part14 = "ISO-8859-14"
    case iso8859Part15 = "ISO-8859-15"
    case iso8859Part16 = "ISO-8859-16"
    case ibm866 = "IBM866"
    case koi8R = "KOI8-R"
    case koi8U = "KOI8-U"
    case macintosh
    case macCyrillic = "x-mac-cyrillic"
    case userDefined = "x-user-defined"

    /// The name in the standard, for display.
    public var name: String { rawValue }

    /// Whether bytes that begin and end with ASCII can have another meaning after other bytes: a change to one
    /// part of a page may then change the text of another.
    public var dependsOnContext: Bool {
        switch scheme {
        case .utf16, .iso2022JP: true
        case .utf8, .singleByte, .multiByte: false
        }
    }

    /// The kinds of encodings that a decoder distinguishes.
    enum Scheme: Sendable {
        /// Needs no decoding.
        case utf8
        /// Two or four bytes per character.
        case utf16(isBigEndian: Bool)
        /// One byte per character.
        case singleByte
        /// Escapes select the character set of the bytes that follow.
        case iso2022JP
        /// One to four bytes per character, one for ASCII.
        case multiByte
    }

    var scheme: Scheme {
        switch self {
        case .utf8: .utf8
        case .utf16LittleEndian: .utf16(isBigEndian: false)
        case .utf16BigEndian: .utf16(isBigEndian: true)
        case .gb18030, .big5, .shiftJIS, .eucJP, .eucKR: .multiByte
        case .iso2022JP: .iso2022JP
        case .windows1250, .windows1251, .windows1252, .windows1253, .windows1254, .windows1255,
            .windows1256, .windows1257, .windows1258, .windows874, .iso8859Part2, .iso8859Part3,
            .iso8859Part4, .iso8859Part5, .iso8859Part6, .iso8859Part7, .iso8859Part8,
            .iso8859Part8Logical, .iso8859Part10, .iso8859Part13, .iso8859Part14, .iso8859Part15,
            .iso8859Part16, .ibm866, .koi8R, .koi8U, .macintosh, .macCyrillic, .userDefined:
            .singleByte
        }
    }

    /// The encoding that a declaration within the page means: a page whose ASCII could be read is not UTF-16
    /// (HTML Standard §13.2.3.2).
    var asDeclaredInside: CharacterEncoding {
        if self == .utf16LittleEndian || self == .utf16BigEndian { return .utf8 }
        return self == .userDefined ? .windows1252 : self
    }

    // MARK: Labels in pages and headers (Encoding Standard §4.2)

    /// Creates the encoding of a label such as `gb2312`, ignoring case and surrounding whitespace; nil for an
    /// unknown label.
    public init?(label: some Collection<UInt8>) {
        var name: [UInt8] = label.drop { ASCII.isBlank($0) }.map(ASCII.lowered)
        while let last = name.last, ASCII.isBlank(last) { name.removeLast() }
        // The common case, which does not need the table.
        if name == Self.usualLabel {
            self = .utf8
            return
        }
        guard name.count <= 32, let encoding = Self.byLabel[String(decoding: name, as: UTF8.self)] else {
            return nil
        }
        self = encoding
    }

    /// The labels in lower case.
    public var labels: [String] { Self.labelLists[self] ?? [] }

    private static let labelLists: [CharacterEncoding: [String]] = {
        let rows = labelTable.split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ").map(String.init)
            return CharacterEncoding(rawValue: words[0]).map { ($0, Array(words.dropFirst())) }
        }
        return Dictionary(uniqueKeysWithValues: rows)
    }()

    private static let usualLabel = Array("utf-8".utf8)

    private static let byLabel: [String: CharacterEncoding] = {
        let pairs = labelLists.flatMap { encoding, labels in labels.map { ($0, encoding) } }
        return Dictionary(uniqueKeysWithValues: pairs)
    }()

    /// A line for each encoding: its name, then its labels.
    private static let labelTable = """
        UTF-8 unicode-1-1-utf-8 unicode11utf8 unicode20utf8 utf-8 utf8 x-unicode20utf8
        UTF-16LE csunicode iso-10646-ucs-2 ucs-2 unicode unicodefeff utf-16 utf-16le
        UTF-16BE unicodefffe utf-16be
        gb18030 chinese csgb2312 csiso58gb231280 gb18030 gb2312 gb_2312 gb_2312-80 gbk iso-ir-58 x-gbk
        Big5 big5 big5-hkscs cn-big5 csbig5 x-x-big5
        Shift_JIS csshiftjis ms932 ms_kanji shift-jis shift_jis sjis windows-31j x-sjis
        EUC-JP cseucpkdfmtjapanese euc-jp x-euc-jp
        ISO-2022-JP csiso2022jp iso-2022-jp
        EUC-KR cseuckr csksc56011987 euc-kr iso-ir-149 korean ks_c_5601-1987 ks_c_5601-1989 ksc5601 ksc_5601 \
        windows-949
        windows-1250 cp1250 windows-1250 x-cp1250
        windows-1251 cp1251 windows-1251 x-cp1251
        windows-1252 ansi_x3.4-1968 ascii cp1252 cp819 csisolatin1 ibm819 iso-8859-1 iso-ir-100 iso8859-1 \
        iso88591 iso_8859-1 iso_8859-1:1987 l1 latin1 us-ascii windows-1252 x-cp1252
        windows-1253 cp1253 windows-1253 x-cp1253
        windows-1254 cp1254 csisolatin5 iso-8859-9 iso-ir-148 iso8859-9 iso88599 iso_8859-9 iso_8859-9:1989 \
        l5 latin5 windows-1254 x-cp1254
        windows-1255 cp1255 windows-1255 x-cp1255
        windows-1256 cp1256 windows-1256 x-cp1256
        windows-1257 cp1257 windows-1257 x-cp1257
        windows-1258 cp1258 windows-1258 x-cp1258
        windows-874 dos-874 iso-8859-11 iso8859-11 iso885911 tis-620 windows-874
        ISO-8859-2 csisolatin2 iso-8859-2 iso-ir-101 iso8859-2 iso88592 iso_8859-2 iso_8859-2:1987 l2 latin2
        ISO-8859-3 csisolatin3 iso-8859-3 iso-ir-109 iso8859-3 iso88593 iso_8859-3 iso_8859-3:1988 l3 latin3
        ISO-8859-4 csisolatin4 iso-8859-4 iso-ir-110 iso8859-4 iso88594 iso_8859-4 iso_8859-4:1988 l4 latin4
        ISO-8859-5 csisolatincyrillic cyrillic iso-8859-5 iso-ir-144 iso8859-5 iso88595 iso_8859-5 \
        iso_8859-5:1988
        ISO-8859-6 arabic asmo-708 csiso88596e csiso88596i csisolatinarabic ecma-114 iso-8859-6 iso-8859-6-e \
        iso-8859-6-i iso-ir-127 iso8859-6 iso88596 iso_8859-6 iso_8859-6:1987
        ISO-8859-7 csisolatingreek ecma-118 elot_928 greek greek8 iso-8859-7 iso-ir-126 iso8859-7 iso88597 \
        iso_8859-7 iso_8859-7:1987 sun_eu_greek
        ISO-8859-8 csiso88598e csisolatinhebrew hebrew iso-8859-8 iso-8859-8-e iso-ir-138 iso8859-8 iso88598 \
        iso_8859-8 iso_8859-8:1988 visual
        ISO-8859-8-I csiso88598i iso-8859-8-i logical
        ISO-8859-10 csisolatin6 iso-8859-10 iso-ir-157 iso8859-10 iso885910 l6 latin6
        ISO-8859-13 iso-8859-13 iso8859-13 iso885913
        ISO-8859-14 iso-8859-14 iso8859-14 iso885914
        ISO-8859-15 csisolatin9 iso-8859-15 iso8859-15 iso885915 iso_8859-15 l9
        ISO-8859-16 iso-8859-16
        IBM866 866 cp866 csibm866 ibm866
        KOI8-R cskoi8r koi koi8 koi8-r koi8_r
        KOI8-U koi8-ru koi8-u
        macintosh csmacintosh mac macintosh x-mac-roman
        x-mac-cyrillic x-mac-cyrillic x-mac-ukrainian
        x-user-defined x-user-defined
        """

    // MARK: Content-Type

    /// The encoding in the value of a Content-Type header, such as `text/html; charset="gb2312"` (MIME Sniffing
    /// Standard §4.4); nil if there is none, or it is unknown. The first of several parameters applies. Linear.
    public init?(contentType value: some Collection<UInt8>) {
        guard let label = Self.label(inContentType: value) else { return nil }
        self.init(label: label)
    }

    /// Returns the value of the parameter `charset` as written, known or not; nil if there is none.
    static func label(inContentType value: some Collection<UInt8>) -> [UInt8]? {
        var rest = Array(value)[...]
        while let semicolon = rest.firstIndex(of: UInt8(ascii: ";")) {
            rest = rest[(semicolon + 1)...].drop { ASCII.isBlank($0) }
            let name = rest.prefix { $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: "=") }
            rest = rest[name.endIndex...]
            guard rest.first == UInt8(ascii: "=") else { continue }
            let text = parameter(&rest)
            if ASCII.equal(name, "charset"), !text.isEmpty { return text }
        }
        return nil
    }

    /// Reads the value after `=`, and leaves the rest at the next semicolon or the end.
    private static func parameter(_ rest: inout ArraySlice<UInt8>) -> [UInt8] {
        rest = rest.dropFirst()
        guard rest.first == UInt8(ascii: "\"") else {
            let text = rest.prefix { $0 != UInt8(ascii: ";") }
            rest = rest[text.endIndex...]
            return Array(text)
        }
        var text: [UInt8] = []
        rest = rest.dropFirst()
        while let byte = rest.popFirst(), byte != UInt8(ascii: "\"") {
            if byte == UInt8(ascii: "\\"), let escaped = rest.popFirst() {
                text.append(escaped)
            } else {
                text.append(byte)
            }
        }
        return text
    }
}
