import SonicProtocol

/// Recomputes the hashes of a changed response that were correct before.
struct Recomputation {
    let hashes: Hashes
    /// The response before the change, and its body without codings.
    let original: ServerResponse
    let originalBody: [UInt8]

    /// Returns the changed response with correct hashes, and the names of the recomputed ones in the order of the
    /// headers, with `html-sha1` of an update last.
    func applied(to edited: ServerResponse) -> (response: ServerResponse, names: [String]) {
        guard let body = edited.bytes else { return (edited, []) }
        if let update = Self.update(originalBody) { return applied(to: edited, body, of: update) }
        var response = edited
        var names: [String] = []
        replace(hashes.sha1(originalBody), by: hashes.sha1(body), in: tagNames, of: &response, &names)
        replace(template(originalBody), by: template(body), in: ["template-tag"], of: &response, &names)
        return (response, names)
    }

    /// An update is part of a page, so the page must be available to compute the merged one.
    private func applied(
        to edited: ServerResponse, _ body: [UInt8], of old: DataUpdate
    ) -> (response: ServerResponse, names: [String]) {
        guard let page = original.prepared?.page, let new = Self.update(body),
            let before = merged(old, page), let after = merged(new, page)
        else { return (edited, []) }
        var response = edited
        var names: [String] = []
        replace(before, by: after, in: tagNames, of: &response, &names)
        if Self.isEqual(old.htmlSHA1, before), let json = Self.replacing(new.htmlSHA1, by: after, in: body) {
            response.body = .bytes(json)
            names.append("html-sha1")
        }
        return (response, names)
    }

    /// The names of the fields that may contain the page's hash.
    private var tagNames: [String] { ["etag"] + original.headers.all("sonic-etag-key") }

    private func replace(
        _ old: String, by new: String, in fields: [String], of response: inout ServerResponse,
        _ names: inout [String]
    ) {
        for name in fields {
            guard let value = original.headers.first(name), response.headers.contains(name),
                Self.isEqual(Self.bare(value), old)
            else { continue }
            let isWeak = value.hasPrefix("W/")
            let isQuoted = value.hasSuffix("\"")
            response.headers.replace(name, (isWeak ? "W/" : "") + (isQuoted ? "\"\(new)\"" : new))
            names.append(name.lowercased())
        }
    }

    /// Returns a tag without quotes and the prefix of a weak one.
    private static func bare(_ tag: String) -> String {
        String((tag.hasPrefix("W/") ? tag.dropFirst(2) : tag[...]).filter { $0 != "\"" })
    }

    private static func isEqual(_ one: String?, _ other: String) -> Bool {
        one.map { Bytes.equalIgnoringCase($0.utf8, other.utf8) } ?? false
    }

    private func template(_ page: [UInt8]) -> String {
        hashes.sha1(PageSplit(html: page).templateBytes(of: page))
    }

    private func merged(_ update: DataUpdate, _ page: [UInt8]) -> String? {
        do throws(MergeFailure) {
            return try PageSplit(html: page).merging(update, into: page, claimed: nil, hashes: hashes).sha1
        } catch {
            // The blocks belong to another page, so the client's result is unknown here.
            return nil
        }
    }

    private static func update(_ body: [UInt8]) -> DataUpdate? {
        do throws(DataUpdate.Failure) {
            return try DataUpdate(json: body)
        } catch {
            // It is a page or other content, whose hash is that of its bytes.
            return nil
        }
    }

    /// Returns the JSON of an update with another `html-sha1`, or nil if the old value is not found literally.
    private static func replacing(_ old: String?, by new: String, in json: [UInt8]) -> [UInt8]? {
        guard let old, let name = ByteFinder("\"html-sha1\"").first(in: json.span, from: 0) else {
            return nil
        }
        let value = Array("\"\(old)\"".utf8)
        guard let place = ByteFinder(value).first(in: json.span, from: name) else { return nil }
        var result = Array(json[..<place])
        result += "\"\(new)\"".utf8
        result += json[(place + value.count)...]
        return result
    }
}
