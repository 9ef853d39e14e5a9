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
}
