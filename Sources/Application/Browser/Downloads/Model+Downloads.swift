import BrowserValues
import SonicProtocol
import SonicSession

// Downloads: offered, running, saved.
extension Model {
    /// Handles a session that received a file. The page stays, and the reader is asked for a name.
    mutating func accept(_ handover: BodyHandoff, of url: WebURL, isInFront: Bool) {
        account.downloads.dropOffers(of: url)
        let name = FileName(handover.head.headers, at: handover.request.url).text
        let number = account.downloads.add(url, path: name, .offered(handover), causedBy: handover.cause)
        account.downloads[number]?.type = ResponseClassifier.mediaType(handover.head.headers)
        let record = DownloadRecord(url, handover.head, now: now ?? Instant(milliseconds: 0))
        account.downloads[number]?.length = record.length
        guard isInFront, prompt == nil, inputMode == nil, overlay == nil else {
            notice = .news(keys.line("The file \(name) is offered: press {downloads} to save it."))
            return
        }
        if let entry = account.downloads[number] { type(entry.name, of: entry) }
    }

    /// Prompts for the name of an offered file, or for another path of one that could not be saved.
    private mutating func type(_ name: String, of entry: DownloadList.Entry) {
        prompt = .download(LineEditor(name), entry.number, length: entry.length)
    }

    /// Accepts the typed name of a file.
    mutating func acceptDownload(_ text: String, _ number: Int) -> [Effect] {
        guard let entry = account.downloads[number] else {
            prompt = nil
            return []
        }
        let handover: BodyHandoff?
        switch entry.state {
        case .offered(let offered): handover = offered
        case .failed: handover = nil
        case .requested, .receiving, .pausing, .stopped, .broken, .saved:
            prompt = nil
            return []
        }
        let name = text.trimmed
        guard !name.isEmpty else {
            cancelDownload(number)
            return []
        }
        guard !name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
            // The prompt stays, so that the name can be corrected.
            return notify(.failure("A file name cannot have control characters."))
        }
        prompt = nil
        account.downloads[number]?.path = name
        reportBegun(name)
        return [request(entry, .path(name), handover)]
    }

    /// Returns the effect that requests a listed file.
    private mutating func request(
        _ entry: DownloadList.Entry, _ target: FileOrder.Target, _ handover: BodyHandoff? = nil
    ) -> Effect {
        account.downloads[entry.number]?.state = .requested
        let order = FileOrder(url: entry.url, target: target, cause: entry.cause, handover: handover)
        return .download(number: entry.number, order)
    }

    private mutating func reportBegun(_ name: String) {
        notice = .news(keys.line("Saving \(name): {downloads} shows the progress."))
    }

    /// Declines an offered file. One that failed stays in the list, to be retried.
    mutating func cancelDownload(_ number: Int) {
        prompt = nil
        if case .offered = account.downloads[number]?.state { account.downloads[number] = nil }
        notice = .news("Nothing was saved.")
    }

    /// Saves the target of the selected link without showing it.
    mutating func saveLink() -> [Effect] {
        guard let url = pageBehindLink(), let index = document?.reader.chosenLink else { return [] }
        guard case .download(_, let name) = document?.layout.target(ofLink: index) else {
            return save(url, from: document?.url)
        }
        return save(url, from: document?.url, named: name)
    }

    /// Saves the resource at an address.
    /// - Parameter wanted: The name suggested by the page; empty for none. It is used if the page's own origin responds
    ///   and declares no other name (HTML standard §4.6.6).
    mutating func save(_ url: WebURL, from: WebURL? = nil, named wanted: String = "") -> [Effect] {
        let suggestion = from?.origin.map { FileName.Suggestion(text: wanted, origin: $0) }
        let name = FileName(Headers(), at: url, suggestion).text
        let cause = RequestCause(chain: from.map { [$0] } ?? [])
        let number = account.downloads.add(url, path: name, .requested, causedBy: cause)
        reportBegun(name)
        let order = FileOrder(url: url, target: .folder(""), cause: cause, suggestion: suggestion)
        return [.download(number: number, order)]
    }

    /// Shows the list, and searches for the parts of earlier runs.
    mutating func listDownloads() -> [Effect] {
        overlay = DownloadOverlay(account.downloads)
        return [.ask(.parts(reply { $0.account.downloads.add($1) }))]
    }

    /// Applies the progress of a file, and reports its end.
    mutating func update(_ report: DownloadReport, of number: Int) {
        guard account.downloads[number] != nil else {
            // A file of an account that was left: it is stopping, and can be resumed there.
            let uptime = uptime
            for name in parked.keys { parked[name]?.downloads.update(report, of: number, at: uptime) }
            return
        }
        account.downloads.update(report, of: number, at: uptime)
        guard case .ended(let ending) = report, let entry = account.downloads[number] else { return }
        // The list shows the result itself.
        if overlay is DownloadOverlay { return }
        switch ending {
        case .saved(let path, let bytes, _): notice = .news("Saved \(path): \(bytes.byteText).")
        case .stopped: break
        case .broken(let reason):
            let words = "\(entry.name) was interrupted: press {downloads} to resume. \(reason.sentence)"
            notice = .failure(keys.line(words))
        case .failed(let reason): notice = .failure("\(entry.name) was not saved: \(reason)".ended)
        }
    }

    // MARK: The list

    /// Performs the next action on a file: a name for an offered one, resuming for a part, opening for a saved one.
    mutating func openListed(_ entry: DownloadList.Entry) -> [Effect] {
        switch entry.state {
        case .offered: type(entry.name, of: entry)
        case .stopped, .broken, .failed: return resume(entry)
        case .saved:
            notice = .news("Opening \(entry.name)…")
            return [.openFile(path: entry.path, type: entry.type)]
        case .requested, .receiving, .pausing: notice = .refusal("\(entry.name) is still downloading.")
        }
        return []
    }

    /// Resumes a part, or requests a file again.
    mutating func resume(_ entry: DownloadList.Entry) -> [Effect] {
        guard reach == .online else { return refuse(.offline) }
        let target: FileOrder.Target
        switch entry.state {
        case .stopped, .broken: target = .path(entry.path)
        // The same path may fail again.
        case .failed where entry.path.contains("/"):
            type(entry.path, of: entry)
            return []
        case .failed: target = .folder("")
        case .offered: return openListed(entry)
        case .requested, .receiving, .pausing, .saved: return refuse("\(entry.name) was not interrupted.")
        }
        return [request(entry, target)]
    }

    /// Stops a running download and keeps its part; removes the part of a stopped one; removes an ended one from the
    /// list.
    mutating func cancel(_ entry: DownloadList.Entry) -> [Effect] {
        var effects: [Effect] = []
        switch entry.state {
        case .requested, .receiving, .pausing:
            notice = .news(keys.line("Stopped: the part is kept. {cancel-download} again removes it."))
            return [.stopDownload(entry.number)]
        case .stopped, .broken:
            notice = .news("The part of \(entry.name) was removed.")
            effects = [.removePart(path: entry.path, url: entry.url)]
        case .offered, .failed, .saved: break
        }
        account.downloads[entry.number] = nil
        if var list = overlay as? DownloadOverlay {
            list.cursor = ListCursor(count: account.downloads.entries.count, at: list.cursor.index)
            overlay = list
        }
        return effects
    }
}
