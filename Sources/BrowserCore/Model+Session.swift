import PageLayout
import SonicProtocol
import SonicSession

// What a session reports, and what the screen makes of it.
extension Model {
    mutating func take(_ report: SessionEvent, of number: Int, after: Duration) -> [Effect] {
        // Whatever an earlier visit still says is noise by this one comparison.
        guard let visit, visit.opening.visit == number, visit.isBusy else { return [] }
        self.visit?.log.take(report, at: after)
        switch report {
        case .joined(let age):
            self.visit?.begunBefore = age
            notice = .news("Begun ahead, \(age.brief) ago.")
        case .entered(let phase, let at):
            self.visit?.steps.append(Visit.Step(phase: phase, at: at))
        case .cachedPageBegun(let stored):
            self.visit?.cache = .unchecked(number: stored.number)
            begin(stored)
        case .cachedPageFound(let stored):
            switch stored.verification {
            case .done: self.visit?.cache = .hit(number: stored.number, checked: stored.checked)
            case .owed, .begun: self.visit?.cache = .unchecked(number: stored.number)
            }
            show(stored)
        case .cachedPageVerified:
            if case .unchecked(let number) = visit.cache, case .stored(let checked) = document?.source {
                self.visit?.cache = .hit(number: number, checked: checked)
            }
        case .cachedPageWithdrawn:
            withdraw()
        case .requestDecided(let request, let notes):
            if case .unread = visit.cache { self.visit?.cache = .miss }
            self.visit?.request = request
            self.visit?.notes = notes
            self.visit?.head = nil
            self.visit?.bytesShown = 0
            // The pieces of this answer begin a page anew, even after another answer's pieces.
            self.visit?.isStreaming = false
        case .requestSent(let bytes):
            self.visit?.sentHead = bytes
        case .headReceived(let head):
            self.visit?.head = head
        case .retrying(let retry):
            self.visit?.retry = retry
        case .redirected(_, let to, _):
            self.visit?.isStreaming = false
            notice = .news("Redirected to \(to.href)")
        case .pieceReceived(let bytes):
            append(bytes)
        case .pageReplaced(let page):
            replace(with: page)
        case .blocksUpdated(let page, let changes):
            patch(with: page, changes)
        case .newerCopyStored:
            self.visit?.hasNewerCopy = true
            notice = .news(Visit.newerCopy)
        case .ended(let result):
            end(result, after: after)
            return pinnablePage.map { [.findPin($0)] } ?? []
        }
        return []
    }

    /// The page on the screen whose pin is to be asked for; nil where it cannot have one.
    private var pinnablePage: WebURL? {
        guard documentVisit == visitCount, let document, document.source != .own, document.asked == .get,
            document.url.isHTTP
        else { return nil }
        return document.url.withoutFragment
    }

    /// Shows the beginning of a stored page, where the top is wanted and no page of that address is on the screen.
    private mutating func begin(_ stored: StoredPage) {
        let version = stored.version
        if isStaying, document?.source != .own { return }
        let aim = arrivalAim(at: version.url)
        guard aim == .none || aim == .offset(0) else { return }
        var beginning = Document(
            url: pageURL(version.url), source: .begun(checked: stored.checked, length: stored.length),
            kind: Document.Kind(version.headers), charsets: setup.charsets, width: pageWidth(pageArea(plan)),
            aim: aim)
        beginning.append(version.html)
        beginning.checked = stored.checked
        put(beginning)
    }

    /// Shows the stored page. Asked for again, it may be newer than the one on the screen (`cache-offline:
    /// store`, or another program): then what differs is patched and marked.
    private mutating func show(_ stored: StoredPage) {
        let html = stored.version.html
        let kind = Document.Kind(stored.version.headers)
        if documentVisit == visitCount, document?.complete(with: html, kind, checked: stored.checked) ?? false
        {
            return
        }
        let source = Document.Source.stored(checked: stored.checked)
        if isStaying, let changes = document?.blockChanges(to: html, at: stored.version.url) {
            document?.patch(to: html, changes)
            document?.source = source
            documentVisit = visitCount
        } else {
            show(html, kind, at: stored.version.url, source: source)
        }
        document?.checked = stored.checked
    }

    /// Takes the stored page from the screen: it is not what was stored.
    private mutating func withdraw() {
        visit?.cache = .withdrawn
        guard documentVisit == visitCount, let url = document?.url else { return }
        let width = pageWidth(pageArea(plan))
        let words =
            "<h1>The stored copy is not whole</h1><p>It is not used; the server is asked for the page."
        document = Document(url: url, source: .own, html: Array(words.utf8), width: width)
    }

    /// Shows a whole page. The same bytes at the same address stay as they are, with the place being read.
    private mutating func show(
        _ html: [UInt8], _ kind: Document.Kind, at url: WebURL, source: Document.Source
    ) {
        if let document, document.source != .own, document.bytes == html,
            document.url.withoutFragment == url.withoutFragment, case .stay = visit?.move
        {
            self.document?.source = source
            documentVisit = visitCount
            return
        }
        let aim = arrivalAim(at: url)
        let width = pageWidth(pageArea(plan))
        put(
            Document(
                url: pageURL(url), source: source, kind: kind, charsets: setup.charsets, html: html,
                width: width, aim: aim))
    }

    private mutating func append(_ bytes: [UInt8]) {
        guard let visit else { return }
        if !visit.isStreaming {
            let url = visit.request?.url ?? visit.opening.url
            let width = pageWidth(pageArea(plan))
            let aim = arrivalAim(at: url)
            let kind = visit.head.map { Document.Kind($0.headers) } ?? .html(contentType: nil)
            put(
                Document(
                    url: pageURL(url), source: .arriving, kind: kind, charsets: setup.charsets, width: width,
                    aim: aim))
            self.visit?.isStreaming = true
        }
        document?.append(bytes)
        self.visit?.bytesShown += bytes.count
    }

    private mutating func replace(with page: ShownPage) {
        if visit?.isStreaming == true, document?.bytes == page.html {
            finishArrival(at: page.url)
            return
        }
        let old = documentVisit == visitCount || isStaying ? document : nil
        let kind = Document.Kind(page.headers)
        if old != nil, document?.patchRegions(to: page.html, kind, at: page.url) ?? false {
            document?.source = .current
            documentVisit = visitCount
            return
        }
        show(page.html, kind, at: page.url, source: .current)
        if let old, old.source != .own, old.bytes != page.html { document?.markDifferences(from: old) }
    }

    private mutating func patch(with page: ShownPage, _ changes: [BlockChange]) {
        let isOld = document.map { $0.fits(changes, in: page.html) } ?? false
        guard documentVisit == visitCount, isOld else { return replace(with: page) }
        document?.patch(to: page.html, changes)
        document?.source = .current
    }

    private mutating func end(_ result: SessionResult, after: Duration) {
        visit?.state = .ended(result, after: after)
        let isShown = documentVisit == visitCount
        if isShown, document?.isArriving ?? false { finishArrival(at: result.url) }
        switch result.outcome {
        // Nobody has confirmed what only the cache was asked for.
        case .fresh where visit?.opening.mode == .cacheOnly: break
        case .firstLoad, .allCached, .dataUpdate, .templateChange, .plain, .fresh:
            if isShown { document?.source = .current }
            if isShown, result.outcome != .fresh { document?.checked = now }
        case .offline(let cause):
            notice = .failure(failureWords(result, cause))
            askForCredentials(result, cause)
        case .failed(let cause):
            let isOverPage = isStaying && document?.source != .own
            if !isShown, !isOverPage, cause != .stopped { showFailure(result) }
            notice = .failure(failureWords(result, cause))
            askForCredentials(result, cause)
        }
    }

    private func failureWords(_ result: SessionResult, _ cause: Outcome.FailureCause) -> String {
        if cause == .stopped { return "Stopped." }
        // The way to the answer comes first: the reason stands elsewhere too, should the line be too short.
        let key = KeyTable.keyName(of: .showAnswer)
        return (visit?.answer == nil ? "" : "Press \(key) for the server's answer. ") + result.reason.sentence
    }

    private mutating func askForCredentials(_ result: SessionResult, _ cause: Outcome.FailureCause) {
        guard cause == .status(401), let head = result.head, prompt == nil,
            let challenge = Challenge(head.headers, url: result.url)
        else { return }
        prompt = .user(LineEditor(), challenge)
        let isSecond = visit?.opening.credentials != nil
        notice = .failure(isSecond ? "The server did not accept that." : "The server wants a password.")
    }

    /// Whether the page on the screen is the one being asked for again.
    private var isStaying: Bool { visit?.move == .stay }

    /// A page takes the screen: where the screen moves on, the place left is remembered.
    mutating func put(_ new: Document) {
        var new = new
        new.rules = sites.comparison(new.url)
        // A redirect may have led from a POST to a page that was asked for by GET.
        if let visit, visit.request?.method == visit.opening.method.name { new.asked = visit.opening.method }
        switch visit?.move {
        case .back(let place), .forward(let place): new.filling = FormFilling(place.values)
        case .stay where visit?.opening.mode != .forceReload:
            if let document, document.url.withoutFragment == new.url.withoutFragment {
                new.filling = FormFilling(document.filling.values)
            }
        case .stay, .onward, nil: break
        }
        if documentVisit != visitCount {
            switch visit?.move {
            case .back(let place), .forward(let place): new.chosenLink = place.link
            case .stay, .onward, nil: break
            }
            history.record(visit?.move ?? .stay, leaving: place)
            // What comes again for the same visit must not be recorded again.
            visit?.move = .stay
        }
        document = new
        documentVisit = visitCount
        if zoomed == nil, plan[.page] == nil { focus = .page }
    }

    private mutating func finishArrival(at url: WebURL) {
        let url = pageURL(url)
        document?.finishArrival()
        document?.url = url
    }

    /// The address of a page with the fragment that was asked for.
    private func pageURL(_ url: WebURL) -> WebURL {
        guard url.fragment == nil, let fragment = visit?.opening.url.fragment else { return url }
        return url.resolve("#" + fragment) ?? url
    }

    /// Where a page that appears is to be shown first.
    private func arrivalAim(at url: WebURL) -> Document.Aim {
        switch visit?.move {
        case .back(let place), .forward(let place): return .offset(place.offset)
        case .stay where document.map { $0.source != .own } ?? false:
            // A place not reached yet stays the place to reach.
            if let aim = document?.aim, aim != .none { return aim }
            return .offset(document?.topOffset ?? 0)
        case .stay, .onward, nil:
            let fragment = visit?.opening.url.fragment ?? url.fragment
            return fragment.map { .anchor(Self.decoded($0)) } ?? .none
        }
    }
}

extension String {
    /// The text with a full stop last; names of headers at its start keep their case.
    var ended: String {
        hasSuffix(".") || hasSuffix("!") || hasSuffix("?") ? self : self + "."
    }

    /// The text as a sentence: a capital first, a full stop last.
    var sentence: String {
        guard let first else { return self }
        return (first.uppercased() + dropFirst()).ended
    }
}
