import SonicProtocol

extension AndroidReader {
    /// Handles an update: the page's script is called first; then the page is merged, verified and stored, or the copy
    /// is removed.
    func dataUpdate(_ reading: ClientOutcome, _ copy: ClientCopy, offline: String) -> ClientOutcome {
        var reading = reading
        reading.notes.append("template-change: \(headers["template-change"] ?? "") announces data")
        let text: [UInt8]
        switch ClientText(exchange.body, headers, on: .android) {
        case .text(let body): text = body
        case .none: text = []
        case .unknown(let encoding): return unknown(reading, encoding)
        }
        guard case .object(let members)? = ClientJSON.read(text, on: .android) else {
            reading.notes.append(
                text.isEmpty
                    ? "the body is empty: nothing happens at all"
                    : "the body is not a JSON object: nothing happens at all")
            return reading
        }
        reading.outcome = .dataUpdate
        guard case .object(let data)? = ClientJSON.member("data", of: members) else {
            reading.errors += [-1006, -1008]
            reading.callback = .init(code: 304, srcCode: 200)
            reading.page = nil
            reading.storage = .dropped
            reading.notes.append(
                "the body has no object under data: errors -1006 and -1008, the copy is removed")
            return reading
        }
        let pairs = data.map { ClientOutcome.Datum(key: $0.name, value: $0.value.asAndroidText) }
        report(&reading, pairs, copy, offline)
        store(&reading, pairs, copy, offline, claimed: ClientJSON.member("html-sha1", of: members))
        return reading
    }

    /// Determines the callback to the page's script, before verification.
    private func report(
        _ reading: inout ClientOutcome, _ data: [ClientOutcome.Datum], _ copy: ClientCopy, _ offline: String
    ) {
        guard offline != "store" else {
            reading.callback = .init(code: 304, srcCode: 200)
            reading.notes.append("cache-offline: store keeps the old page on the screen")
            return
        }
        // A page that was received in full is stored with its data nested one level too deep to be compared.
        let changed = data.filter { datum in
            datum.value != (copy.wasUpdated ? copy.template.data[datum.key] ?? [] : [])
        }
        guard !changed.isEmpty else {
            reading.notes.append("no data differ from those stored: no callback")
            return
        }
        if !copy.wasUpdated {
            reading.notes.append(
                "all data count as changed, since those stored with a whole page are not found to compare with"
            )
        }
        reading.screen = .patched
        reading.callback = .init(code: 200, srcCode: 200, data: changed)
    }

    private func store(
        _ reading: inout ClientOutcome, _ data: [ClientOutcome.Datum], _ copy: ClientCopy, _ offline: String,
        claimed: ClientJSON.Value?
    ) {
        reading.causes = causes(data, copy)
        guard let merged = ClientMerge(template: copy.template.bytes, data: data).first() else {
            reading.outcome = .unknown
            reading.page = nil
            reading.notes.append("the data refer to each other more often than this model follows")
            return
        }
        reading.page = merged
        let claimed = Bytes.text(claimed?.asAndroidText ?? [])
        let sha1 = hashes.sha1(merged)
        guard claimed.isEmpty || Bytes.equalIgnoringCase(claimed.utf8, sha1.utf8) else {
            reading.errors.append(-1008)
            reading.storage = .dropped
            reading.notes.append(
                "its merged page has SHA-1 \(sha1), not html-sha1 \(claimed): error -1008, the copy is removed"
            )
            return
        }
        guard Self.isStored(offline) else {
            reading.storage = .dropped
            reading.notes.append("cache-offline: \(offline) is neither true nor store: the copy is removed")
            return
        }
        reading.notes.append(
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

    /// Returns the causes by which the merged page differs from the server's.
    private func causes(_ data: [ClientOutcome.Datum], _ copy: ClientCopy) -> [String] {
        var causes = ClientCauses(copy.template, data, foldsCase: false)
        causes.addUnknown()
        causes.addMissing()
        causes.addText(onlyBefore: true)
        causes.addWithin()
        return causes.sentences
    }
}

extension ClientJSON.Value {
    /// The value as text, as Android's library converts it.
    var asAndroidText: [UInt8] {
        switch self {
        case .text(let bytes), .other(let bytes): bytes
        case .object: Array("{…}".utf8)
        }
    }
}
