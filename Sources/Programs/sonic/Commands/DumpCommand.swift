import Browser
import BrowserServices
import BrowserValues
import CellGrid
import Glibc
import HTML
import PageLayout
import SessionWords
import SonicProtocol
import SonicSession
import SystemLibraries

/// `sonic dump`: prints page text to standard output.
struct DumpCommand {
    static let row = Subcommand(
        "dump", "sonic dump URL|FILE|-", "page text on standard output", .files,
        takes: 1...1, "one URL, file or -",
        options: [
            .width, .links, .noStyles, .reader, .type, .cachePolicy, .charset, .color,
            .source.described(as: "print the page's bytes as received"), .headers,
        ] + Option.opening,
        examples: [("sonic dump --width 72 news.example | less", "read a page in a pager")],
        run: { (arguments) throws(CommandFailure) in
            try DumpCommand(arguments).run(try arguments.mode)
        })

    private let arguments: Arguments
    /// The file or address, as typed.
    private let name: String
    /// The media type chosen for it; nil for its own.
    private let type: String?
    /// The encoding chosen for it; nil for its own.
    private let encoding: ChosenEncoding?
    /// The page without its text.
    private let empty: PageDump

    private init(_ arguments: Arguments) throws(CommandFailure) {
        self.arguments = arguments
        name = arguments.words[0]
        let width = try arguments.number(.width, in: 1...10_000) ?? Self.terminalWidth
        var page = PageDump(
            width: width, appliesStyles: !arguments.has(.noStyles), links: arguments.has(.links),
            ink: try Self.isColored(arguments) ? Self.ink : nil)
        if arguments.has(.reader) { page.showMainText() }
        empty = page
        encoding = try arguments.encoding
        type = try arguments.type
    }

    private func run(_ mode: SessionMode) throws(CommandFailure) -> ExitStatus {
        if name == "-" || InputFile.isNamed(by: name) {
            try arguments.refuse([.headers], "a file has no response headers")
        }
        if name == "-" { return dump(STDIN_FILENO) }
        do throws(RegularFile.Refusal) {
            let file = try RegularFile(FilePath(name.utf8))
            if PackedText.isNamed(name), !arguments.has(.source) {
                return dump(packed: try file.bytes(limit: InputFile.limit), file.descriptor)
            }
            return dump(file.descriptor)
        } catch {
            // A word that is not a file and looks like an address is opened.
            let isPath = name.hasPrefix("/") || name.hasPrefix(".")
            guard error == .system(ENOENT) && !isPath || error == .notRegular(.folder) else {
                throw .failed("\(name) cannot be read: \(error.reason)")
            }
            let world = try World(arguments)
            let url = try world.address(name)
            world.printWarnings()
            try Program.wait { () async throws(CommandFailure) in
                let status = await dump(url, mode, world)
                await world.reportCookieFailure()
                await world.connections.finishUpdates()
                return status
            }
        }
    }

    private func terms(_ descriptor: Int32) -> TextDump.Terms {
        (
            name: name, length: Self.fileLength(descriptor), type: type, encoding: encoding,
            isForTerminal: isatty(STDOUT_FILENO) == 1
        )
    }

    private func dump(_ descriptor: Int32) -> ExitStatus {
        var source = ExactOutput()
        let terms = terms(descriptor)
        var file = TextDump(terms, as: empty)
        let piece = terms.length.map { $0 <= 1 << 20 ? max(65_536, $0) : 65_536 } ?? 65_536
        while true {
            var count = 0
            let bytes = [UInt8](unsafeUninitializedCapacity: piece) { room, filled in
                count = retried { read(descriptor, room.baseAddress, room.count) }
                filled = max(0, count)
            }
            guard count >= 0 else {
                Console.complain("\(name) cannot be read: \(String(cString: strerror(errno)))")
                return .failed
            }
            guard count > 0 else { break }
            if arguments.has(.source) {
                source.print(bytes)
            } else {
                file.append(bytes)
            }
        }
        guard arguments.has(.source) else { return finish(&file) }
        source.finish()
        return .done
    }

    /// Prints a file that may be compressed text.
    private func dump(packed bytes: [UInt8], _ descriptor: Int32) -> ExitStatus {
        let text: (name: String, bytes: [UInt8])?
        do throws(PackedText.Failure) {
            text = try PackedText.content(of: bytes, named: name, limit: InputFile.limit)
        } catch {
            Console.complain("\(name) cannot be printed: \(error.reason)")
            return .failed
        }
        var terms = terms(descriptor)
        if let text { (terms.name, terms.length) = (text.name, text.bytes.count) }
        var file = TextDump(terms, as: empty)
        file.append(text?.bytes ?? bytes)
        return finish(&file)
    }

    private func finish(_ file: inout TextDump) -> ExitStatus {
        file.finish()
        if let type = file.refusedType { return Self.refuse(type, of: name) }
        Self.report(file)
        return .done
    }

    /// Reports that bytes are not printed to a terminal.
    private static func refuse(_ type: String, of name: String) -> ExitStatus {
        Console.complain(
            "\(name) is not text (\(type)) and is not printed to a terminal; --type text prints it anyway, "
                + "and --source > FILE saves it")
        return .failed
    }

    /// Returns the length of a regular file; nil for others. Up to 1 MiB is read at once, so that its styles
    /// apply wherever they are.
    private static func fileLength(_ descriptor: Int32) -> Int? {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return Int(status.st_size)
    }

    private func dump(_ url: WebURL, _ mode: SessionMode, _ world: World) async -> ExitStatus {
        var screen = SessionScreen()
        let session = await world.openOnly(world.order(url, mode: mode))
        let result = await session.result { screen.handle($0) }
        guard let result else { return .failed }
        if let page = screen.shownPage {
            if let refused = refusedType(page, world.settings) {
                return Self.refuse(refused, of: page.url.href)
            }
            dump(page.html, page.headers, at: page.url, world.settings)
        } else if let head = result.head, let body = result.answerBody, !body.isEmpty {
            // The content of an error response is printed.
            dump(body, head.headers, at: result.url, world.settings)
        }
        if result.edits.isEmpty, result.showsEdits {
            Console.complain("the page was edited by hand when it was stored")
        }
        switch result.outcome {
        case .failed(let failure):
            let mayBeFile = failure == .connection(.unknownHost(url.host)) && !name.contains("://")
            Console.complain(result.reason.words + (mayBeFile ? "; there is no file “\(name)” either" : ""))
            return .failed
        case .offline:
            Console.complain(result.reason.words)
            return .done
        case .firstLoad, .allCached, .dataUpdate, .templateChange, .plain, .fresh:
            if case .cacheOnly(let version, _) = result.reason, !version.unselected.isEmpty {
                Console.complain(result.reason.words)
            }
            return .done
        }
    }

    private func dump(_ bytes: [UInt8], _ headers: Headers, at url: WebURL, _ settings: BrowserSettings) {
        if arguments.has(.headers) {
            for field in headers.fields { Console.print(VisibleText.line("\(field.name): \(field.value)")) }
            Console.print("")
        }
        guard !arguments.has(.source) else { return Console.printExactly(bytes) }
        var page = empty
        page.add(readerSheets: settings.readerSheets(at: url))
        let terms: TextDump.Terms = (
            name: url.href, length: bytes.count, type: type, encoding: nil, isForTerminal: false
        )
        var text = TextDump(terms, as: page)
        text.print(bytes, kind(of: bytes, headers, at: url, settings), at: url)
        Self.report(text)
    }

    /// Returns how a response is decoded and shown.
    private func kind(
        of bytes: [UInt8], _ headers: Headers, at url: WebURL, _ settings: BrowserSettings
    ) -> TextDump.Kind {
        let (named, sent) = (type, headers.first("content-type"))
        let type = named.map { $0 + (sent.map { String($0.drop { $0 != ";" }) } ?? "") } ?? sent
        let isXML = ResponseClassifier.isXML(type)
        let isHTML = named.map { $0 == "text/html" } ?? ResponseClassifier.isHTML(headers, bytes)
        let isPage = isHTML || isXML && XMLTokens.isXHTML(bytes)
        var form = Rendition.lines
        if !isPage {
            let type = Feed.contentType(ResponseClassifier.contentType(headers, bytes), bytes)
            form = Rendition(contentType: named ?? type, path: named == nil ? url.path : "")
        }
        let evidence: EncodingEvidence =
            isPage || isXML ? .page(contentType: type) : .text(contentType: type)
        return (
            isXML: isXML, isPage: isPage, form: form,
            evidence: settings.encoding(at: url).map { .known($0) } ?? evidence
        )
    }

    /// Returns the type of bytes that are not text and would be printed to a terminal; nil if they may be printed.
    private func refusedType(_ page: ShownPage, _ settings: BrowserSettings) -> String? {
        guard isatty(STDOUT_FILENO) == 1, !arguments.has(.source), type == nil,
            settings.encoding(at: page.url) == nil, !ResponseClassifier.isHTML(page.headers, page.html),
            let type = SniffedType.mediaType(of: page.html, isWhole: true), !SniffedType.isText(type)
        else { return nil }
        return type
    }

    /// Explains an empty output of a page that is not empty, and reports on standard error that the system
    /// cannot decode the page's encoding.
    private static func report(_ text: TextDump) {
        if text.page.lacksMainText { Console.complain("no main text was found: the whole page is printed") }
        if let main = text.page.mainText { Console.complain("reader view: \(main.words)") }
        if let words = text.page.shellWords {
            Console.complain(
                "this page is built by scripts\(words.isEmpty ? "" : ": “\(words)”") (in the browser, M-g opens it in another)"
            )
        }
        if text.page.hidesAll {
            Console.complain(
                "the page's own styles hide all of its text; --no-css shows it (in the browser, V)")
        }
        guard let choice = text.choice,
            let words = CharacterConversion.iconv.missingTables(of: choice.encoding)
        else { return }
        Console.complain(words)
    }

    /// Returns a function that resolves addresses in a page; it returns nil for invalid ones.
    static func resolver(
        at page: WebURL?, in encoding: CharacterEncoding?
    ) -> @Sendable (_ address: String, _ base: String?) -> String? {
        @Sendable func parsed(_ text: String, _ base: WebURL?) -> WebURL? {
            // Opening an address reports its error; a list shows it as it is in the page.
            try? WebURL.parse(
                text, base: base, domainToASCII: DomainName.ascii,
                queryEncoding: OutputEncoding(forQueryOf: text, encoding ?? .utf8, .iconv))
        }
        return { address, base in parsed(address, base.flatMap { parsed($0, page) } ?? page)?.href }
    }

    private static var terminalWidth: Int {
        if let text = Environment()["COLUMNS"], let columns = Int(text), columns > 0 { return columns }
        var size = winsize()
        if ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 { return Int(size.ws_col) }
        return 80
    }

    /// Whether styles are used: by default on a terminal, unless the environment disables them.
    private static func isColored(_ arguments: Arguments) throws(Arguments.Mistake) -> Bool {
        switch arguments.value(.color) {
        case "always": return true
        case "never": return false
        case nil, "auto":
            let environment = Environment()
            return isatty(STDOUT_FILENO) == 1 && (environment["NO_COLOR"] ?? "").isEmpty
                && environment["TERM"] ?? "dumb" != "dumb"
        case let other?: throw .init(message: "--color takes auto, always or never, not “\(other)”")
        }
    }

    /// Returns the control sequence of a style (ECMA-48 §8.3.117), with attributes and the 16 colours that every
    /// terminal defines itself; empty for plain text.
    private static let ink: @Sendable (TextStyle) -> [UInt8] = { style in
        if style.isEmpty { return [] }
        var codes: [String] = []
        if style.contains(.bold) || style.headingLevel != nil { codes.append("1") }
        if style.contains(.dimmed) || style.contains(.quote) { codes.append("2") }
        if style.contains(.italic) { codes.append("3") }
        if style.contains(.underline) || style.contains(.link) { codes.append("4") }
        if style.contains(.highlight) { codes.append("7") }
        if style.contains(.strike) { codes.append("9") }
        if style.contains(.link) {
            codes.append("34")
        } else if style.contains(.code) {
            codes.append("36")
        } else if style.contains(.marker) || style.contains(.field) {
            codes.append("33")
        } else if style.contains(.image) {
            codes.append("35")
        }
        return codes.isEmpty ? [] : Array("\u{1B}[\(codes.joined(separator: ";"))m".utf8)
    }
}
