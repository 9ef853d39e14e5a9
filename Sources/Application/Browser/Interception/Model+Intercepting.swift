import CellGrid
import Exchanges
import SonicProtocol
import SonicSession
import Workbench

// Intercepting requests and responses, and forwarding them changed or unchanged.
extension Model {
    /// Prompts for the filter, with the current one.
    mutating func typeFilter() {
        let text = !isAboutServer ? account.intercepted.filter?.text : nil
        prompt = .command(CommandLine("\(Command.intercept.rawValue) \(text ?? "responses")"))
    }

    /// Intercepts the exchanges that match a filter.
    mutating func intercept(_ line: String) throws(TypingMistake) -> [Effect] {
        let filter: ExchangeFilter
        do throws(ExchangeFilter.Mistake) {
            filter = try ExchangeFilter(line, for: .interception)
        } catch {
            throw TypingMistake(words: error.words)
        }
        if isAboutServer { return try interceptAtServer(filter) }
        account.intercepted.filter = filter
        return askToIntercept(filter)
    }

    /// Makes the server intercept what matches a filter, at once or when its stream begins.
    mutating func interceptAtServer(_ filter: ExchangeFilter) throws(TypingMistake) -> [Effect] {
        if let controller { return ask(.intercept(filter, controller: controller)) }
        if case .ended? = account.traffic?.state {
            throw TypingMistake(words: "The server's stream has ended: :traffic URL follows it again.")
        }
        changeTraffic { $0.control.awaited = filter }
        notice = .news("The server will intercept \(filter.text) once its stream begins.")
        return []
    }

    /// Sends the filter that was set before the server's stream began.
    mutating func orderAwaited() -> [Effect] {
        guard let control = account.traffic?.control, let controller = control.controller,
            let filter = control.awaited
        else { return [] }
        changeTraffic { $0.control.awaited = nil }
        return ask(.intercept(filter, controller: controller))
    }

    /// Returns a sentence on what can no longer be intercepted of the page in front; nil for nothing.
    private func tooLate(_ filter: ExchangeFilter) -> String? {
        guard isBusy, let turn = visit?.trace.turns.last, let request = turn.request else { return nil }
        if let head = turn.head {
            guard filter.intercepts(MessageFacts(head, body: turn.body, to: request)) ?? true else {
                return nil
            }
            return "The response under way is not: it has started already."
        }
        guard filter.intercepts(MessageFacts(RequestFacts(request), body: request.body.bytes)) == true,
            !filter.stages.contains(.response)
        else {
            return nil
        }
        return "The request under way is not: it was sent already."
    }

    /// Turns interception off; exchanges already intercepted stay so.
    mutating func interceptNothing() -> [Effect] {
        if controller != nil, let rules = account.traffic?.control.ownInterceptions, !rules.isEmpty {
            return rules.flatMap { ask(.remove(rule: $0.id)) }
        }
        if account.traffic?.control.awaited != nil {
            changeTraffic { $0.control.awaited = nil }
            notice = .news("The server will intercept nothing.")
            return []
        }
        guard !isAboutServer, account.intercepted.filter != nil else {
            let key = keys.keyName(of: .typeFilter)
            return refuse("Interception is off: press \(key) to choose what to intercept.")
        }
        account.intercepted.filter = nil
        return askToIntercept(nil)
    }

    private func askToIntercept(_ filter: ExchangeFilter?) -> [Effect] {
        [.ask(.intercept(filter, reply { model, _ in model.report(intercepting: filter) }))]
    }

    /// Reports the current filter: it is in effect only when the intercepting side has confirmed it.
    private mutating func report(intercepting filter: ExchangeFilter?) {
        guard let filter else {
            let rest =
                account.intercepted.entries.isEmpty ? "" : " What is intercepted waits until you forward it."
            return notice = .news("Interception off.\(rest)")
        }
        notice = .news("Intercepting \(filter.text).\(tooLate(filter).map { " " + $0 } ?? "")")
    }

    /// Sets the exchanges that are intercepted now.
    mutating func update(intercepted exchanges: [InterceptedExchange]) {
        let isNew = exchanges.contains { exchange in
            !account.intercepted.entries.contains { $0.exchange.id == exchange.id }
        }
        account.intercepted.update(exchanges, at: uptime)
        leaveEmptyList()
        guard isNew, let last = exchanges.last else { return }
        announce(last, of: nil)
    }

    /// Handles a server's report about its interception.
    mutating func report(_ news: InterceptionNews) {
        switch news {
        case .connected: break
        case .ruleSet(let rule):
            guard rule.controller == account.traffic?.control.controller else { return }
            let done = rule.source.map {
                "Rule \(rule.id) answers \(rule.filter) from \($0): :rules ends it."
            }
            notice = .news(VisibleText.line(done ?? "The server intercepts \(rule.filter)."))
        case .ruleRemoved(let id):
            notice = .news(serverRules.isEmpty ? "The server has no rules." : "Rule \(id) has ended.")
        case .intercepted(let message):
            account.intercepted.add(message, at: uptime)
            announce(message.exchange, of: message.client)
        case .decided(let decision):
            account.intercepted.remove(-decision.id)
            leaveEmptyList()
            notice = .news(VisibleText.line(decision.sentence))
        }
    }

    /// Removes the exchanges of a server that is no longer observed: it forwards them all by itself.
    mutating func forgetServerMessages() {
        account.intercepted.removeServers()
        leaveEmptyList()
    }

    private mutating func leaveEmptyList() {
        if account.intercepted.entries.isEmpty, overlay is InterceptedOverlay { closeOverlay() }
    }

    private mutating func announce(_ exchange: InterceptedExchange, of client: String?) {
        let ways = keys.namingKeys(
            "{forward-intercepted} forwards, {edit-intercepted} edits, {drop-intercepted} drops.")
        let whose = client.map { ", " + $0 } ?? ""
        notice = .news("Intercepted: \(VisibleText.line(exchange.words + whose)). \(ways)")
    }

    /// Shows the list of intercepted exchanges.
    mutating func listIntercepted() {
        let chosen = interceptedChosen?.exchange.id
        let index = account.intercepted.entries.firstIndex { $0.exchange.id == chosen } ?? 0
        overlay = InterceptedOverlay(count: account.intercepted.entries.count, at: index)
    }

    /// Forwards an exchange, unchanged or as edited.
    mutating func forwardIntercepted() -> [Effect] {
        guard let entry = interceptedChosen else { return [] }
        if let message = entry.serverMessage {
            return ask(entry.order(for: message))
        }
        notice = .news(entry.isEdited ? "Forwarded as edited." : "Forwarded unchanged.")
        return [.release(entry.exchange.id, entry.release)]
    }

    /// Forwards an edited response that a server intercepts, with recomputed hashes.
    mutating func forwardRecomputed() -> [Effect] {
        guard let entry = interceptedChosen else { return [] }
        guard case .answer(let answer) = entry.release, let original = entry.exchange.answer else {
            return refuse(
                keys.line("Hashes are recomputed in an edited response: {edit-intercepted} edits it."))
        }
        if let message = entry.serverMessage { return ask(message.edit(answer, recomputesHashes: true)) }
        // The page of an update is that of the session which requested it.
        let isInFront = interceptedInFront?.exchange.id == entry.exchange.id
        let page = isInFront ? visit?.trace.turns.last?.stored?.version.html : nil
        let changed = answer.recomputed(inPlaceOf: original, page: page, setup.hashes)
        let decision = InterceptDecision(
            id: entry.exchange.id, stage: .response, verdict: .edit, author: .controller,
            recomputed: changed.names)
        notice = .news(decision.sentence)
        return [.release(entry.exchange.id, .answer(changed.answer))]
    }

    /// Forwards an exchange, unchanged or as edited; its response is not stored.
    mutating func forwardInterceptedUnstored() -> [Effect] {
        guard let entry = interceptedChosen else { return [] }
        guard entry.serverMessage == nil else {
            return refuse("Not possible for another client: it decides itself what it stores.")
        }
        notice = .news("Forwarded; the response is not stored.")
        return [.release(entry.exchange.id, .unstored(entry.release))]
    }

    /// Drops an exchange, which fails.
    mutating func dropIntercepted() -> [Effect] {
        guard let entry = interceptedChosen else { return [] }
        if let message = entry.serverMessage { return ask(.drop(message.id)) }
        notice = .news("Dropped.")
        return [.release(entry.exchange.id, .dropped)]
    }

    /// Opens an exchange in the editor; it stays intercepted meanwhile and afterwards.
    mutating func editIntercepted() -> [Effect] {
        guard let entry = interceptedChosen else { return [] }
        let text = entry.answer.map(AnswerText.text(of:)) ?? entry.request.editableText
        let (id, name) = (entry.exchange.id, entry.exchange.answer == nil ? "request.http" : "answer.http")
        return edit(text, named: name) { model, text in
            model.apply(edited: text, of: id)
            return []
        }
    }

    /// Applies an edit of an intercepted exchange. If it has an error, nothing is changed.
    private mutating func apply(edited text: String, of id: Int) {
        guard let entry = account.intercepted.entries.first(where: { $0.exchange.id == id }) else {
            notice = .failure("Not changed: the request has ended.")
            return
        }
        let edit: Release
        var notes: [String] = []
        do throws(MessageMistake) {
            if let answer = entry.exchange.answer {
                let reading = try AnswerText.read(Array(text.utf8), inPlaceOf: answer, means: .editing)
                (edit, notes) = (.answer(reading.answer), reading.notes)
            } else {
                edit = .request(try entry.exchange.request.edited(text, setup.domainToASCII))
            }
        } catch {
            notice = .failure(VisibleText.line("Not changed: \(error.description)".ended))
            return
        }
        guard account.intercepted.keep(edit, of: id) else { return }
        if var list = overlay as? InterceptedOverlay {
            list.forget()
            overlay = list
        }
        let said = notes.isEmpty ? "" : " " + notes.joined(separator: "; ").sentence
        let ways = keys.namingKeys(
            entry.exchange.stage == .response
                ? "{forward-intercepted} forwards it with the hashes as written, {forward-recomputed} with recomputed hashes."
                : "{forward-intercepted} forwards it.")
        notice = .news(VisibleText.line("Edited: \(ways)\(said)"))
    }

    /// Responds with a file: to the intercepted exchange, else to the next request of the page.
    mutating func respond(from file: String) throws(TypingMistake) -> [Effect] {
        guard !file.isEmpty else {
            throw TypingMistake(words: "respond requires a file: respond response.http.")
        }
        if let entry = interceptedChosen {
            guard entry.serverMessage == nil else {
                throw TypingMistake(
                    words: keys.namingKeys(
                        "respond is for this program's requests; {edit-intercepted} edits another client's response."
                    ))
            }
            return respond(from: file, to: .intercepted(entry.exchange))
        }
        guard let url = document?.url ?? visit?.opening.url, url.isHTTP else {
            throw TypingMistake(words: DisabledReason.noPage.rawValue.sentence)
        }
        guard reach == .online else { throw TypingMistake(words: DisabledReason.offline.rawValue.sentence) }
        return respond(from: file, to: .next(url))
    }

    /// Responds with a file, and reports that with the file's corrections.
    private func respond(from file: String, to target: RespondTarget) -> [Effect] {
        let reply = QueryReply<Result<[String], QueryRefusal>>(
            of: account.name,
            unlessRefused: { model, notes in
                let said = notes.isEmpty ? "" : " " + notes.joined(separator: "; ").sentence
                let done =
                    switch target {
                    case .next: "The next request of this page is answered from \(file); press {reload}."
                    case .intercepted(let exchange) where exchange.stage == .request:
                        "The intercepted request is answered from \(file)."
                    case .intercepted: "The intercepted response is taken from \(file)."
                    }
                return model.notify(.news(VisibleText.line(model.keys.namingKeys(done) + said)))
            })
        return [.ask(.respond(file: file, to: target, reply))]
    }

    /// Sets a timer for each second while an exchange is intercepted, or is running in the list in front, to update its
    /// age. Called at the end of every update.
    mutating func followAges() -> [Effect] {
        let isRunning = overlay is TrafficOverlay && account.traffic?.running.isEmpty == false
        guard !account.intercepted.entries.isEmpty || isRunning, !isSet(.age) else { return [] }
        return setTimer(.age, at: uptime + .seconds(1))
    }

    // MARK: The exchange that keys act on

    /// The intercepted exchange of the tab in front; nil for none.
    var interceptedInFront: InterceptedExchanges.Entry? {
        guard isBusy else { return nil }
        return account.intercepted.entry(asking: visit?.trace.request?.url ?? visit?.opening.url)
    }

    /// The exchange that keys act on: in the list the one under its cursor, otherwise that of the tab in front or of
    /// the server in front, otherwise the oldest.
    var interceptedChosen: InterceptedExchanges.Entry? {
        let entries = account.intercepted.entries
        if let index = (overlay as? InterceptedOverlay)?.cursor.index {
            return entries.indices.contains(index) ? entries[index] : nil
        }
        let first = (isAboutTraffic ? entries.first { $0.serverMessage != nil } : interceptedInFront)
        return first ?? entries.first
    }
}
