import SonicProtocol

/// The handling of a response by Android, rule by rule (docs/reference/protocol.md#phones). The stored page is on the
/// screen when the response arrives, and its script has registered for the callback.
extension ClientReader {
    /// Whether a page is stored: only for exactly these two values.
    static func isStored(_ offline: String?) -> Bool { offline == "true" || offline == "store" }

    /// Whether a response contains data: only for exactly these two values.
    static func announcesData(_ change: String?) -> Bool { change == "false" || change == "0" }

    mutating func readOnAndroid() {
        if let status = exchange.redirectStatus { return failed(status: status) }
        guard !wasAskedOtherwise() else { return }
        switch exchange.status {
        case 200: page()
        case 304: notModified(because: "status 304")
        default: failed(status: exchange.status)
        }
    }

    private mutating func failed(status: Int) {
        reading.outcome = .httpError
        reading.errors.append(status)
        let isRedirect = exchange.redirectStatus == status
        note(
            isRedirect
                ? "status \(status): Android follows no redirect and treats it as an error"
                : "status \(status): anything but 200 and 304 is an error")
        if copy == nil { reading.screen = .webView }
    }

    private mutating func notModified(because why: String) {
        reading.outcome = .notModified
        reading.callback = .init(code: 304, srcCode: 304)
        note("\(why): nothing changed")
        if copy == nil { reading.screen = .webView }
    }

    private mutating func page() {
        // Under another header name, the tag that was sent is not found again.
        if headers.etagName == "eTag", let etag = headers.etag, etag == copy?.etag {
            return notModified(because: "its validator is the one sent, \(etag)")
        }
        let offline = headers["cache-offline"]
        if let offline, Bytes.equalIgnoringCase(offline.utf8, "http".utf8) {
            reading.outcome = .switchedOff
            reading.screen = .webView
            reading.page = nil
            note("cache-offline: \(offline) turns Sonic off, and the web view loads the page")
            if copy == nil {
                note("with nothing stored for the page, that is not remembered")
            } else {
                reading.storage = .switchedOff(dropped: false)
            }
            return
        }
        guard let copy else { return firstLoad() }
        guard let offline, !offline.isEmpty, !Bytes.equalIgnoringCase(offline.utf8, "false".utf8) else {
            return dropped("cache-offline is \(offline ?? "missing")")
        }
        guard headers.etag != nil else { return dropped("\(headers.etagTitle) is missing") }
        guard let change = headers.filled("template-change") else {
            return dropped("template-change is missing")
        }
        if Self.announcesData(change) {
            dataUpdate(copy, offline: offline)
        } else {
            templateChange(change, offline)
        }
    }

    /// The copy is removed, the page stays on the screen, and its script is not called.
    private mutating func dropped(_ why: String) {
        reading.storage = .dropped
        note("\(why): the copy is removed, and the old page stays on the screen")
    }

    private mutating func firstLoad() {
        let offline = headers["cache-offline"]
        let isStored = Self.isStored(offline)
        switch body {
        case .unknown(let encoding): return unknown(encoding)
        case .text(let text) where isStored && !text.isEmpty: reading.storage = .stored
        case .text, .none: break
        }
        reading.page = exchange.body
        reading.outcome = .firstLoad
        reading.screen = .answer
        reading.callback = .init(code: 1000, srcCode: 1000)
        note(
            "nothing was stored: the page is shown, and "
                + (isStored ? "stored" : "not stored, as cache-offline is \(offline ?? "missing")"))
    }

    /// Returns the body as text, which is empty if it is not in its encoding; nil if the encoding is unknown.
    private mutating func text() -> [UInt8]? {
        switch body {
        case .text(let text): return text
        case .none: return []
        case .unknown(let encoding):
            unknown(encoding)
            return nil
        }
    }

    private mutating func templateChange(_ change: String, _ offline: String) {
        reading.outcome = .templateChange
        note("template-change: \(change) announces a page")
        guard let text = text() else { return }
        let isStored = Self.isStored(offline)
        if offline == "store" {
            reading.callback = .init(code: 304, srcCode: 2000)
            note("cache-offline: store keeps the old page on the screen")
        } else {
            reading.screen = text.isEmpty ? .webView : .answer
            reading.callback = .init(code: 2000, srcCode: 2000)
        }
        guard !text.isEmpty else {
            reading.page = nil
            note("the body is empty: nothing is stored")
            return
        }
        reading.page = text
        if isStored {
            reading.storage = .stored
        } else {
            note("cache-offline: \(offline) is neither true nor store: the old copy stays")
        }
    }

    /// Handles an update: the page's script is called first; then the page is merged, verified and stored, or the copy
    /// is removed.
    private mutating func dataUpdate(_ copy: ClientCopy, offline: String) {
        note("template-change: \(headers["template-change"] ?? "") announces data")
        guard let text = text() else { return }
        guard case .object(let members)? = ClientJSON.read(text, on: .android) else {
            note(
                text.isEmpty
                    ? "the body is empty: nothing happens at all"
                    : "the body is not a JSON object: nothing happens at all")
            return
        }
        reading.outcome = .dataUpdate
        guard case .object(let data)? = ClientJSON.member("data", of: members) else {
            reading.errors += [-1006, -1008]
            reading.callback = .init(code: 304, srcCode: 200)
            reading.page = nil
            reading.storage = .dropped
            note("the body has no object under data: errors -1006 and -1008, the copy is removed")
            return
        }
        let pairs = data.map { ClientOutcome.Datum(key: $0.name, value: $0.value.asAndroidText) }
        report(pairs, copy, offline)
        store(pairs, copy, offline, claimed: ClientJSON.member("html-sha1", of: members))
    }

    /// Determines the callback to the page's script, before verification.
    private mutating func report(_ data: [ClientOutcome.Datum], _ copy: ClientCopy, _ offline: String) {
        guard offline != "store" else {
            reading.callback = .init(code: 304, srcCode: 200)
            note("cache-offline: store keeps the old page on the screen")
            return
        }
        // A page that was received in full is stored with its data nested one level too deep to be compared.
        let changed = data.filter { datum in
            datum.value != (copy.wasUpdated ? copy.template.data[datum.key] ?? [] : [])
        }
        guard !changed.isEmpty else {
            note("no data differ from those stored: no callback")
            return
        }
        if !copy.wasUpdated {
            note(
                "all data count as changed, since those stored with a whole page are not found to compare with"
            )
        }
        reading.screen = .patched
        reading.callback = .init(code: 200, srcCode: 200, data: changed)
    }

    private mutating func store(
        _ data: [ClientOutcome.Datum], _ copy: ClientCopy, _ offline: String, claimed: ClientJSON.Value?
    ) {
        reading.causes = ClientCauses(copy.template, data, foldsCase: false).sentences
        let merge = ClientMerge(template: copy.template.bytes, data: data, isEverywhere: false)
        guard let merged = reading.merge(merge) else { return }
        let claimed = Bytes.text(claimed?.asAndroidText ?? [])
        let sha1 = hashes.sha1(merged)
        guard claimed.isEmpty || Bytes.equalIgnoringCase(claimed.utf8, sha1.utf8) else {
            reading.errors.append(-1008)
            reading.storage = .dropped
            note(
                "its merged page has SHA-1 \(sha1), not html-sha1 \(claimed): error -1008, the copy is removed"
            )
            return
        }
        guard Self.isStored(offline) else {
            reading.storage = .dropped
            note("cache-offline: \(offline) is neither true nor store: the copy is removed")
            return
        }
        note(
            claimed.isEmpty
                ? "without html-sha1 its merged page is not verified"
                : "its merged page has the SHA-1 that html-sha1 names")
        if claimed.isEmpty {
            reading.storage = .useless(
                "the body has no html-sha1, and without one the next opening refuses it")
        } else if claimed != sha1 {
            reading.storage = .useless("html-sha1 is in upper case, which the next opening rejects")
        } else {
            reading.storage = .stored
        }
    }
}
