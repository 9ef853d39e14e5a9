import Diagnostics
import PageLayout
import SessionWords
import SonicProtocol
import SonicSession

// What a session reports, and what its tab makes of it.
extension Tab {
    /// Takes in what the session of its visit reports.
    mutating func handle(_ report: SessionEvent, after: Duration, _ around: inout TabContext) {
        updateCurrentPage { $0.follow(report, after: after, &around) }
    }

    private mutating func follow(_ report: SessionEvent, after: Duration, _ around: inout TabContext) {
        guard let visit else { return }
        self.visit?.trace.handle(report, at: after)
        switch report {
        case .joined(let age): around.show(.news("Preloading started \(age.brief) ago."))
        case .cachedRedirectFollowed(let to, let stored):
            // A place within the page that the address led to is none in a page of its own.
            self.visit?.target = to
            show(stored, &around)
            self.visit?.target = visit.target
            around.show(.news("Showing \(to.href), where this address redirected before."))
        case .cachedPageBegun(let stored): begin(stored, &around)
        case .cachedPageFound(let stored): show(stored, &around)
        case .cachedPageWithdrawn: withdraw(around)
        // The pieces of this answer begin a page anew, even after another answer's pieces.
        case .requestDecided: self.visit?.isStreaming = false
        case .redirected(_, let to, _):
            self.visit?.target = to
            self.visit?.isStreaming = false
            around.show(.news("Redirected to \(to.href)"))
        case .pieceReceived(let bytes): append(bytes, &around)
        case .pageReplaced(let page): replace(with: page, &around)
        case .blocksUpdated(let page, let changes): patch(with: page, changes, &around)
        case .handedOver(let handover): around.effects.append(.handedOver(handover, visit.opening.url))
        case .newerCopyStored: around.show(.news(around.keys.namingKeys(Visit.newerCopy)))
        case .ended(let result):
            self.visit?.noteCallback(at: after)
            self.visit?.pause = RequestPause(result, visit.trace.notes, endedAt: around.now)
            noteStoredChanges()
            end(result, after: after, &around)
            reading?.base = nil
            if let pinnablePage { around.effects.append(.pinnable(pinnablePage)) }
            findFindings(&around)
        // The rest changes nothing on the page; the trace has it.
        default: break
        }
    }

    /// Compares the page on the screen with a newer copy that was stored and is not shown.
    private mutating func noteStoredChanges() {
        guard visit?.hasNewerCopy == true, showsVisit, var next = document, let html = visit?.trace.page
        else {
            return
        }
        next.turn(into: html, next.kind, at: next.url)
        while next.comparison != nil { next.goOnComparing() }
        visit?.storedChanges = next.changes
    }

    /// Has the session held against the rules where it had an answer. Of its bytes stays what can be looked at.
    private mutating func findFindings(_ around: inout TabContext) {
        guard let visit else { return }
        let trace = visit.trace
        let kept = trace.withoutPages(above: Tabs.bodyLimit)
        around.effects.append(.ended(kept))
        self.visit?.trace = kept
        guard trace.turns.contains(where: { $0.head != nil }) else {
            self.visit?.report = LintReport(findings: trace.result?.findings.map(\.finding) ?? [])
            return
        }
        around.effects.append(.judgeable(FindingsOrder(visit: visit.opening.visit, trace: trace)))
    }

    /// The page on the screen whose pin is to be asked for; nil where it cannot have one.
    private var pinnablePage: WebURL? {
        guard showsVisit, let document, document.isPage, document.asked == .get, document.url.isHTTP
        else { return nil }
        return document.url.withoutFragment
    }

    /// Shows the beginning of a stored page, where the top is wanted and no page of that address is on the screen.
    private mutating func begin(_ stored: StoredPage, _ around: inout TabContext) {
        let version = stored.version
        if isStaying, document?.isPage != false { return }
        let aim = arrivalAim(at: version.url)
        guard aim == .none || aim == .offset(0) else { return }
        var beginning = Document(
            url: pageURL(version.url), source: .begun(checked: stored.checked, length: stored.length),
            kind: around.kind(version.headers, version.html, at: version.url), charsets: around.charsets,
            width: around.width, aim: aim)
        beginning.append(version.html)
        beginning.checked = stored.checked
        put(beginning, &around)
    }

    /// Shows the stored page. Asked for again, it may be newer than the one on the screen (`cache-offline:
    /// store`, or another program): then what differs is patched and marked.
    private mutating func show(_ stored: StoredPage, _ around: inout TabContext) {
        let html = stored.version.html
        let kind = around.kind(stored.version.headers, html, at: stored.version.url)
        if showsVisit, document?.complete(with: html, kind, checked: stored.checked) ?? false {
            document?.note(stored.version)
            return
        }
        let source = Document.Source.stored(checked: stored.checked)
        if isStaying, let changes = document?.blockChanges(to: html, at: stored.version.url) {
            let before = document?.bytes ?? []
            document?.patch(to: html, changes)
            document?.source = source
            noteArrival()
            markNews(after: before)
        } else {
            show(html, kind, at: stored.version.url, source: source, &around)
        }
        document?.checked = stored.checked
        document?.note(stored.version)
    }

    /// Takes the stored page from the screen: it is not what was stored.
    private mutating func withdraw(_ around: TabContext) {
        guard showsVisit, let url = document?.url else { return }
        let words =
            "<h1>The stored copy is incomplete</h1><p>It is not used; the page is requested from the server."
        show(Document(url: url, source: .own, html: Array(words.utf8), width: around.width))
    }

    /// Shows a whole page. The same bytes at the same address stay as they are, with the place being read.
    private mutating func show(
        _ html: [UInt8], _ kind: Document.Kind, at url: WebURL, source: Document.Source,
        _ around: inout TabContext
    ) {
        if let document, document.isPage, document.bytes == html, document.kind.isHTML == kind.isHTML,
            document.url.withoutFragment == url.withoutFragment, case .stay = visit?.move
        {
            self.document?.source = source
            noteArrival()
            return
        }
        let aim = arrivalAim(at: url)
        put(
            Document(
                url: pageURL(url), source: source, kind: kind, charsets: around.charsets, html: html,
                width: around.width, aim: aim), &around)
    }

    private mutating func append(_ bytes: [UInt8], _ around: inout TabContext) {
        guard let visit else { return }
        if !visit.isStreaming {
            let url = visit.trace.request?.url ?? visit.opening.url
            let aim = arrivalAim(at: url)
            let kind = around.kind(visit.trace.head?.headers ?? Headers(), bytes, at: url)
            put(
                Document(
                    url: pageURL(url), source: .arriving, kind: kind, charsets: around.charsets,
                    width: around.width,
                    aim: aim), &around)
            self.visit?.isStreaming = true
        }
        document?.append(bytes)
    }

    private mutating func replace(with page: ShownPage, _ around: inout TabContext) {
        let kind = around.kind(page.headers, page.html, at: page.url)
        if visit?.isStreaming == true, document?.bytes == page.html,
            document?.kind.isHTML == kind.isHTML
        {
            document?.sent.share(page.html)
            finishArrival(at: page.url)
            return
        }
        let old = showsVisit || isStaying ? document : nil
        if let old, document?.patchRegions(to: page.html, kind, at: page.url) ?? false {
            document?.source = .current
            noteArrival()
            markNews(after: old.bytes)
            return
        }
        show(page.html, kind, at: page.url, source: .current, &around)
        // What an address led to before is another page than its own.
        guard let old, old.isPage, old.url.withoutFragment == page.url.withoutFragment, old.bytes != page.html
        else { return }
        document?.markDifferences(from: old)
        markNews(after: old.bytes)
    }

    private mutating func patch(
        with page: ShownPage, _ changes: [BlockChange], _ around: inout TabContext
    ) {
        let isOld = document.map { $0.fits(changes, in: page.html) } ?? false
        guard showsVisit, isOld else { return replace(with: page, &around) }
        let before = document?.bytes ?? []
        document?.patch(to: page.html, changes)
        document?.source = .current
        markNews(after: before)
    }

    private mutating func end(
        _ result: SessionResult, after: Duration, _ around: inout TabContext
    ) {
        visit?.state = .ended(result, after: after)
        visit?.countBlocks()
        let isShown = showsVisit
        if isShown, document?.isArriving ?? false { finishArrival(at: result.url) }
        switch result.outcome {
        // Nobody has confirmed what only the cache was asked for.
        case .fresh where visit?.opening.mode == .cacheOnly: break
        case .firstLoad, .allCached, .dataUpdate, .templateChange, .plain, .fresh:
            if isShown { document?.source = .current }
            if isShown, result.outcome != .fresh { document?.checked = around.now }
            if isShown, let missing = document?.missingTables { around.show(.failure(missing.sentence)) }
        case .offline(let cause):
            if !isKnownFailure { reportFailure(result, cause, &around) }
        // The reader is asked for a name; a page stays, and a tab without one says what came.
        case .failed(.handedOver): if document == nil { showFailure(result, &around) }
        case .failed where result.hasNothingToShow && document != nil && !isShown: stay(result, &around)
        case .failed(let cause):
            let isOverPage = isStaying && document?.isPage != false
            let isNew = !isShown && !isOverPage && cause != .stopped
            if isNew { showFailure(result, &around) }
            // What the page says whole is not said once more over the hints.
            if isNew, around.height >= TabContext.failureRows {
                askForCredentials(result, cause, &around)
            } else if !isKnownFailure {
                reportFailure(result, cause, &around)
            }
        }
        if isShown, document?.stylesHideAll() == true {
            around.show(.news(around.keys.namingKeys(Visit.hiddenText)))
        }
    }

    private mutating func reportFailure(
        _ result: SessionResult, _ cause: Outcome.FailureCause, _ around: inout TabContext
    ) {
        around.show(.failure(failureWords(result, cause, around.keys)))
        askForCredentials(result, cause, &around)
    }

    /// Whether a failure that is reported now is one that the watch has told.
    private var isKnownFailure: Bool {
        guard let watching, watching.visit == visit?.opening.visit else { return false }
        return watching.watch.isFailing || watching.watch.toleratesFailure
    }

    private func failureWords(
        _ result: SessionResult, _ cause: Outcome.FailureCause, _ keys: KeyTable
    ) -> String {
        if cause == .stopped { return "Stopped." }
        // The way to the answer comes first: the reason stands elsewhere too, should the line be too short.
        let key = keys.keyName(of: .showAnswer)
        return (visit?.answer == nil ? "" : "Press \(key) for the server's response. ")
            + result.reason.words.sentence
    }

    private func askForCredentials(
        _ result: SessionResult, _ cause: Outcome.FailureCause, _ around: inout TabContext
    ) {
        guard cause == .status(401), let head = result.head,
            let challenge = Challenge(head.headers, url: result.url)
        else { return }
        let isSecond =
            visit.map { Headers.has("authorization", behindFirstLineOf: $0.trace.sentHead) } ?? false
        around.effects.append(
            .challenged(
                challenge,
                words: isSecond
                    ? "The server rejected the user name or password." : "The server requires a password."))
    }
}

extension String {
    /// The text with a full stop last; names of headers at its start keep their case.
    var ended: String {
        hasSuffix(".") || hasSuffix("!") || hasSuffix("?") ? self : self + "."
    }

    /// The text as a sentence: a capital first, a full stop last.
    public var sentence: String {
        guard let first else { return self }
        return (first.uppercased() + dropFirst()).ended
    }
}
