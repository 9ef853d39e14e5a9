import SonicProtocol

extension IOSReader {
    /// Handles an update: merged by text search, passed to the page's script, stored, and verified only when it is
    /// opened again.
    func dataUpdate(_ reading: inout ClientOutcome, _ copy: ClientCopy) {
        guard let body = ClientJSON.read(exchange.body, on: .ios) else {
            reading.notes.append("the body is not JSON: the old page stays, and nothing is reported")
            return
        }
        guard case .object(let members) = body else {
            return crash(&reading, "the body is JSON, but no object")
        }
        guard case .object(let sent)? = ClientJSON.member("data", of: members) else {
            return crash(&reading, "the body has no object under data")
        }
        var data = copy.template.data
        var changed: [ClientOutcome.Datum] = []
        for member in sent {
            guard let old = data[member.name] else { continue }
            guard case .text(let value) = member.value else {
                return crash(&reading, "\(Bytes.text(member.name)) is not text")
            }
            guard value != old else { continue }
            changed.append(.init(key: member.name, value: value))
            data.set(member.name, value)
        }
        var claimed: [UInt8] = []
        switch ClientJSON.member("html-sha1", of: members) {
        case nil: break
        case .text(let text): claimed = text
        case .object, .other: return crash(&reading, "html-sha1 is not text")
        }
        let all = sent.map { ClientOutcome.Datum(key: $0.name, value: $0.value.asAndroidText) }
        if changed.isEmpty {
            reading.notes.append("no data it knows differ: its callback gets all that was sent")
        }
        report(&reading, changed.isEmpty ? all : changed)
        reading.causes = causes(all, copy)
        guard let merged = ClientMerge(template: copy.template.bytes, data: data.pairs).everywhere() else {
            reading.outcome = .unknown
            reading.page = nil
            reading.notes.append("the data refer to each other more often than this model follows")
            return
        }
        reading.page = merged
        store(&reading, merged, claimed: Bytes.text(claimed))
    }

    private func crash(_ reading: inout ClientOutcome, _ why: String) {
        reading.outcome = .crash
        reading.screen = .empty
        reading.page = nil
        reading.notes.append("\(why): the app stops")
    }

    private func report(_ reading: inout ClientOutcome, _ data: [ClientOutcome.Datum]) {
        reading.outcome = .dataUpdate
        if headers["cache-offline"] == "store" {
            reading.callback = .init(code: 304, srcCode: 200)
            reading.notes.append("cache-offline: store keeps the old page on the screen")
        } else {
            reading.screen = .patched
            reading.callback = .init(code: 200, srcCode: 200, data: data)
        }
    }

    /// Stores the page in any case: the hash is compared when the page is opened from the disk.
    private func store(_ reading: inout ClientOutcome, _ merged: [UInt8], claimed: String) {
        let sha1 = hashes.sha1(merged)
        if claimed == sha1 {
            reading.storage = .stored
            reading.notes.append("its merged page has the SHA-1 that html-sha1 names")
            return
        }
        let named = claimed.isEmpty ? "none" : claimed
        reading.storage = .useless(
            "its merged page has SHA-1 \(sha1) and html-sha1 is \(named): the next start of the app refuses it"
        )
        reading.notes.append(
            "its merged page has SHA-1 \(sha1), html-sha1 is \(named); they are not compared before it is opened"
        )
    }

    /// Returns the causes by which the merged page differs from the server's.
    private func causes(_ data: [ClientOutcome.Datum], _ copy: ClientCopy) -> [String] {
        let own = ClientSplitTitle(copy.page)
        let news = data.filter { datum in
            datum.key != ClientSplitTitle.key || datum.value != own.value
        }
        var causes = ClientCauses(copy.template, news, foldsCase: true)
        causes.addUnknown()
        causes.addMissing()
        causes.addText(onlyBefore: false)
        causes.addWithin()
        return causes.sentences
    }
}

/// The title as servers send it, to distinguish a changed one from an unchanged one.
private struct ClientSplitTitle {
    static let key = Array("{title}".utf8)
    let value: [UInt8]

    init(_ page: [UInt8]) {
        value = PageSplit(html: page).dataBytes(of: .title, in: page)
    }
}
