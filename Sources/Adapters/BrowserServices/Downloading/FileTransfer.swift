import BrowserValues
import SessionWords
import SonicProtocol
import SonicSession

/// Saves a file: requests it, or continues a transfer that was handed off, and requests the rest after an interruption.
/// `Resumption` interprets each response.
package struct FileTransfer: Sendable {
    /// The file to save.
    let order: FileOrder
    /// The means to request it.
    let source: FileSource
    /// Receives reports of the progress; the last one is `.ended`.
    let report: @Sendable (DownloadReport) -> Void

    package init(order: FileOrder, source: FileSource, report: @escaping @Sendable (DownloadReport) -> Void) {
        self.order = order
        self.source = source
        self.report = report
    }

    /// The maximum number of consecutive redirects.
    private static let redirects = 20
    /// The maximum number of consecutive requests for the rest without receiving a byte.
    private static let tries = 3
    /// The maximum number of restarts because of mismatched responses.
    private static let beginnings = 2
    /// The interval between reports of progress.
    private static let interval = Duration.milliseconds(200)

    /// The reason for the end.
    private enum End: Error {
        case stopped
        case lost(ConnectionFailure, WebURL)
        case refused(String)
        case disk(PartFile.Failure)
    }

    /// The outcome of one request.
    private enum RequestOutcome {
        case whole
        case elsewhere(String)
        case anew(String)
        /// Repeat the request, with the content coding decoded or not.
        case otherwise(Request.BodyDelivery)
        case lost(ConnectionFailure, hasProgressed: Bool)
    }

    /// The state of the file. The part is opened once its name is known.
    private struct FileState {
        var part: PartFile?
        var lastReport = Duration.zero
        var noted: [Finding] = []
        /// Bytes are saved as sent, unless a server applied a content coding to a file that is not a compressed one.
        var delivery = Request.BodyDelivery.asSent

        var resumption: Resumption { part?.resumption ?? Resumption(nil, received: 0) }
    }

    /// Saves the file. Cancelling the calling task stops it; the part is kept.
    @concurrent package func run() async {
        var file = FileState()
        do throws(End) {
            try open(&file)
            let extent = try await fetch(&file)
            guard let part = file.part else { return report(.ended(.failed("no response received"))) }
            let path = try disk { () throws(PartFile.Failure) in try part.finish() }
            report(.ended(.saved(path: path, bytes: part.received, extent)))
        } catch {
            report(.ended(ending(error, file)))
        }
    }

    private func ending(_ end: End, _ file: FileState) -> DownloadEnding {
        let received = file.part?.received ?? 0
        // An empty part is not kept.
        if received == 0 { file.part?.remove() }
        func over(_ reason: String) -> DownloadEnding {
            received > 0 && file.part?.record?.validator != nil ? .broken(reason) : .failed(reason)
        }
        switch end {
        case .stopped: return received > 0 ? .stopped : .failed("stopped before its first byte")
        case .lost(let failure, let url): return over(failure.words(for: url))
        case .refused(let reason): return over(reason)
        case .disk(.full): return over("the disk is full: free space and resume")
        case .disk(.taken): return .failed("another program is saving it")
        case .disk(.system(let reason)): return over(reason)
        }
    }

    // MARK: The part

    /// Returns the cause of the requests: that of this order, combined with that of the resumed part.
    private func cause(_ file: FileState) -> RequestCause {
        order.cause.redirected(by: file.part?.record?.initiators ?? [])
    }

    /// The owner of the parts to resume: the account, combined with the exception, if there is one.
    private var owner: String { source.owner(of: order.url) }

    /// Opens the part if its name is known before the response: for a given path, or a file of this address that was
    /// started before.
    private func open(_ file: inout FileState) throws(End) {
        switch order.target {
        case .path(let path):
            file.part = try disk { () throws(PartFile.Failure) in
                try PartFile.open(path, for: order.url, of: owner)
            }
        case .folder(let folder):
            let url = order.url.withoutFragment.withoutCredentials
            guard
                let found = PartFile.parts(in: folder).first(where: {
                    $0.record.url == url && ($0.record.account ?? owner) == owner
                })
            else {
                return
            }
            // If another program has the part open, this transfer starts a new one.
            file.part = try? PartFile.open(found.path, for: order.url, of: owner)
        }
    }

    private func open(_ file: inout FileState, _ head: ResponseHead, at url: WebURL) throws(End) -> PartFile {
        if let part = file.part { return part }
        guard case .folder(let folder) = order.target else { throw .disk(.taken) }
        let path = folder + "/" + FileName(head.headers, at: url, order.suggestion).text
        let part = try disk { () throws(PartFile.Failure) in
            try PartFile.open(path, for: order.url, of: owner)
        }
        file.part = part
        return part
    }

    private func disk<Value>(_ work: () throws(PartFile.Failure) -> Value) throws(End) -> Value {
        do throws(PartFile.Failure) {
            return try work()
        } catch {
            throw .disk(error)
        }
    }

    // MARK: Asking

    /// Requests the file until it is complete.
    /// - Returns: Whether its length confirms that it is complete.
    private func fetch(_ file: inout FileState) async throws(End) -> DownloadEnding.Extent {
        if let finding = file.part?.record?.unsendable { note(finding, &file) }
        if file.resumption.isWhole { return .counted }
        let firstCause = cause(file)
        var handover = order.handover
        // If the file is the same, the rest is smaller than the whole file that was handed off.
        if let head = handover?.head, file.resumption.asksForRest,
            file.resumption.record?.validator == FileValidator(head.headers, now: source.clocks.now())
        {
            handover = nil
        }
        if let handed = handover, handed.request.method == "GET",
            PackedFile.isPacked(handed.head.headers, at: handed.request.url)
        {
            // Its content coding is being decoded, but the encoded bytes are required.
            handover = nil
        }
        var url = handover?.request.url ?? order.url
        var redirects = 0
        var tries = 0
        var beginnings = 0
        var cause = firstCause
        while true {
            let asked = file.resumption
            let outcome = try await ask(CookieRequest(url, causedBy: cause), asked, handover, &file)
            handover = nil
            switch outcome {
            case .whole: return file.resumption.record?.length == nil ? .unknown : .counted
            case .elsewhere(let location):
                redirects += 1
                guard redirects <= Self.redirects else { throw .refused("the server redirected too often") }
                switch RedirectRule.target(
                    of: location, from: url, domainToASCII: source.session.domainToASCII)
                {
                case .success(let target):
                    cause = cause.redirected(by: [url])
                    url = target
                case .failure(let problem):
                    let shownLocation = RedirectRule.withoutPassword(location, from: url)
                    throw .refused("the redirect to \(shownLocation) cannot be followed: \(problem.words)")
                }
            case .otherwise(let delivery): file.delivery = delivery
            case .anew(let reason):
                beginnings += 1
                guard beginnings <= Self.beginnings, let part = file.part else { throw .refused(reason) }
                var nothing = DownloadRecord(url: order.url, type: nil, length: nil, validator: nil)
                nothing.account = owner
                nothing.initiators = DownloadRecord.initiators(of: firstCause)
                try disk { () throws(PartFile.Failure) in try part.startAnew(nothing) }
            case .lost(let failure, let hasProgressed):
                if Task.isCancelled { throw .stopped }
                if hasProgressed { tries = 0 }
                tries += 1
                guard failure.mayPass, tries <= Self.tries, file.resumption.asksForRest else {
                    throw .lost(failure, url)
                }
                report(.pausing(failure.words(for: url)))
                // A cancellation meanwhile is reported by the next request.
                await source.clocks.wait(.milliseconds(500) * (1 << tries))
                if Task.isCancelled { throw .stopped }
                url = order.url
                redirects = 0
                cause = firstCause
            }
        }
    }

    /// Sends a request, or continues the transfer that was handed off, and writes the received bytes.
    private func ask(
        _ cookies: CookieRequest, _ asked: Resumption, _ handover: BodyHandoff?, _ file: inout FileState
    ) async throws(End) -> RequestOutcome {
        let url = cookies.url
        let events: ResponseEvents
        if let handover {
            events = handover.rest
            try begin(handover.head, at: url, handover.request, &file)
        } else {
            let request = await source.request(cookies, asked, file.delivery)
            if Task.isCancelled { throw .stopped }
            events = source.connection.exchange(request)
        }
        var hasProgressed = false
        for await event in events {
            switch event {
            case .headReceived(let received):
                var head = received
                if file.delivery == .asSent, [200, 206].contains(head.status),
                    FileValidator.isCoded(head.headers)
                {
                    // A partial response may omit the type of the file.
                    var headers = head.headers
                    if let type = asked.record?.type, !headers.contains("content-type") {
                        headers.append("Content-Type", type)
                    }
                    guard PackedFile.isPacked(headers, at: url) else { return .otherwise(.decoded) }
                    head = PackedFile.withoutCoding(head)
                }
                let lines = head.headers.values("set-cookie")
                if !lines.isEmpty { await source.cookies.receive(lines, to: cookies) }
                for name in ["ETag", "Last-Modified"] {
                    if let odd = head.headers.unsendable(name) { note(odd, &file) }
                }
                switch asked.verdict(on: head) {
                case .startsAnew: try begin(head, at: url, nil, &file)
                case .goesOn: reportBegun(file)
                case .isWhole: return .whole
                case .asksAnew(let reason): return .anew(reason)
                case .redirect(let location): return .elsewhere(location)
                case .refused(let reason): throw .refused(reason)
                }
            case .bodyReceived(let bytes):
                guard let part = file.part else { break }
                try disk { () throws(PartFile.Failure) in try part.append(bytes) }
                hasProgressed = true
                reportProgress(&file)
            case .finished: return finished(file, hasProgressed)
            case .failed(let failure): return .lost(failure, hasProgressed: hasProgressed)
            case .entered, .requestSent, .bodySent, .noted, .edited: break
            }
        }
        return .lost(.cancelled, hasProgressed: hasProgressed)
    }

    /// Returns whether the file is complete at the end of a transfer. A server may send less than the rest at a time.
    private func finished(_ file: FileState, _ hasProgressed: Bool) -> RequestOutcome {
        guard let part = file.part, let length = part.record?.length, part.received != length else {
            return .whole
        }
        return part.received > length
            ? .anew("\(part.received) bytes received of a file of \(length)")
            : .lost(.truncated(received: part.received, expected: length), hasProgressed: hasProgressed)
    }

    /// Starts the whole file. The response to a POST cannot be requested again, so it cannot be resumed.
    private func begin(
        _ head: ResponseHead, at url: WebURL, _ request: Request?, _ file: inout FileState
    ) throws(End) {
        let part = try open(&file, head, at: url)
        var record = DownloadRecord(order.url, head, now: source.clocks.now())
        if let request, request.method != "GET" {
            record = DownloadRecord(
                url: order.url, type: record.type, length: record.length, validator: nil)
        }
        record.account = owner
        record.initiators = DownloadRecord.initiators(of: cause(file))
        try disk { () throws(PartFile.Failure) in try part.startAnew(record) }
        reportBegun(file)
    }

    private func note(_ finding: Finding, _ file: inout FileState) {
        guard !file.noted.contains(finding) else { return }
        file.noted.append(finding)
        report(.noted(finding))
    }

    private func reportBegun(_ file: FileState) {
        guard let part = file.part else { return }
        report(
            .begun(
                path: part.path, type: part.record?.type, received: part.received,
                length: part.record?.length))
    }

    private func reportProgress(_ file: inout FileState) {
        let now = source.clocks.uptime()
        guard let part = file.part, now - file.lastReport >= Self.interval else { return }
        file.lastReport = now
        report(.received(part.received))
    }
}
