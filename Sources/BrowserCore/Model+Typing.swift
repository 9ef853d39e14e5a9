import SonicProtocol

// The line at the bottom while something is typed.
extension Model {
    mutating func pressInLine(_ key: Key) -> [Effect] {
        defer { findOption() }
        switch KeyTable.command(for: key, in: [.line]) {
        case .accept: return accept()
        case .cancel: prompt = nil
        case .lineBreak: breakLine()
        case .cursorLeft: prompt?.editor.moveLeft()
        case .cursorRight: prompt?.editor.moveRight()
        case .cursorToStart: prompt?.editor.moveToStart()
        case .cursorToEnd: prompt?.editor.moveToEnd()
        case .deleteBackward: prompt?.editor.deleteBackward()
        case .deleteForward: prompt?.editor.deleteForward()
        case .deleteToStart: prompt?.editor.deleteToStart()
        case .deleteToEnd: prompt?.editor.deleteToEnd()
        case .deleteWord: prompt?.editor.deleteWord()
        case .earlierLine: recall(1)
        case .laterLine: recall(-1)
        case .lineDown, .lineUp, .pageDown, .pageUp, .halfPageDown, .halfPageUp, .toStart, .toEnd, .nextLink,
            .previousLink, .follow, .preload, .openAddress, .back, .forward, .reload, .forceReload, .stop,
            .toggleOffline, .changePin, .nextChange,
            .previousChange, .showAnswer, .showFacts, .showLog, .toggleStyles, .focusPage, .focusState,
            .focusDiff, .focusHeaders,
            .nextPane, .zoom, .toggleDiff, .nextArrangement, .help, .redraw, .quit, .quitAtOnce, .closeSheet,
            .numberLinks, .numberLinksToChoose, .sendForm, .typeNumber, .takeNumber, .eraseNumber,
            .leaveNumbers, .chooseAccount, .typeAccount, .optionDown, .optionUp, .optionPageDown,
            .optionPageUp, .firstOption, .lastOption,
            .takeOptions, .toggleOption, .findOption, .leaveOptions, .agree, .disagree, nil:
            insert(key)
        }
        return []
    }

    private mutating func breakLine() {
        guard prompt?.editor.breaks == .kept else {
            notice = .refusal("Only a field of several lines takes a new line.")
            return
        }
        prompt?.editor.insert("\n")
    }

    private mutating func insert(_ key: Key) {
        switch key {
        case .character(let scalar): prompt?.editor.insert(String(Character(scalar)))
        case .paste(let text): prompt?.editor.insert(text)
        case .control, .alt, .up, .down, .left, .right, .home, .end, .pageUp, .pageDown, .insert, .delete,
            .backspace, .tab, .backTab, .enter, .escape, .function, .mouse, .focusGained, .focusLost:
            notice = .refusal("\(key.name) does nothing in a line being typed; Esc leaves it.")
        }
    }

    /// Walks through the addresses typed before: one back or one forth.
    private mutating func recall(_ step: Int) {
        guard case .address(let editor, let earlier, let draft) = prompt else {
            notice = .refusal("Only addresses are remembered.")
            return
        }
        let target = earlier + step
        guard target >= 0, target <= typed.count else {
            notice = .refusal((step > 0 ? Hindrance.noEarlierLine : .noLaterLine).rawValue.sentence)
            return
        }
        let kept = earlier == 0 ? editor.text : draft
        let text = target == 0 ? kept : typed[typed.count - target]
        prompt = .address(LineEditor(text), earlier: target, draft: kept)
    }

    private mutating func accept() -> [Effect] {
        switch prompt {
        case .address(let editor, _, _): return openTyped(editor.text)
        case .user(let editor, let challenge):
            prompt = .password(LineEditor(), user: editor.text, challenge)
        case .password(let editor, let user, let challenge):
            prompt = nil
            // What was posted and not let in is posted again, as it is in every browser.
            let isPost = visit?.request?.method == visit?.opening.method.name
            let method = isPost ? visit?.opening.method ?? .get : .get
            return open(
                challenge.url, method: method, move: .stay,
                credentials: Credentials(user: user, password: editor.text))
        case .field(let editor, let field): accept(editor.text, in: field)
        case .find: prompt = nil
        case .account(let editor): return acceptAccount(editor.text)
        case nil: break
        }
        return []
    }

    private mutating func openTyped(_ text: String) -> [Effect] {
        guard text.contains(where: { $0 != " " }) else {
            prompt = nil
            notice = .refusal("No address was typed.")
            return []
        }
        do {
            let url = try WebURL.fromUserInput(text, domainToASCII: setup.domainToASCII)
            guard setup.opens(url) else {
                notice = .refusal("\(url.scheme): addresses cannot be opened; use http or https.")
                return []
            }
            if typed.last != text { typed.append(text) }
            prompt = nil
            return open(url, move: .onward)
        } catch {
            // The line stays, to be mended.
            notice = .failure(error.description)
            return []
        }
    }
}
