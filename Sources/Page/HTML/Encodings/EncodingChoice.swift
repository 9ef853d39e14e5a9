/// The encoding in force and what it rests on.
public struct EncodingChoice: Hashable, Sendable, CustomStringConvertible {
    /// Where the encoding was found.
    public enum Origin: Hashable, Sendable {
        /// A byte order mark at the very beginning.
        case byteOrderMark
        /// The parameter `charset` of Content-Type.
        case contentType
        /// A meta element.
        case meta
        /// An XML declaration.
        case xmlDeclaration
        /// Nothing named it.
        case guess(Clue)
        /// This program: the text is its own.
        case own
        /// A person chose it for the page, whatever that says.
        case reader
        /// The option `--charset`.
        case option
        /// The setting `encoding`.
        case setting
    }

    /// What a guess rests on.
    public enum Clue: Hashable, Sendable {
        /// No other byte was seen.
        case onlyASCII
        /// The bytes are well-formed UTF-8, which other text hardly ever is.
        case wellFormed
        /// Escapes of ISO-2022-JP.
        case escapes
        /// The bytes are like those of text in that encoding.
        case likeness
        /// The same, and the page's `lang` speaks for it, in lower case.
        case language(String)
    }

    /// The encoding.
    public var encoding: CharacterEncoding
    /// What it rests on.
    public var origin: Origin

    /// An encoding found there.
    public init(_ encoding: CharacterEncoding, _ origin: Origin) {
        self.encoding = encoding
        self.origin = origin
    }

    /// The encoding of text that this program wrote.
    public static let own = EncodingChoice(.utf8, .own)

    /// The choice in words for people, such as `gb18030 (from the Content-Type header)`.
    public var description: String { "\(encoding.name) (\(origin.words))" }
}

extension EncodingChoice {
    /// Whether a person chose it, whatever the page says.
    public var isChosen: Bool {
        switch origin {
        case .reader, .option, .setting: true
        case .byteOrderMark, .contentType, .meta, .xmlDeclaration, .guess, .own: false
        }
    }
}

extension EncodingChoice.Origin {
    /// What it rests on, in words.
    public var words: String {
        switch self {
        case .byteOrderMark: "from the byte order mark"
        case .contentType: "from the Content-Type header"
        case .meta: "from the page's meta element"
        case .xmlDeclaration: "from the XML declaration"
        case .guess(.onlyASCII): "guessed: nothing but ASCII where it was looked for"
        case .guess(.wellFormed): "guessed: the bytes are well-formed UTF-8"
        case .guess(.escapes): "guessed: by its escapes"
        case .guess(.likeness): "guessed: the bytes look like it"
        case .guess(.language(let language)): "guessed: the bytes look like it and lang is \(language)"
        case .own: "written by this program"
        case .reader: "chosen with :encoding"
        case .option: "from --charset"
        case .setting: "from the setting “encoding”"
        }
    }
}
