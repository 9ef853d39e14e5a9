import CellGrid
import Configuration
import SonicProtocol

// The prompt in the bottom line.
extension Model {
    mutating func pressInLine(_ key: Key) -> [Effect] {
        let text = prompt?.editor.text
        defer {
            findOption()
            if prompt?.editor.text != text { searchTyped() }
        }
        if let command = keys.command(for: key, in: [.line]) { return command.action(&self) }
        insert(key)
        return []
    }

    mutating func cancel() {
        if case .search(let line) = prompt { cancelSearch(line) }
        if case .download(_, let number, _) = prompt { cancelDownload(number) }
        prompt = nil
        // The filter of the list is removed.
        changeNarrowed { $0.narrow(to: "") }
    }

    mutating func breakLine() {
        guard prompt?.editor.breaks == .kept else {
            notice = .refusal("Only multi-line fields accept a line break.")
            return
        }
        prompt?.editor.insert("\n")
    }

    private mutating func insert(_ key: Key) {
        switch key {
        case .character(let scalar): prompt?.editor.insert(String(Character(scalar)))
        case .paste(let text): prompt?.editor.insert(text)
        case .control, .alt, .up, .down, .left, .right, .home, .end, .pageUp, .pageDown, .insert, .delete,
            .backspace, .tab, .backTab, .enter, .escape, .function, .sequence, .mouse, .focusGained,
            .focusLost,
            .background, .graphics:
            notice = .refusal(
                keys.line("\(key.name) does nothing in the input line; {cancel} leaves it."))
        }
    }

    /// Moves in the list above the prompt, or in the history.
    mutating func walk(_ step: Step) {
        let typed = account.typed
        switch prompt {
        case .address(var line):
            let isDone = step == .previous ? line.goUp() : line.goDown()
            if !isDone, line.origin != .listed {
                let earlier = if case .earlier(let count) = line.origin { count } else { 0 }
                guard
                    let (text, earlier) = self.line(
                        step, from: earlier, among: typed.addresses, or: line.draft)
                else { return }
                line.recall(text, earlier: earlier)
            }
            prompt = .address(line)
        case .command(var line):
            let isFresh = line.editor.text.isEmpty && line.binding == nil
            if line.earlier > 0 || isFresh && step == .previous {
                guard let (text, earlier) = self.line(step, from: line.earlier, among: typed.commands, or: "")
                else { return }
                (line.editor, line.earlier) = (LineEditor(text), earlier)
            } else if step == .previous {
                line.goUp()
            } else {
                line.goDown()
            }
            prompt = .command(line)
        case .find:
            if !changeNarrowed({ $0.cursor.move(by: step.rawValue) }) { refuseToRemember() }
        case .contents(var line):
            line.list.cursor.move(by: step.rawValue)
            prompt = .contents(line)
        case .search(var line):
            guard let (text, earlier) = self.line(step, from: line.earlier, among: typed.searches, or: "")
            else { return }
            (line.editor, line.earlier) = (LineEditor(text), earlier)
            prompt = .search(line)
        case .field(var line):
            if step == .previous ? line.goUp() : line.goDown() {
                prompt = .field(line)
            } else {
                refuseToRemember()
            }
        case .user, .password, .requestLine, .account, .file, .download, nil: refuseToRemember()
        }
    }

    private mutating func refuseToRemember() {
        notice = .refusal("Only addresses, commands and searches are remembered.")
    }

    /// Returns the history line one step from the one that is `earlier` lines back; 0 is the typed line.
    private mutating func line(
        _ step: Step, from earlier: Int, among lines: [String], or own: String
    ) -> (text: String, earlier: Int)? {
        let target = earlier - step.rawValue
        guard target >= 0, target <= lines.count else {
            notice = .refusal(
                (step == .previous ? DisabledReason.noEarlierLine : .noLaterLine).rawValue.sentence)
            return nil
        }
        return (target == 0 ? own : lines[lines.count - target], target)
    }

    mutating func complete() -> [Effect] {
        switch prompt {
        case .command(let line) where line.wantsAccounts: return [findAccounts]
        case .command(var line) where line.arguments(in: self) != nil:
            if !line.completeArgument(in: self) { notice = .refusal("Several matches: type more.") }
            prompt = .command(line)
        case .command(var line):
            if !line.complete() { notice = .refusal("Nothing left to complete.") }
            prompt = .command(line)
        case .address(var line):
            if !line.goDown() { notice = .refusal("No visited page matches.") }
            prompt = .address(line)
        case .field(let line) where line.place.field.kind == .file: return completePath(line)
        case .field(var line) where !line.place.field.suggestions.isEmpty:
            if !line.goDown() { notice = .refusal("No suggestion of the page matches.") }
            prompt = .field(line)
        case .contents(let line): return chooseContents(line)
        case .user, .password, .field, .requestLine, .find, .account, .file, .download, .search, nil:
            notice = .refusal("Nothing to complete here.")
        }
        return []
    }

    mutating func accept() -> [Effect] {
        switch prompt {
        case .address(let line): return openTyped(line.editor.text, in: line.tab)
        case .command(let line): return acceptCommand(line)
        case .user(let editor, let challenge): prompt = .password(LineEditor(), user: editor.text, challenge)
        case .password(let editor, let user, let challenge):
            prompt = nil
            // A POST that was rejected for lack of credentials is sent again, as in every browser.
            let isPost = visit?.trace.request?.method == visit?.opening.method.name
            let method = isPost ? visit?.opening.method ?? .get : .get
            return open(
                challenge.url, method: method, move: .stay,
                from: visit?.opening.from, credentials: Credentials(user: user, password: editor.text))
        case .field(let line):
            let effects = accept(line.editor.text, in: line.place)
            if prompt == nil, line.place.field.kind == .textarea { inputMode = .written(line.place.title) }
            return effects
        case .requestLine(let editor, let row): accept(editor.text, in: row)
        case .find: prompt = nil
        case .account(let editor): return acceptAccount(editor.text)
        case .file(let editor, let content): return acceptFile(editor.text, content)
        case .download(let editor, let number, _): return acceptDownload(editor.text, number)
        case .search(let line): acceptSearch(line)
        case .contents(let line): return acceptContents(line)
        case nil: break
        }
        return []
    }

    private mutating func openTyped(_ text: String, in tab: TabChoice) -> [Effect] {
        guard text.contains(where: { $0 != " " }) else {
            prompt = nil
            return refuse("No address was typed.")
        }
        do throws(TypingMistake) {
            let url = try addressOrSearch(text)
            remember(typed: text)
            prompt = nil
            return open(url, in: tab)
        } catch {
            // The prompt stays open, so that the address can be fixed.
            return notify(.failure(error.words))
        }
    }

    /// Returns the typed address, if it can be opened. A path that begins with `/` is one of the page's server; without
    /// a page from a server it is one of this machine.
    func address(_ text: String) throws(TypingMistake) -> WebURL {
        let path = text.trimmed
        if path.hasPrefix("/"), !path.hasPrefix("//"), let base = addressShown, base.scheme.hasPrefix("http"),
            let url = base.resolve(path)
        {
            return url
        }
        if let file = setup.environment.url(ofPath: text) { return file }
        let url: WebURL
        do throws(WebURL.Failure) {
            url = try WebURL.fromUserInput(text, domainToASCII: setup.domainToASCII)
        } catch {
            throw TypingMistake(words: error.description)
        }
        guard setup.opens(url) else {
            throw TypingMistake(words: "\(url.scheme): addresses cannot be opened; use http or https.")
        }
        return url
    }

    /// Returns the URL of typed text; words that are not an address are searched for as the setting `search` defines.
    func addressOrSearch(_ text: String) throws(TypingMistake) -> WebURL {
        if let search = settings.general[Settings.searchEngines].address(for: text) { return search }
        do throws(TypingMistake) {
            return try address(text)
        } catch {
            let hasWords = text.trimmed.contains { $0.isWhitespace } && !text.contains("://")
            guard hasWords, !settings.general[Settings.searchEngines].contains(where: { $0.keyword == nil })
            else {
                throw error
            }
            let words = "To search for words, set an engine: :set! search https://find.example/?q=%s."
            throw TypingMistake(words: "This is not an address. " + words)
        }
    }

    /// Adds a typed address to the history.
    mutating func remember(typed text: String) { account.typed.remember(text, as: \.addresses, atMost: .max) }

    // Text pasted outside of a prompt.

    /// Opens a prompt with a pasted address. Other text is refused: it is never interpreted as keys.
    mutating func paste(_ text: String) -> [Effect] {
        screen.drag = .none
        guard overlay == nil, inputMode == nil, let address = Self.address(in: text) else {
            return refuse(
                keys.line(
                    overlay == nil && inputMode == nil
                        ? "The pasted text is not an address: press {open} first to paste into a line."
                        : "Nothing can be pasted here."))
        }
        let effects = typeAddress()
        prompt?.editor.insert(address)
        return effects
    }

    /// The maximum length of a pasted address, in bytes.
    private static let longestAddress = 8192

    /// Returns the text if it is a single word that looks like an address: with a scheme, or a host with a dot or a
    /// port.
    private static func address(in text: String) -> String? {
        guard text.utf8.count <= longestAddress else { return nil }
        let word = text.trimmed
        let isPlain = word.unicodeScalars.allSatisfy { $0.value > 0x20 && !(0x7F..<0xA0).contains($0.value) }
        guard isPlain, word.contains(where: { $0.isLetter || $0.isNumber }) else { return nil }
        let host = word.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        let isAddress =
            word.contains("://") || host.dropFirst().dropLast().contains { $0 == "." || $0 == ":" }
        return isAddress ? word : nil
    }
}

/// A mistake in the typed text, as a sentence.
struct TypingMistake: Error, CustomStringConvertible {
    let words: String
    var description: String { words }
}
