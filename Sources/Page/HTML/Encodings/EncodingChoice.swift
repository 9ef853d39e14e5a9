/// The current encoding and its origin.
public struct EncodingChoice: Hashable, Sendable, CustomStringConvertible {
    /// The origin of an encoding.
    public enum Origin: Hashable, Sendable {
        /// A byte order mark at the start of the page.
        case byteOrderMark
        /// The `charset` parameter of Content-Type.
        case contentType
        /// A meta element.
        case meta
        /// An XML declaration.
        case xmlDeclaration
        /// A guess, since it is not declared.
        case guess(Clue)
        /// This program, for text that it wrote.
        case own
        /// The user's choice for the page, whatever the page declares.
        case reader
        /// The option `--charset`.
        case option
        /// The setting `encoding`.
        case setting
    }

    /// The basis of a guess.
    public enum Clue: Hashable, Sendable {
        /// The bytes are only ASCII.
        case onlyASCII
        /// The bytes are well-formed UTF-8, which other text hardly ever is.
        case wellFormed
        /// Escapes of ISO-2022-JP.
        case escapes
        /// The bytes are similar to those of text in that encoding.
        case likeness
        /// The same, supported by the page's `lang`, in lower case.
        case language(String)
    }

    /// The encoding.
    public var encoding: CharacterEncoding
    /// Its origin.
    public var origin: Origin

    /// Creates a choice with its origin.
    public init(_ encoding: CharacterEncoding, _ origin: Origin) {
        self.encoding = encoding
        self.origin = origin
    }

    /// The encoding of text that this program wrote.
    public static let own = EncodingChoice(.utf8, .own)

    /// The choice in words, such as `gb18030 (from the Content-Type header)`.
    public var description: String { "\(encoding.name) (\(origin.words))" }

    /// Whether the user chose it, whatever the page declares.
    public var isChosen: Bool {
        switch origin {
        case .reader, .option, .setting: true
        case .byteOrderMark, .contentType, .meta, .xmlDeclaration, .guess, .own: false
        }
    }
}

extension EncodingChoice.Origin {
    /// The origin in words.
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

/// The encoding chosen by the user for pages, as accepted by `:encoding` and `--charset`.
public enum ChosenEncoding: Hashable, Sendable {
    /// The encoding determined for each page by its own evidence.
    case automatic
    /// This encoding, whatever a page declares.
    case encoding(CharacterEncoding)

    /// Parses `auto` or a label of the Encoding Standard; nil for anything else.
    public init?(_ text: String) {
        if text == Self.automaticName {
            self = .automatic
        } else if let encoding = CharacterEncoding(label: text.utf8) {
            self = .encoding(encoding)
        } else {
            return nil
        }
    }

    /// The name of the automatic choice.
    public static let automaticName = "auto"

    /// All accepted names, for messages: each encoding by its name in the standard.
    public static var names: String {
        ([automaticName] + CharacterEncoding.allCases.map(\.name)).joined(separator: ", ")
    }
}

/// The encodings declared for a page outside it and within it, separately: if they differ, the first one applies.
public struct DeclaredEncodings: Sendable {
    /// An encoding with its label in the declaration.
    public struct Declaration: Sendable {
        /// The encoding.
        public let encoding: CharacterEncoding
        /// The label as written.
        public let label: String
    }

    /// The encoding in Content-Type; nil if there is none, or it is unknown.
    public let header: Declaration?
    /// The encoding in a meta element within the first 1,024 bytes; nil for none.
    public let meta: Declaration?

    /// Finds the declarations in the beginning of a page and in the value of its Content-Type, nil for none.
    public init(page: [UInt8], contentType: String?) {
        let type = Array((contentType ?? "").utf8)
        header = CharacterEncoding.label(inContentType: type).flatMap { label in
            CharacterEncoding(label: label).map {
                Declaration(encoding: $0, label: String(decoding: label, as: UTF8.self))
            }
        }
        meta = MarkupScan.meta(in: page.prefix(MarkupScan.length)).map {
            Declaration(encoding: $0.encoding, label: String(decoding: $0.label, as: UTF8.self))
        }
    }
}
