import SonicProtocol

/// Sonic's headers, pages and updates.
extension AnswerJudge {
    // MARK: Headers

    mutating func judgeHeaders(
        _ headers: Headers, _ tags: ResponseTags, _ probe: Probe, isUpdate: Bool
    ) {
        ledger.note(.etag, probe, holds: tags.etag != nil, "no ETag received")
        if tags.etag != nil {
            let odd = tags.findings.first { $0.rule == .etagWeak || $0.rule == .etagQuoted }
            ledger.note(.etagBare, probe, holds: odd == nil, odd?.message ?? "")
        }
        ledger.note(.templateTag, probe, holds: tags.templateTag != nil, "no template-tag received")
        let change = headers.first("template-change")
        ledger.note(
            .templateChange, probe, holds: change == (isUpdate ? "false" : "true"),
            (change.map { "template-change: \($0) received" } ?? "no template-change received")
                + (isUpdate ? " with an update" : " with a page"))
        let offline = headers.all("cache-offline")
        let unknown = offline.first { ResponseTags.Offline(rawValue: $0) == nil }
        ledger.note(
            .cacheOffline, probe, holds: !offline.isEmpty && unknown == nil,
            unknown.map { "cache-offline: \($0) received" } ?? "no cache-offline received")
        judgeDoubles(headers, probe)
        judgeCaching(headers, tags, probe)
    }

    mutating func judgeDoubles(_ headers: Headers, _ probe: Probe) {
        let names = ["etag", "template-tag", "template-change", "cache-offline", "sonic-etag-key"]
        let doubled = names.filter { headers.all($0).count > 1 }.map {
            "\($0): \(headers.all($0).joined(separator: " and "))"
        }
        ledger.note(
            .once, probe, holds: doubled.isEmpty,
            "\(doubled.joined(separator: "; ")) received in one response")
    }

    private mutating func judgeCaching(_ headers: Headers, _ tags: ResponseTags, _ probe: Probe) {
        let control = CacheDirectives(response: headers)
        let isUnshared = ["private", "no-store", "no-cache"].contains(where: control.has)
        let vary = headers.all("vary").joined(separator: ", ").lowercased()
        let isVaried = vary.contains("*") || (vary.contains("accept-diff") && vary.contains("template-tag"))
        ledger.note(
            .vary, probe, holds: isUnshared || isVaried,
            (vary.isEmpty ? "no Vary received" : "Vary: \(vary) received")
                + ", and Cache-Control says neither private nor no-cache")
        guard tags.offline == .yes || tags.offline == .store else { return }
        let names = headers.all("set-cookie").map { String($0.prefix { $0 != "=" }) }
        ledger.note(.cookies, probe, holds: names.isEmpty, "Set-Cookie: \(names.joined(separator: ", "))")
    }

    mutating func judgeLength(_ head: ResponseHead, _ body: [UInt8], _ probe: Probe) {
        let headers = head.headers
        let lengths = Set(headers.all("content-length"))
        guard let length = lengths.first, !headers.contains("transfer-encoding") else { return }
        let isCoded = headers.first("content-encoding").map { $0.lowercased() != "identity" } ?? false
        let isRight = lengths.count == 1 && (isCoded ? Int(length) != nil : Int(length) == body.count)
        ledger.note(
            .length, probe, holds: isRight,
            "Content-Length: \(lengths.sorted().joined(separator: ", ")), and \(body.count) bytes were received"
        )
    }

    // MARK: Pages

    mutating func judgePage(
        _ body: [UInt8], _ headers: Headers, _ tags: ResponseTags, _ probe: Probe
    ) -> KnownVersion {
        let sha1 = hashes.sha1(body)
        if let etag = tags.etag {
            ledger.note(
                .etagSHA1, probe, holds: Bytes.equalIgnoringCase(etag.utf8, sha1.utf8),
                "the ETag is \(etag), the page's SHA-1 \(sha1)")
        }
        judgeHash(tags, "the page", sha1, probe)
        if let tag = tags.templateTag {
            let template = hashes.sha1(PageSplit(html: body).templateBytes(of: body))
            ledger.note(
                .templateSHA1, probe, holds: tag == template,
                "template-tag is \(tag), the template's SHA-1 \(template)")
        }
        let charset = headers.first("content-type").flatMap(Self.charset)
        let isText = String(validating: body, as: UTF8.self) != nil
        ledger.note(
            .utf8, probe, holds: isText && (charset == nil || charset == "utf-8" || charset == "utf8"),
            isText ? "Content-Type names \(charset ?? "")" : "the page's bytes are not UTF-8")
        return KnownVersion(html: body, headers: headers, etag: tags.etag, templateTag: tags.templateTag)
    }

    /// Returns the charset parameter of a Content-Type in lower case; nil for none.
    private static func charset(_ type: String) -> String? {
        let text = type.lowercased()
        guard let place = text.firstRange(of: "charset=") else { return nil }
        return String(text[place.upperBound...].prefix { $0 != ";" && $0 != " " }.filter { $0 != "\"" })
    }

    // MARK: Updates

    /// Judges an update and returns the merged page; nil if it cannot be merged.
    mutating func judgeUpdate(_ body: [UInt8], _ tags: ResponseTags, _ trial: Trial) -> [UInt8]? {
        let probe = trial.probe
        let asked = trial.request.headers.first("template-tag")
        let isAsked = trial.speaksSonic && asked != nil && asked == knownPage?.templateTag
        ledger.note(
            .updateAsked, probe, holds: isAsked,
            trial.speaksSonic
                ? "an update was received for \(asked.map { "template-tag: \($0), which is not the page's" } ?? "no template-tag")"
                : "an update was received for \(probe == .declined ? "accept-diff: false" : "no accept-diff")"
        )
        guard isAsked, let knownPage else { return nil }
        let update: DataUpdate
        do throws(DataUpdate.Failure) {
            update = try DataUpdate(json: body)
        } catch {
            ledger.note(.updateJson, probe, holds: false, Self.words(error))
            return nil
        }
        let missing = [("template-tag", update.templateTag), ("html-sha1", update.htmlSHA1)].filter {
            $0.1 == nil
        }
        ledger.note(
            .updateJson, probe, holds: missing.isEmpty,
            "the update lacks \(missing.map(\.0).joined(separator: " and "))")
        judgeTags(update, tags, probe)
        return merge(update, tags, into: knownPage, probe)
    }

    private static func words(_ failure: DataUpdate.Failure) -> String {
        switch failure {
        case .empty: "the update has no body"
        case .page(let beginning): "the update is a page that begins with “\(beginning)”"
        case .malformed(let what): "the update cannot be read: \(what)"
        }
    }

    private mutating func judgeTags(_ update: DataUpdate, _ tags: ResponseTags, _ probe: Probe) {
        let pairs = [
            ("template-tag", update.templateTag, "template-tag", tags.templateTag),
            ("html-sha1", update.htmlSHA1, "ETag", tags.etag),
        ]
        for (name, inside, header, outside) in pairs {
            guard let inside, let outside else { continue }
            ledger.note(
                .updateTags, probe, holds: Bytes.equalIgnoringCase(inside.utf8, outside.utf8),
                "\(name) is \(inside) in the update, and \(header) is \(outside)")
        }
    }

    /// Judges the hash in the headers of a page.
    private mutating func judgeHash(
        _ tags: ResponseTags, _ subject: String, _ sha1: String, _ probe: Probe
    ) {
        guard let field = tags.hashField else { return }
        ledger.note(
            .updateSHA1, probe, holds: field.value == sha1,
            "\(field.name) in the headers is \(field.value), \(subject)'s SHA-1 \(sha1)")
    }

    private mutating func merge(
        _ update: DataUpdate, _ tags: ResponseTags, into page: KnownVersion, _ probe: Probe
    ) -> [UInt8]? {
        do throws(MergeFailure) {
            let merged = try PageSplit(html: page.html).merging(
                update, into: page.html, claimed: update.htmlSHA1, hashes: hashes)
            ledger.note(
                .updateNames, probe, holds: merged.mismatch == nil, "its blocks are not exactly the page's")
            if let claimed = update.htmlSHA1 {
                ledger.note(
                    .updateSHA1, probe, holds: claimed == merged.sha1,
                    "html-sha1 is \(claimed), in upper case")
            }
            judgeHash(tags, "the merged page", merged.sha1, probe)
            return merged.html
        } catch {
            switch error {
            case .missing(let names, let instead):
                let others = instead.map { "“\($0)”" }.listed
                ledger.note(
                    .updateNames, probe, holds: false,
                    "no data received for \(names.listed)"
                        + (others.isEmpty ? "" : "; received instead: \(others)"))
            case .unknown(let names):
                ledger.note(
                    .updateNames, probe, holds: false,
                    "data received for \(names.listed), which the page does not have")
            case .wrongHash(let claimed, let computed):
                ledger.note(.updateNames, probe, holds: true, "")
                ledger.note(
                    .updateSHA1, probe, holds: false,
                    "html-sha1 is \(claimed), the merged page's SHA-1 \(computed)")
            }
            return nil
        }
    }
}
