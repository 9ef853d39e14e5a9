import Browser
import BrowserServices
import CellGrid
import Glibc
import HTML
import PageLayout
import SessionWords
import SonicProtocol
import SonicSession
import SystemLibraries

/// `sonic dump`: page text on standard output.
enum DumpCommand {
    static func run(_ arguments: Arguments, words: [String]) throws(Arguments.Mistake) -> ExitStatus {
        guard words.count == 1 else { throw .init(message: "dump takes one URL, file or -: sonic dump URL") }
        let width = try arguments.number(.width, in: 1...10_000) ?? terminalWidth
        var page = PageDump(
            width: width, appliesStyles: !arguments.has(.noStyles), links: arguments.has(.links),
            ink: try DumpColor.isWanted(arguments) ? DumpColor.ink : nil)
        if arguments.has(.reader) { page.showMainText() }
        let encoding = try arguments.encoding
        let mode = try arguments.mode
        if words[0] == "-" { return dump(STDIN_FILENO, words[0], arguments, encoding, page) }
        do throws(RegularFile.Refusal) {
            let file = try RegularFile(words[0])
            return dump(file.descriptor, words[0], arguments, encoding, page)
        } catch {
            // Anything that is no file and looks like an address is opened.
            let isPath = words[0].hasPrefix("/") || words[0].hasPrefix(".")
            guard error == .system(ENOENT), !isPath else {
                Console.complain("\(words[0]) cannot be read: \(error.reason)")
                return .failed
            }
            let world = try World(arguments, environment: Environment())
            let url = try world.address(words[0])
            world.printWarnings()
            try Program.wait { () async throws(Arguments.Mistake) in
                let status = await dump(url, mode, typed: words[0], arguments, world, page)
                await world.reportCookieFailure()
                await world.connections.finishUpdates()
                return status
            }
        }
    }

    private static func dump(
        _ descriptor: Int32, _ name: String, _ arguments: Arguments, _ encoding: ChosenEncoding?,
        _ page: PageDump
    ) -> ExitStatus {
        var source = ExactOutput()
        let length = fileLength(descriptor)
        var file = FileDump(name, in: encoding, length: length, as: page)
        let piece = length.map { $0 <= 1 << 20 ? max(65_536, $0) : 65_536 } ?? 65_536
        while true {
            var count = 0
            let bytes = [UInt8](unsafeUninitializedCapacity: piece) { room, filled in
                count = read(descriptor, room.baseAddress, room.count)
                filled = max(0, count)
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else {
                Console.complain("\(name) cannot be read: \(String(cString: strerror(errno)))")
                return .failed
            }
            guard count > 0 else { break }
            if arguments.has(.source) {
                source.print(bytes)
            } else {
                file.append(bytes) { Console.print($0) }
            }
        }
        if arguments.has(.source) {
            source.finish()
        } else {
            file.finish { Console.print($0) }
            reportHidden(file.page)
            reportMissingTables(file.choice)
        }
        return .done
    }

    /// The length of a file that is read; nil for what is none. One of up to 1 MiB is read at once, so that its styles
    /// count wherever they stand.
    private static func fileLength(_ descriptor: Int32) -> Int? {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return Int(status.st_size)
    }

    private static func dump(
        _ url: WebURL, _ mode: SessionMode, typed: String, _ arguments: Arguments, _ world: World,
        _ empty: PageDump
    ) async -> ExitStatus {
        var follower = PageFollower()
        let session = await world.openOnly(world.order(url, mode: mode))
        let result = await session.result { follower.handle($0) }
        guard let result else { return .failed }
        if let page = follower.page {
            dump(page.html, page.headers, page.url, arguments, world.settings.encoding(at: page.url), empty)
        } else if let head = result.head, let body = result.answerBody, !body.isEmpty {
            // What the server says of an error is what there is to be read.
            dump(body, head.headers, result.url, arguments, world.settings.encoding(at: result.url), empty)
        }
        if result.edits.isEmpty, result.showsEdits {
            Console.complain("the page was edited by hand when it was stored")
        }
        switch result.outcome {
        case .failed(let failure):
            let mayBeFile = failure == .connection(.unknownHost(url.host)) && !typed.contains("://")
            Console.complain(result.reason.words + (mayBeFile ? "; there is no file “\(typed)” either" : ""))
            return .failed
        case .offline:
            Console.complain(result.reason.words)
            return .done
        case .firstLoad, .allCached, .dataUpdate, .templateChange, .plain, .fresh:
            return .done
        }
    }

    private static func dump(
        _ bytes: [UInt8], _ headers: Headers, _ url: WebURL, _ arguments: Arguments,
        _ chosen: EncodingChoice?, _ empty: PageDump
    ) {
        if arguments.has(.headers) {
            for field in headers.fields { Console.print(VisibleText.line("\(field.name): \(field.value)")) }
            Console.print("")
        }
        guard !arguments.has(.source) else { return Console.printExactly(bytes) }
        var text = empty
        let type = headers.first("content-type")
        let isXML = ResponseClassifier.isXML(type)
        let isHTML = ResponseClassifier.isHTML(headers, bytes) || isXML && XMLRoot.isXHTML(bytes)
        if isHTML, isXML { text.readAsXML() }
        if !isHTML { Console.print(text.append(PlainText.opening)) }
        let evidence: EncodingEvidence =
            isHTML || isXML ? .page(contentType: type) : .text(contentType: type)
        var sent = SentText(chosen.map { .known($0) } ?? evidence, .iconv)
        let whole = sent.append(bytes, isLast: true)
        text.resolve = resolver(at: url.withoutCredentials, in: sent.choice?.encoding)
        if isHTML { text.learnSheets(of: whole) }
        Console.print(text.append(whole))
        Console.print(text.finish())
        reportHidden(text)
        reportMissingTables(sent.choice)
    }

    /// An empty output that is not an empty page says why.
    private static func reportHidden(_ page: PageDump) {
        if page.lacksMainText { Console.complain("no main text was found: the whole page is printed") }
        guard page.hidesAll else { return }
        Console.complain("the page's own styles hide all of its text; --no-css shows it (in the browser, V)")
    }

    /// Says on standard error where the system cannot read the page's encoding.
    private static func reportMissingTables(_ choice: EncodingChoice?) {
        guard let choice, let words = CharacterConversion.iconv.missingTables(of: choice.encoding) else {
            return
        }
        Console.complain(words)
    }

    /// What gives the whole address that one in a page means; nil where it means none.
    static func resolver(
        at page: WebURL?, in encoding: CharacterEncoding?
    ) -> @Sendable (_ address: String, _ base: String?) -> String? {
        @Sendable func parsed(_ text: String, _ base: WebURL?) -> WebURL? {
            // What is wrong with an address is told by whoever opens it; in a list it stands as the page has it.
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
}
