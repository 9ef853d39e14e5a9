import CellGrid
import PageLayout
import SonicProtocol

/// A prompt in the bottom line, and its purpose.
enum Prompt: Sendable {
    /// An address to open.
    case address(AddressLine)
    /// A command by its name.
    case command(CommandLine)
    /// The user name that a server requires.
    case user(LineEditor, Challenge)
    /// The password for it, which is never displayed.
    case password(LineEditor, user: String, Challenge)
    /// The value of a field of the page.
    case field(FieldLine)
    /// Part of the list entry to find, starting at an index.
    case find(LineEditor, from: Int)
    /// A line of the edited request.
    case requestLine(LineEditor, RequestEditor.Row)
    /// The name of the account to switch to.
    case account(LineEditor)
    /// The path of the file in which the content is saved.
    case file(LineEditor, ExportOrder.Content)
    /// The path under which the download with a number is saved.
    case download(LineEditor, Int, length: Int?)
    /// A text to search for.
    case search(SearchLine)
    /// Part of a link or heading of the page.
    case contents(ContentsLine)

    var label: String {
        switch self {
        case .address(let line): line.tab == .here ? "Open: " : "New tab: "
        case .command: ":"
        case .user(_, let challenge): "User for \(challenge.label): "
        case .password(_, let user, _): "Password of \(user): "
        case .field(let line):
            (line.place.field.kind == .file ? "File for " : "")
                + line.place.title + ": "
        case .find: "Find: "
        case .requestLine(_, .first): "Method and address: "
        case .requestLine(_, .header): "Header: "
        case .requestLine(_, .body): "Body: "
        case .account: "Account: "
        case .file(_, let content): "File for \(content.words): "
        case .download(_, _, let length): length.map { "Save \($0.byteText) as: " } ?? "Save as: "
        case .search: "/"
        case .contents(let line): line.kind.rawValue + ": "
        }
    }

    var editor: LineEditor {
        get {
            switch self {
            case .address, .command, .field, .contents: listed?.editor ?? LineEditor()
            case .user(let editor, _), .password(let editor, _, _),
                .find(let editor, _), .account(let editor), .file(let editor, _),
                .requestLine(let editor, _), .download(let editor, _, _):
                editor
            case .search(let line): line.editor
            }
        }
        set {
            switch self {
            case .address, .command, .field, .contents: listed?.editor = newValue
            case .user(_, let challenge): self = .user(newValue, challenge)
            case .password(_, let user, let challenge): self = .password(newValue, user: user, challenge)
            case .requestLine(_, let row): self = .requestLine(newValue, row)
            case .find(_, let start): self = .find(newValue, from: start)
            case .account: self = .account(newValue)
            case .file(_, let content): self = .file(newValue, content)
            case .download(_, let number, let length): self = .download(newValue, number, length: length)
            case .search(var line):
                line.editor = newValue
                self = .search(line)
            }
        }
    }

    /// The prompt if it has a list above it; otherwise nil.
    var listed: (any ListedLine)? {
        get {
            switch self {
            case .address(let line): line
            case .command(let line): line
            case .field(let line): line
            case .contents(let line): line
            case .user, .password, .find, .requestLine, .account, .file, .download, .search: nil
            }
        }
        set {
            if let line = newValue as? AddressLine { self = .address(line) }
            if let line = newValue as? CommandLine { self = .command(line) }
            if let line = newValue as? FieldLine { self = .field(line) }
            if let line = newValue as? ContentsLine { self = .contents(line) }
        }
    }

    /// Whether each character is displayed as a dot.
    var isHidden: Bool {
        switch self {
        case .address, .command, .user, .find, .account, .file, .download, .search, .contents, .requestLine:
            false
        case .password: true
        case .field(let line): line.place.field.kind == .password
        }
    }
}

/// A server's challenge for a user name and a password (RFC 9110 §11.6.1), by Basic or Digest.
struct Challenge: Equatable, Sendable {
    var url: WebURL
    /// The realm; empty if the server names none.
    var realm: String

    /// Creates the challenge in a response's headers; nil if there is none with a supported scheme.
    init?(_ headers: Headers, url: WebURL) {
        let offers = headers.all("www-authenticate")
        let known = offers.first { offer in
            ["basic", "digest"].contains {
                offer.lowercased().hasPrefix($0) || offer.lowercased().contains(", \($0)")
            }
        }
        guard let known else { return nil }
        self.url = url
        realm = Self.realm(in: known)
    }

    /// A label of the realm and the host.
    var label: String { realm.isEmpty ? url.hostAndPort : "“\(realm)” at \(url.hostAndPort)" }

    private static func realm(in offer: String) -> String {
        let bytes = Array(offer.utf8)
        let name = ByteFinder("realm=\"", foldsCase: true)
        guard let start = name.first(in: bytes.span) else { return "" }
        var realm: [UInt8] = []
        var index = start + name.count
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
            // A quoted pair represents its second byte (RFC 9110 §5.6.4).
            if bytes[index] == UInt8(ascii: "\\"), index + 1 < bytes.count { index += 1 }
            realm.append(bytes[index])
            index += 1
        }
        return Bytes.text(realm)
    }
}

struct PromptLine {
    /// The label before the text, shortened if it would fill the line.
    let label: String
    /// The text as displayed.
    let text: String
    let field: Rect
    /// The columns by which the text is shifted to the left to keep the cursor visible.
    let shift: Column
    let cursor: Column
    private let clusters: [Character]
    private let isHidden: Bool

    /// Creates the layout of a prompt in an area of one row.
    init(_ prompt: Prompt, in area: Rect) {
        let editor = prompt.editor
        isHidden = prompt.isHidden
        label = TextWidth.shortened(" " + prompt.label, to: area.columns * 2 / 3)
        let start = area.column + TextWidth.columns(of: label)
        clusters = editor.before + editor.after
        let before = Self.shown(editor.before[...], isHidden)
        text = before + Self.shown(editor.after[...], isHidden)
        let width = TextWidth.columns(of: before)
        // A text that is too long for the line is scrolled to the left.
        shift = max(0, width - max(1, area.endColumn - start - 1))
        var field = area
        field.column = start
        field.columns = max(0, area.endColumn - start)
        self.field = field
        cursor = min(start + width - shift, area.endColumn - 1)
    }

    /// Returns the number of grapheme clusters before a column of the screen. Linear in the line.
    func cluster(at column: Column) -> Int {
        var end = field.column - shift
        for index in clusters.indices {
            end += TextWidth.columns(of: Self.shown(clusters[index...index], isHidden))
            if column < end { return index }
        }
        return clusters.count
    }

    private static func shown(_ text: ArraySlice<Character>, _ isHidden: Bool) -> String {
        if isHidden { return String(repeating: "•", count: text.count) }
        return VisibleText.line(String(text.map { $0 == "\n" ? "↵" : $0 }))
    }
}
