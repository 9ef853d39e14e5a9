import CellGrid
import Configuration
import Exchanges
import HTML
import PageLayout
import SonicProtocol
import Workbench

// Copying to the clipboard.
extension Model {
    /// Copies the address of what is chosen: the page on the screen or being opened, or an exchange of the traffic.
    mutating func copyAddress() -> [Effect] {
        guard let url = subjectURL else { return refuse(.noSubject) }
        return copy(url.withoutCredentials.href, "The address")
    }

    /// Copies the address of the chosen link, also of one that cannot be opened here.
    mutating func copyLink() -> [Effect] {
        guard let index = document?.reader.chosenLink,
            let href = document?.layout.target(ofLink: index)?.href,
            document?.foldKey(ofLink: href) == nil
        else { return refuseToCopy("a field or a fold is chosen, which has no address") }
        do {
            return copy(try target(of: href).href, "The link's address")
        } catch {
            return notify(.failure(error.description))
        }
    }

    /// Copies the paragraph of the chosen link, or the first one on the screen.
    mutating func copyParagraph() -> [Effect] {
        guard let text = document?.paragraph(shownBy: linesOfInterest) else {
            return refuseToCopy("no text is on the screen")
        }
        return copy(text, "The paragraph")
    }

    /// Copies the last request as a command or source code.
    mutating func copyCode(_ code: RequestCode) -> [Effect] {
        guard let request = subjectRequest else { return refuse(.noRequest) }
        let text = code.text(
            request, options: curlOptions(request.url), added: credentialsSent(beside: request),
            secrets: secrets)
        return copy(text, "The request for \(code.rawValue)")
    }

    /// Returns the options for the connection of the last request. The HTTP version is stated if curl would choose
    /// another one.
    private func curlOptions(_ url: WebURL) -> [CurlOption] {
        let version = subject?.trace.turns.last { $0.request != nil }?.report?.version
        let own: [CurlOption] =
            url.scheme == "https" && version == "HTTP/1.1" ? [CurlOption("--http1.1")] : []
        return setup.environment.curlOptions(url) + own
    }

    /// Returns the credentials that the connection sent in addition to the request as decided.
    private func credentialsSent(beside request: Request) -> [HeaderField] {
        Headers(behindFirstLineOf: subject?.trace.sentHead ?? []).fields.filter {
            $0.isNamed("authorization") && !request.headers.contains("authorization")
        }
    }

    /// Copies the headers of the last request and of its response.
    mutating func copyHeaders() -> [Effect] {
        guard let side = subject.map({ ExchangeSide($0.trace, title: "") }), side.request.bytes != nil else {
            return refuse(.noRequest)
        }
        let heads = [side.request, side.response].compactMap(\.bytes).map { head in
            Bytes.lines(of: HeadMask.head(head, secrets)).map { VisibleText.line(Bytes.text($0)) + "\n" }
        }
        return copy(heads.map { $0.joined() }.joined(separator: "\n"), "The headers", "were")
    }

    mutating func copyExchange() -> [Effect] {
        guard let visit = subject else { return refuse(.noPage) }
        let text = ExchangeText(visit: visit, program: setup.environment.program, secrets: secrets)
        return copy(text.lines.joined(separator: "\n") + "\n", "The session explained")
    }

    /// Copies the differences of two exchanges. Large ones take long and are saved to a file instead.
    mutating func copy(_ sides: SideBySide) -> [Effect] {
        guard case .success(let compared) = sides.comparison.bytes(of: sides.part, shownSecrets) else {
            return refuseToCopy("one side does not have this part")
        }
        guard max(compared.old.count, compared.new.count) <= Self.longestComparison else {
            return refuseToCopy("the pages are large: {save-comparison} saves the differences to a file")
        }
        let bytes = ShortestEdits.unifiedDiff(from: compared.old, to: compared.new, names: sides.names)
        guard !bytes.isEmpty else { return refuseToCopy("there is no difference") }
        return copy(Bytes.text(bytes), "The comparison")
    }

    /// The maximum size in bytes of a text whose differences are copied.
    private static let longestComparison = 1 << 20

    /// Copies the block of the chosen link, or the first one on the screen.
    mutating func copyBlock() -> [Effect] {
        guard let document, let block = document.block(shownBy: linesOfInterest) else {
            return refuseToCopy("no block is on the screen")
        }
        return copy(block.text, "The block “\(VisibleText.line(block.name))”")
    }

    /// The line of the chosen link if it is visible, otherwise all visible lines.
    private var linesOfInterest: Range<Int> {
        let shown = linesShown
        guard let chosen = document?.reader.chosenLink, let line = document?.layout.link(chosen)?.line,
            shown.contains(line)
        else { return shown }
        return line..<(line + 1)
    }

    /// Copies a text through the terminal, which does not report success. It may be pasted into a shell, so control
    /// characters are replaced by visible ones.
    mutating func copy(_ text: String, _ name: String, _ verb: String = "was") -> [Effect] {
        let text = VisibleText.lines(text)
        let size = text.utf8.count.byteText
        let words = secrets.handling == .kept ? "\(size) with its secrets" : size
        notice = .news("\(name) \(verb) copied, \(words).")
        return [.copy(text)]
    }

    private mutating func refuseToCopy(_ why: String) -> [Effect] {
        return refuse(keys.line(why.sentence))
    }

    // The menus for copying and exporting.

    /// The handling of secrets in copied and exported text: masked, unless a menu says otherwise.
    var secrets: Secrets { Secrets((overlay as? Menu)?.secrets ?? .masked, in: settings.general.secrets) }

    /// The handling of secrets in headers on the screen.
    var shownSecrets: Secrets { Secrets(account.secretsOnScreen, in: settings.general.secrets) }

    /// Performs the command of a menu entry and closes the menu; if the command is not available, the menu stays.
    mutating func perform(_ command: Command, as name: String) -> [Effect] {
        guard let effects = call(command, as: name) else { return [] }
        if command != .toggleSecrets, overlay is Menu { closeOverlay() }
        return effects
    }

    mutating func toggleSecrets() {
        guard var menu = overlay as? Menu else {
            account.secretsOnScreen.toggle()
            notice = .news(account.secretsOnScreen.news)
            return
        }
        menu.secrets.toggle()
        overlay = menu
    }
}

extension Document {
    /// The maximum number of lines of a copied paragraph before and after the one where it is found.
    private static let longestParagraph = 1000

    /// Returns the first text on these lines with the lines around it up to blank ones; nil if all are blank.
    fileprivate func paragraph(shownBy lines: Range<Int>) -> String? {
        let all = 0..<layout.lineCount
        func isBlank(_ index: Int) -> Bool { layout.line(index).text.allSatisfy { $0 == " " } }
        guard let found = lines.clamped(to: all).first(where: { !isBlank($0) }) else { return nil }
        let near = (found - Self.longestParagraph..<found + Self.longestParagraph).clamped(to: all)
        let start = (near.lowerBound..<found).last(where: isBlank).map { $0 + 1 } ?? near.lowerBound
        let end = (found..<near.upperBound).first(where: isBlank) ?? near.upperBound
        return LineJoin.text((start..<end).map { (layout.line($0).text, layout.join(above: $0)) })
    }

    /// Returns the first block that is partly on these lines, as text, or nil for none. Linear in the page.
    fileprivate func block(shownBy lines: Range<Int>) -> (name: String, text: String)? {
        let shown = layout.byteOffset(ofLine: lines.lowerBound)..<layout.byteOffset(ofLine: lines.upperBound)
        let blocks = PageSplit(html: bytes).blocks
        let starts = page.sent.decodedOffsets(of: blocks.map(\.range.lowerBound))
        let ends = page.sent.decodedOffsets(of: blocks.map(\.range.upperBound))
        guard
            let index = blocks.indices.first(where: {
                starts[$0] < shown.upperBound && ends[$0] > shown.lowerBound
            })
        else { return nil }
        var decoder = SentText(page.sent.choice.map { .known($0) } ?? kind.evidence, page.charsets)
        let text = decoder.append(Array(bytes[blocks[index].range]), isLast: true)
        return (blocks[index].name, String(decoding: text, as: UTF8.self))
    }
}
