import SonicProtocol

/// The handling of a response by iOS, rule by rule (docs/reference/protocol.md#phones). The stored page is on the
/// screen when the response arrives, and its script has registered for the callback.
extension ClientReader {
    /// Returns the first missing Sonic header of a response, all of which iOS requires; nil for none.
    static func missing(_ headers: ClientHeaders) -> String? {
        if headers.filled(headers.etagName) == nil { return headers.etagTitle }
        return ["cache-offline", "template-change", "template-tag"].first { headers.filled($0) == nil }
    }

    /// The Boolean value of a text in Apple's libraries: whether, after whitespace, a sign and zeros, a Y, a T or a
    /// digit follows.
    static func appleTruth(_ text: String) -> Bool {
        var text = text.drop { $0 == " " || $0 == "\t" || $0 == "\n" || $0 == "\r" }
        if text.first == "-" || text.first == "+" { text.removeFirst() }
        text = text.drop { $0 == "0" }
        return text.first.map { "YyTt123456789".contains($0) } ?? false
    }

    mutating func readOnIOS() {
        guard !wasAskedOtherwise() else { return }
        if let status = exchange.redirectStatus {
            note("status \(status): iOS follows, and keeps the page under the first address")
        }
        switch (exchange.status, copy) {
        case (200, nil): firstLoad()
        case (200, let copy?): update(copy)
        case (304, _): notModified()
        default: failed()
        }
    }

    private mutating func failed() {
        reading.outcome = .httpError
        guard copy == nil else {
            note("status \(exchange.status): the old page stays, and nothing is reported")
            return
        }
        reading.screen = .answer
        reading.page = exchange.body
        note("status \(exchange.status): the body is shown and not stored")
    }

    private mutating func notModified() {
        reading.outcome = .notModified
        guard copy != nil else {
            note("status 304: there is nothing to show")
            return
        }
        reading.callback = .init(code: 304, srcCode: 304)
        note("status 304: nothing changed")
        if headers["content-type"] == nil {
            note("the 304's headers replace those stored, and it has no Content-Type")
        }
    }

    private mutating func firstLoad() {
        reading.outcome = .firstLoad
        reading.screen = .answer
        reading.page = exchange.body
        if let missing = Self.missing(headers) {
            note("\(missing) is missing: the page is shown as any other and not stored")
            return
        }
        let offline = headers["cache-offline"] ?? ""
        switch offline {
        case "http":
            reading.outcome = .switchedOff
            reading.storage = .switchedOff(dropped: false)
            note("cache-offline: http turns Sonic off; the page is shown")
            return
        case "true", "store", "false": break
        default:
            note("cache-offline: \(offline) is not a value it knows: shown and not stored")
            return
        }
        guard let text = text() else { return }
        guard !text.isEmpty else {
            note("the body is empty: nothing is stored")
            return
        }
        reading.callback = .init(code: offline == "store" ? 304 : 1000, srcCode: 1000)
        reading.storage = offline == "false" ? .none : .stored
        note(
            "nothing was stored: the page is shown and "
                + (offline == "false" ? "used once, as cache-offline is false" : "stored"))
        if offline == "store" { note("cache-offline: store makes the code 304 on a first load, too") }
    }

    /// Returns the body as text; nil, with a note, if iOS cannot decode it.
    private mutating func text() -> [UInt8]? {
        switch body {
        case .text(let text): return text
        case .none: note("the body is not UTF-8 as declared: nothing is stored")
        case .unknown(let encoding): unknown(encoding)
        }
        return nil
    }

    /// Handles a 200 while a page is stored.
    private mutating func update(_ copy: ClientCopy) {
        if let missing = Self.missing(headers) {
            reading.storage = .dropped
            note(
                "\(missing) is missing: not Sonic, so the copy is removed, and the old page stays on the screen"
            )
            return
        }
        let change = headers["template-change"] ?? ""
        if Self.appleTruth(change) {
            note("template-change: \(change) announces a page")
            templateChange()
        } else {
            note("template-change: \(change) is not true, so it announces data")
            dataUpdate(copy)
        }
        guard reading.outcome != .crash, reading.outcome != .unknown else { return }
        switch headers["cache-offline"] {
        case "false":
            reading.storage = .dropped
            note("cache-offline: false: the copy is removed")
        case "http":
            reading.storage = .switchedOff(dropped: true)
            note("cache-offline: http: the copy is removed, and Sonic is off for six hours")
        default: break
        }
    }

    private mutating func templateChange() {
        guard let text = text() else { return }
        guard !text.isEmpty else {
            note("the body is empty: the old page stays, and nothing is reported")
            return
        }
        reading.outcome = .templateChange
        reading.page = exchange.body
        reading.storage = .stored
        let offline = headers["cache-offline"] ?? ""
        reading.callback = .init(code: offline == "store" ? 304 : 2000, srcCode: 2000)
        if offline == "true" || offline == "false" {
            reading.screen = .answer
            note("the page is reloaded, and its callback gets code 304, srcCode 2000")
        } else {
            note("cache-offline: \(offline) keeps the old page on the screen")
        }
    }

    /// Handles an update: merged by text search, passed to the page's script, stored, and verified only when it is
    /// opened again.
    private mutating func dataUpdate(_ copy: ClientCopy) {
        guard let body = ClientJSON.read(exchange.body, on: .ios) else {
            note("the body is not JSON: the old page stays, and nothing is reported")
            return
        }
        guard case .object(let members) = body else { return crash("the body is JSON, but no object") }
        guard case .object(let sent)? = ClientJSON.member("data", of: members) else {
            return crash("the body has no object under data")
        }
        var data = copy.template.data
        var changed: [ClientOutcome.Datum] = []
        for member in sent {
            guard let old = data[member.name] else { continue }
            guard case .text(let value) = member.value else {
                return crash("\(Bytes.text(member.name)) is not text")
            }
            guard value != old else { continue }
            changed.append(.init(key: member.name, value: value))
            data.set(member.name, value)
        }
        var claimed: [UInt8] = []
        switch ClientJSON.member("html-sha1", of: members) {
        case nil: break
        case .text(let text): claimed = text
        case .object, .other: return crash("html-sha1 is not text")
        }
        let all = sent.map { ClientOutcome.Datum(key: $0.name, value: $0.value.asAndroidText) }
        if changed.isEmpty { note("no data it knows differ: its callback gets all that was sent") }
        report(changed.isEmpty ? all : changed)
        reading.causes = causes(all, copy)
        let merge = ClientMerge(template: copy.template.bytes, data: data.pairs, isEverywhere: true)
        guard let merged = reading.merge(merge) else { return }
        store(merged, claimed: Bytes.text(claimed))
    }

    private mutating func crash(_ why: String) {
        reading.outcome = .crash
        reading.screen = .empty
        reading.page = nil
        note("\(why): the app stops")
    }

    private mutating func report(_ data: [ClientOutcome.Datum]) {
        reading.outcome = .dataUpdate
        if headers["cache-offline"] == "store" {
            reading.callback = .init(code: 304, srcCode: 200)
            note("cache-offline: store keeps the old page on the screen")
        } else {
            reading.screen = .patched
            reading.callback = .init(code: 200, srcCode: 200, data: data)
        }
    }

    /// Stores the page in any case: the hash is compared when the page is opened from the disk.
    private mutating func store(_ merged: [UInt8], claimed: String) {
        let sha1 = hashes.sha1(merged)
        if claimed == sha1 {
            reading.storage = .stored
            note("its merged page has the SHA-1 that html-sha1 names")
            return
        }
        let named = claimed.isEmpty ? "none" : claimed
        reading.storage = .useless(
            "its merged page has SHA-1 \(sha1) and html-sha1 is \(named): the next start of the app refuses it"
        )
        note(
            "its merged page has SHA-1 \(sha1), html-sha1 is \(named); they are not compared before it is opened"
        )
    }

    /// Returns the causes by which the merged page differs from the server's.
    private func causes(_ data: [ClientOutcome.Datum], _ copy: ClientCopy) -> [String] {
        // The title as servers send it, to distinguish a changed one from an unchanged one.
        let title = PageSplit(html: copy.page).dataBytes(of: .title, in: copy.page)
        let news = data.filter { $0.key != Array("{title}".utf8) || $0.value != title }
        return ClientCauses(copy.template, news, foldsCase: true).sentences
    }
}
