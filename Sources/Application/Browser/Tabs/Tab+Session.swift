import PageLayout
import SessionReports
import SessionWords
import SonicLint
import SonicProtocol
import SonicSession

// The reports of a session, and their effects on the tab.
extension Tab {
    /// Handles a report of the session of its visit.
    mutating func handle(_ report: SessionEvent, after: Duration, _ around: inout TabContext) {
        updateCurrentPage { $0.follow(report, after: after, &around) }
    }

    private mutating func follow(_ report: SessionEvent, after: Duration, _ around: inout TabContext) {
        guard let visit else { return }
        self.visit?.trace.handle(report, at: after)
        switch report {
        case .joined(.preload, let age): around.show(.news("Preloading started \(age.brief) ago."))
        case .joined(.load, let age):
            around.show(.news("This page is already loading: the load started \(age.brief) ago."))
        case .cachedRedirectFollowed(let to, let stored):
            // A fragment of the original address is meaningless in another page.
            self.visit?.target = to
            show(stored, &around)
            self.visit?.target = visit.target
            around.show(.news("Showing \(to.href), where this address redirected before."))
        case .cachedPageBegun(let stored): begin(stored, &around)
        case .cachedPageFound(let stored): show(stored, &around)
        case .cachedPageWithdrawn: withdraw(around)
        // The parts of this response begin a new page, even after parts of another response.
        case .requestDecided: self.visit?.isStreaming = false
        case .redirected(_, let to, _):
            self.visit?.target = to
            self.visit?.isStreaming = false
            around.show(.news("Redirected to \(to.href)"))
        case .pieceReceived(let bytes): append(bytes, &around)
        case .pageReplaced(let page): replace(with: page, &around)
        case .blocksUpdated(let page, let changes, let old): patch(with: page, changes, of: old, &around)
        case .handedOver(let handover): around.effects.append(.handedOver(handover, visit.opening.url))
        case .newerCopyStored: around.show(.news(around.keys.line(Visit.newerCopy)))
        case .ended(let result):
            self.visit?.noteCallback(at: after)
            self.visit?.state = .ended(after: after)
            noteStoredChanges()
            end(result, &around)
            reading?.base = nil
            if let bookmarkablePage { around.effects.append(.bookmarkable(bookmarkablePage)) }
            findFindings(&around)
        // Other events do not change the page; they are in the trace.
        default: break
        }
    }

    /// Compares the page on the screen with a newer copy that was stored but not shown.
    private mutating func noteStoredChanges() {
        guard visit?.hasNewerCopy == true, showsVisit, var next = document, let html = visit?.trace.page
        else { return }
        next.turn(into: html, next.kind, at: next.url)
        while next.latest.comparison != nil { next.continueComparing() }
        visit?.storedChanges = next.latest.changes
    }

    /// Requests a check of the session against the rules if a response was received. Large bodies are released from the
    /// trace that is kept.
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

    /// The page on the screen whose bookmark is to be looked up; nil if it cannot be bookmarked.
    private var bookmarkablePage: WebURL? {
        guard showsVisit, let document, document.isPage, document.origin.method == .get, document.url.isHTTP
        else { return nil }
        return document.url.withoutFragment.withoutCredentials
    }

    /// Shows the beginning of a stored page, if the target is its top and no page of this address is on the screen.
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
        beginning.origin.checked = stored.checked
        put(beginning, &around)
    }

    /// Shows the stored page. On a reload it may be newer than the one on the screen (`cache-offline: store`, or
    /// another program): then the differences are patched and marked.
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
        document?.origin.checked = stored.checked
        document?.note(stored.version)
    }

    /// Removes the stored page from the screen: its bytes are not those that were stored.
    private mutating func withdraw(_ around: TabContext) {
        guard showsVisit, let url = document?.url else { return }
        let words =
            "<h1>The stored copy is incomplete</h1><p>It is not used; the page is requested from the server."
        show(Document(url: url, source: .own, html: Array(words.utf8), width: around.width))
    }

    /// Shows a complete page. If address and bytes are those on the screen, that page and its scroll position stay.
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
            document?.page.sent.share(page.html)
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
        // The page of a cached redirect is another page than that of the address itself.
        guard let old, old.isPage, old.url.withoutFragment == page.url.withoutFragment, old.bytes != page.html
        else { return }
        document?.markDifferences(from: old)
        markNews(after: old.bytes)
    }

    private mutating func patch(
        with page: ShownPage, _ changes: [BlockChange], of old: [UInt8], _ around: inout TabContext
    ) {
        let isOld = document.map { $0.fits(changes, of: old, in: page.html) } ?? false
        guard showsVisit, isOld else { return replace(with: page, &around) }
        let before = document?.bytes ?? []
        document?.patch(to: page.html, changes)
        document?.source = .current
        markNews(after: before)
    }

    private mutating func end(_ result: SessionResult, _ around: inout TabContext) {
        visit?.explainChange()
        let isShown = showsVisit
        if isShown, document?.isArriving ?? false { finishArrival(at: result.url) }
        switch result.outcome {
        // A page requested only from the cache is not confirmed by a server.
        case .fresh(.cacheOnly): break
        case .firstLoad, .allCached, .dataUpdate, .templateChange, .plain, .fresh:
            if isShown { document?.source = .current }
            if isShown, result.outcome.kind != .fresh { document?.origin.checked = around.now }
            if isShown, let missing = document?.missingTables { around.show(.failure(missing.sentence)) }
        case .offline(let cause):
            if !isKnownFailure { reportFailure(result, cause, &around) }
        // The file prompt is open; the page stays, but a tab without a page explains what was received.
        case .failed(.handedOver): if document == nil { showFailure(result, &around) }
        case .failed where SessionVerdict(result).ending == .noContent && document != nil && !isShown:
            stay(result, &around)
        case .failed(let cause):
            let isOverPage = isStaying && document?.isPage != false
            let isNew = !isShown && !isOverPage && cause != .stopped
            if isNew { showFailure(result, &around) }
            // A failure page that is fully visible needs no message over the hints.
            if isNew, around.height >= TabContext.failureRows {
                askForCredentials(result, cause, &around)
            } else if !isKnownFailure {
                reportFailure(result, cause, &around)
            }
        }
        if isShown, document?.stylesHideAll() == true {
            around.show(.news(around.keys.line(Visit.hiddenText)))
        } else if isShown, let words = document?.shellWords {
            around.show(.news(around.keys.line(Visit.builtByScripts(words))))
        }
    }

    private mutating func reportFailure(
        _ result: SessionResult, _ cause: Outcome.FailureCause, _ around: inout TabContext
    ) {
        around.show(.failure(failureWords(result, cause, around.keys)))
        askForCredentials(result, cause, &around)
    }

    /// Whether the watch has already reported the failure.
    private var isKnownFailure: Bool {
        guard let watching, watching.visit == visit?.opening.visit else { return false }
        return watching.watch.isFailing || watching.watch.toleratesFailure
    }

    private func failureWords(
        _ result: SessionResult, _ cause: Outcome.FailureCause, _ keys: KeyTable
    ) -> String {
        if cause == .stopped { return "Stopped." }
        // The key comes first: if the line is too short, the reason is cut, but it is shown elsewhere, too.
        let hasCertificate = result.reason.unverified != nil
        let key = hasCertificate ? "Press {accept-certificate} for the server's certificate. " : ""
        let keyOfAnswer = visit?.answer == nil ? "" : "Press {response} for the server's response. "
        return keys.namingKeys(key + keyOfAnswer) + result.reason.wordsWithoutOptions.sentence
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
