import SonicProtocol

/// Recomputes the hashes of a changed response that were correct before.
package struct Recomputation {
    private let hashes: Hashes
    /// The headers of the response before the change, and its body without codings.
    private let original: Headers
    private let originalBody: [UInt8]
    /// The page that an update is for; nil if it is unknown.
    private let page: [UInt8]?

    /// A changed response, with the names of the recomputed hashes in the order of the headers, and `html-sha1` of an
    /// update last.
    package struct Outcome {
        package var headers: Headers
        package var body: [UInt8]
        package var names: [String] = []
    }

    /// Creates the recomputation of a response with these headers and this body.
    /// - Parameter page: The page that it updates, if it is an update.
    package init(hashes: Hashes, headers: Headers, body: [UInt8], page: [UInt8]?) {
        self.hashes = hashes
        self.page = page
        original = headers
        originalBody = body
    }

    /// Returns the changed response with correct hashes.
    package func applied(to headers: Headers, _ body: [UInt8]) -> Outcome {
        var outcome = Outcome(headers: headers, body: body)
        if let old = Self.update(originalBody) {
            recompute(old, in: &outcome)
        } else {
            replace(hashes.sha1(originalBody), by: hashes.sha1(body), in: tagNames, of: &outcome)
            replace(template(originalBody), by: template(body), in: ["template-tag"], of: &outcome)
        }
        return outcome
    }

    /// An update is part of a page, so the page must be available to compute the merged one.
    private func recompute(_ old: DataUpdate, in outcome: inout Outcome) {
        guard let page, let new = Self.update(outcome.body), let before = merged(old, page),
            let after = merged(new, page)
        else { return }
        replace(before, by: after, in: tagNames, of: &outcome)
        guard Self.isEqual(old.htmlSHA1, before),
            let json = Self.replacing(new.htmlSHA1, by: after, in: outcome.body)
        else { return }
        outcome.body = json
        outcome.names.append("html-sha1")
    }

    /// The names of the fields that may contain the page's hash.
    private var tagNames: [String] { ["etag"] + original.all("sonic-etag-key") }

    private func replace(
        _ old: String, by new: String, in fields: [String], of outcome: inout Outcome
    ) {
        for name in fields {
            guard let value = original.first(name), outcome.headers.contains(name),
                Self.isEqual(Self.bare(value), old)
            else { continue }
            let isWeak = value.hasPrefix("W/")
            let isQuoted = value.hasSuffix("\"")
            outcome.headers.replace(name, (isWeak ? "W/" : "") + (isQuoted ? "\"\(new)\"" : new))
            outcome.names.append(name.lowercased())
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

    /// Returns the JSON of an update that claims another `html-sha1`; other bodies are unchanged.
    static func claiming(_ hash: String, in json: [UInt8]) -> [UInt8] {
        replacing(update(json)?.htmlSHA1, by: hash, in: json) ?? json
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
