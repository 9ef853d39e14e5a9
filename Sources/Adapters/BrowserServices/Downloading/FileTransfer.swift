import Browser
import SessionWords
import SonicProtocol
import SonicSession

/// Brings a file to the disk: asks for it, or goes on with a transfer that was handed over, and asks for the rest
/// when that breaks off. What each answer comes to is decided by `Resumption`.
package struct FileTransfer: Sendable {
    /// The file.
    let order: FileOrder
    /// What it is asked for with.
    let source: FileSource
    /// Is told how it fares; ends with `.ended`.
    let report: @Sendable (DownloadReport) -> Void

    package init(order: FileOrder, source: FileSource, report: @escaping @Sendable (DownloadReport) -> Void) {
        self.order = order
        self.source = source
        self.report = report
    }

    /// The most redirects in a row.
    private static let redirects = 20
    /// How often the rest is asked for without a byte of it coming.
    private static let tries = 3
    /// How often a file is begun anew because of answers that fit nothing.
    private static let beginnings = 2
    /// The time from one report of bytes to the next.
    private static let interval = Duration.milliseconds(200)

    /// Why it is over.
    private enum End: Error {
        case stopped
        case lost(ConnectionFailure, WebURL)
        case refused(String)
        case disk(PartFile.Failure)
    }

    /// What became of one request.
    private enum RequestOutcome {
        case whole
        case elsewhere(String)
        case anew(String)
        /// The same is to be asked for once more, with the content coding removed or kept.
        case otherwise(Request.BodyDelivery)
        case lost(ConnectionFailure, hasProgressed: Bool)
    }

    /// What is here of the file. It is opened once its name is known.
    private struct FileState {
        var part: PartFile?
        var lastReport = Duration.zero
        var noted: [Finding] = []
        /// Bytes are wanted as they are, until a server has coded what is no packed file.
        var delivery = Request.BodyDelivery.asSent

        var resumption: Resumption { part?.resumption ?? Resumption(nil, received: 0) }
    }

    /// Carries it out. Cancelling the calling task stops it; the part is kept.
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
        // What is empty is not worth keeping.
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

    /// What caused the requests: what causes this one, and what caused that of the part that it goes on with.
    private func cause(_ file: FileState) -> RequestCause {
        order.cause.redirected(by: file.part?.record?.initiators ?? [])
    }

    /// Whose parts are resumed: the account's, those that came under an exception apart.
    private var owner: String { source.owner(of: order.url) }

    /// Opens the part where its name is known before an answer is here: a path that was typed, or a file of this
    /// address that was begun before.
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
            do throws(PartFile.Failure) {
                file.part = try PartFile.open(found.path, for: order.url, of: owner)
            } catch {
                // Another program has it: this one begins its own.
            }
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

    /// Asks until all is here.
    /// - Returns: Whether that is known to be all.
    private func fetch(_ file: inout FileState) async throws(End) -> DownloadEnding.Extent {
        if let finding = file.part?.record?.unsendable { note(finding, &file) }
        if file.resumption.isWhole { return .counted }
        let firstCause = cause(file)
        var handover = order.handover
        // The rest is less than the whole file that was handed over, where both are the same.
        if let head = handover?.head, file.resumption.asksForRest,
            file.resumption.record?.validator == FileValidator(head.headers, now: source.clocks.now())
        {
            handover = nil
        }
        if let handed = handover, handed.request.method == "GET",
            PackedFile.isPacked(handed.head.headers, at: handed.request.url)
        {
            // Its coding is being removed on the way: what is wanted are the bytes as they are.
            handover = nil
        }
        var url = handover?.request.url ?? order.url
        var redirects = 0
        var tries = 0
        var beginnings = 0
        var cause = firstCause
        while true {
            let asked = file.resumption
            let outcome = try await ask(CookieAsk(url, causedBy: cause), asked, handover, &file)
            handover = nil
            switch outcome {
            case .whole: return file.resumption.record?.length == nil ? .unknown : .counted
            case .elsewhere(let location):
                redirects += 1
                guard redirects <= Self.redirects else { throw .refused("the server redirected too often") }
                switch Redirection.target(of: location, from: url, domainToASCII: source.domainToASCII) {
                case .success(let target):
                    cause = cause.redirected(by: [url])
                    url = target
                case .failure(let problem):
                    let told = Redirection.withoutPassword(location, from: url)
                    throw .refused("the redirect to \(told) cannot be followed: \(problem.words)")
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
                // Who stops it meanwhile is told so by the next request.
                await source.clocks.wait(.milliseconds(500) * (1 << tries))
                if Task.isCancelled { throw .stopped }
                url = order.url
                redirects = 0
                cause = firstCause
            }
        }
    }

    /// Sends a request, or takes the transfer that was handed over, and writes what comes.
    private func ask(
        _ cookies: CookieAsk, _ asked: Resumption, _ handover: BodyHandoff?, _ file: inout FileState
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
                    // A part need not say the type of the whole.
                    var told = head.headers
                    if let type = asked.record?.type, !told.contains("content-type") {
                        told.append("Content-Type", type)
                    }
                    guard PackedFile.isPacked(told, at: url) else { return .otherwise(.decoded) }
                    head = head.withoutCoding
                }
                let lines = head.headers.values("set-cookie")
                if !lines.isEmpty { await source.cookies.receive(lines, to: cookies) }
                for name in ["ETag", "Last-Modified"] {
                    if let odd = Headers.Unsendable(name, in: head.headers) { note(odd.finding, &file) }
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

    /// The transfer is over: whether all is here. A server may send less than the rest at a time.
    private func finished(_ file: FileState, _ hasProgressed: Bool) -> RequestOutcome {
        guard let part = file.part, let length = part.record?.length, part.received != length else {
            return .whole
        }
        return part.received > length
            ? .anew("\(part.received) bytes received of a file of \(length)")
            : .lost(.truncated(received: part.received, expected: length), hasProgressed: hasProgressed)
    }

    /// The whole file comes. What was posted cannot be asked for again: nothing of it can be gone on with.
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
