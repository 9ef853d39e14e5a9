import CellGrid
import Configuration
import Diagnostics
import HTML
import SonicProtocol

// What is copied into the clipboard.
extension Model {
    /// Copies the address of the page on the screen, else of the page that is being opened.
    mutating func copyAddress() -> [Effect] {
        let shown = document.flatMap { $0.source == .own ? nil : $0.url }
        guard let url = shown ?? visit?.opening.url else {
            return refuseToCopy(DisabledReason.noPage.rawValue)
        }
        return copy(url.withoutCredentials.href, "The address")
    }

    /// Copies the last request of the visit as a command for curl.
    mutating func copyCurl() -> [Effect] {
        guard let request = subjectRequest else {
            return refuseToCopy(DisabledReason.noRequest.rawValue)
        }
        let text = CurlCommand.text(
            request, options: curlOptions(request.url), added: credentialsSent(beside: request),
            secrets: secrets)
        return copy(text, "The curl command")
    }

    /// Copies the last request as source code.
    mutating func copyCode(_ code: RequestCode) -> [Effect] {
        guard let request = subjectRequest else {
            return refuseToCopy(DisabledReason.noRequest.rawValue)
        }
        let text = code.text(request, added: credentialsSent(beside: request), secrets: secrets)
        return copy(text, "The request for \(code.rawValue)")
    }

    /// How the connection of the last request was made. The version of HTTP is named where curl would take another.
    private func curlOptions(_ url: WebURL) -> [CurlOption] {
        let version = subject?.trace.turns.last { $0.request != nil }?.report?.version
        let own: [CurlOption] =
            url.scheme == "https" && version == "HTTP/1.1" ? [CurlOption("--http1.1")] : []
        return setup.environment.curlOptions(url) + own
    }

    /// What the connection told the server of who asks, which the request as decided does not have.
    private func credentialsSent(beside request: Request) -> [HeaderField] {
        Headers(behindFirstLineOf: subject?.trace.sentHead ?? []).fields.filter {
            $0.isNamed("authorization") && !request.headers.contains("authorization")
        }
    }

    /// Copies the heads of the last request and of its answer.
    mutating func copyHeaders() -> [Effect] {
        guard let turn = subject?.trace.turns.last(where: { $0.request != nil }) else {
            return refuseToCopy(DisabledReason.noRequest.rawValue)
        }
        return copy(ExchangeText.heads(turn, secrets), "The headers", "were")
    }

    /// Copies the whole session, explained.
    mutating func copyExchange() -> [Effect] {
        guard let visit = subject else { return refuseToCopy(DisabledReason.noPage.rawValue) }
        let text = ExchangeText(visit: visit, program: setup.environment.program, secrets: secrets)
        return copy(text.lines.joined(separator: "\n") + "\n", "The session explained")
    }

    /// Copies the session as a test in Swift.
    mutating func copyTest() -> [Effect] {
        guard let visit = subject else { return refuseToCopy(DisabledReason.noPage.rawValue) }
        do throws(SessionScript.NotWritable) {
            let script = try SessionScript(
                visit.trace, mode: visit.opening.mode, hashes: setup.hashes, secrets: secrets)
            let words =
                script.holds
                ? "The test" : "The test (it fails as is, since it lacks the site's settings)"
            return copy(script.text, words)
        } catch {
            return refuseToCopy(error.rawValue)
        }
    }

    /// Copies what two exchanges differ in. Large ones take their time and go to a file.
    mutating func copy(_ sides: SideBySide) -> [Effect] {
        guard let compared = sides.compared(shownSecrets) else {
            return refuseToCopy("one side does not have this part")
        }
        guard max(compared.old.count, compared.new.count) <= Self.longestComparison else {
            return refuseToCopy("the pages are large: {save-comparison} saves the differences to a file")
        }
        let names = sides.names
        let bytes = UnifiedDiff.bytes(
            from: compared.old, to: compared.new, names: (names.old, names.new))
        guard !bytes.isEmpty else { return refuseToCopy("there is no difference") }
        return copy(Bytes.text(bytes), "The comparison")
    }

    /// The longest text whose differences are copied, in bytes.
    private static let longestComparison = 1 << 20

    /// Copies the block of the chosen link, else the first one on the screen.
    mutating func copyBlock() -> [Effect] {
        guard let document, let block = document.block(shownBy: linesOfInterest) else {
            return refuseToCopy("no block is on the screen")
        }
        return copy(block.text, "The block “\(VisibleText.line(block.name))”")
    }

    /// The line of the chosen link, where it is on the screen, else all lines there.
    private var linesOfInterest: Range<Int> {
        let shown = linesShown
        guard let chosen = document?.chosenLink, let line = document?.layout.link(chosen)?.line,
            shown.contains(line)
        else { return shown }
        return line..<(line + 1)
    }

    /// Hands a text to the terminal, which says nothing of what it does with it. Where it is pasted into may be a
    /// shell: what would command a terminal is a mark in it.
    mutating func copy(_ text: String, _ name: String, _ verb: String = "was") -> [Effect] {
        let text = VisibleText.lines(text)
        let size = text.utf8.count.byteText
        let words =
            switch secrets.handling {
            case .masked: size
            case .kept: "\(size) with its secrets"
            }
        notice = .news("\(name) \(verb) copied, \(words).")
        return [.terminal(.copy(text))]
    }

    private mutating func refuseToCopy(_ why: String) -> [Effect] {
        notice = .refusal(keys.namingKeys(why).sentence)
        return []
    }
}

// The menus of what is taken along.
extension Model {
    /// What becomes of secrets in what is taken along now: masked, unless a menu says otherwise.
    var secrets: Secrets {
        Secrets((overlay as? Menu)?.secrets ?? .masked, in: settings.general.secrets)
    }

    /// What becomes of secrets where heads are shown.
    var shownSecrets: Secrets { Secrets(account.secretsOnScreen, in: settings.general.secrets) }

    /// Does what an entry of the menu says; where it cannot, the menu stays.
    mutating func perform(_ command: Command, as name: String) -> [Effect] {
        guard let effects = call(command, as: name) else { return [] }
        if command != .toggleSecrets, overlay is Menu { overlay = nil }
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
    /// The first block of which something stands on these lines, as text; nil for none. Linear in the page.
    fileprivate func block(shownBy lines: Range<Int>) -> (name: String, text: String)? {
        let shown = layout.byteOffset(ofLine: lines.lowerBound)..<layout.byteOffset(ofLine: lines.upperBound)
        let blocks = PageSplit(html: bytes).blocks
        let starts = sent.decodedOffsets(of: blocks.map(\.range.lowerBound))
        let ends = sent.decodedOffsets(of: blocks.map(\.range.upperBound))
        guard
            let index = blocks.indices.first(where: {
                starts[$0] < shown.upperBound && ends[$0] > shown.lowerBound
            })
        else { return nil }
        var decoder = SentText(sent.choice.map { .known($0) } ?? kind.evidence, charsets)
        let text = decoder.append(Array(bytes[blocks[index].range]), isLast: true)
        return (blocks[index].name, String(decoding: text, as: UTF8.self))
    }
}
