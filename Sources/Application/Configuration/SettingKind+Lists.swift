import SonicProtocol

extension SettingKind where Value == [String] {
    /// Names in brackets.
    static var names: SettingKind { names("a list of names") { _ in nil } }

    /// Names in brackets, to which a section adds more.
    static var addedNames: SettingKind {
        var names = names
        names.combined = { $0 + $1 }
        return names
    }

    /// Names of headers in brackets.
    static var headerNames: SettingKind {
        names("a list of header names") {
            HeaderField($0, "").isWellFormed ? nil : "“\($0)” is not a valid header name."
        }
    }

    /// Parts of pages in brackets: selectors, and patterns between slashes.
    static var parts: SettingKind {
        names("a list of selectors and patterns") { PagePart.mistake(in: $0) }
    }

    /// Paths of files with maps of hosts in brackets. An address is refused: lists were fetched once.
    static var hostFiles: SettingKind {
        names("a list of files") { name in
            guard WebURL(name)?.isHTTP == true else { return nil }
            return "Lists of hosts are files: save this one with curl -o FILE \(name), and name FILE."
        }
    }

    /// Names in brackets; `mistake` returns the error in one, nil for none.
    private static func names(
        _ words: String, _ mistake: @escaping @Sendable (String) -> String?
    ) -> SettingKind {
        SettingKind(words: { words }) { node throws(Mismatch) in
            guard let elements = node.elements else { throw Mismatch(node) }
            var names: [String] = []
            for element in elements {
                guard let name = element.string else {
                    throw Mismatch(element, "Expected a name in quotes, not \(element.kindWords).")
                }
                if let mistake = mistake(name) { throw Mismatch(element, mistake) }
                names.append(name)
            }
            return names
        } written: {
            .array($0.map { .string($0) })
        }
    }
}

extension SettingKind where Value == [HeaderField] {
    /// Headers for all sites, except secrets, which belong to a single site.
    static var headersForAll: SettingKind {
        headers { SecretHeaders.standard.contains($0) ? sharedSecret($0.name) : nil }
    }

    /// Headers added to responses, except those that only the server can set.
    static var addedHeaders: SettingKind {
        headers { field in
            guard !field.mayBeAdded else { return nil }
            return field.valueBytes.isEmpty
                ? "“\(field.name)” requires a value."
                : "“\(field.name)” cannot be added: only the server can send it."
        }
    }

    /// Returns the error about a secret among the headers for all sites.
    static func sharedSecret(_ name: String) -> String {
        "“\(name)” would be sent to every site; set it in a section of “sites”."
    }

    /// Header names with their values.
    static var headers: SettingKind { headers { _ in nil } }

    /// Header names with their values; `mistake` returns the error in one, nil for none. An inner section replaces the
    /// headers that it names.
    private static func headers(_ mistake: @escaping @Sendable (HeaderField) -> String?) -> SettingKind {
        SettingKind(words: { "headers as { \"Name\": \"value\" }" }) { node throws(Mismatch) in
            var fields: [HeaderField] = []
            for (member, text) in try Self.texts(in: node) {
                let field = HeaderField(member.name, text)
                guard field.isWellFormed else {
                    throw Mismatch(
                        member.node, "“\(member.name)” has characters that are not allowed in headers.")
                }
                if let mistake = mistake(field) { throw Mismatch(member.node, mistake) }
                fields.append(field)
            }
            return fields
        } written: {
            .object($0.map { .init($0.name, .string($0.value)) })
        } combined: { outer, inner in
            outer.filter { field in !inner.contains { $0.isNamed(field.name) } } + inner
        }
    }
}

extension SettingKind where Value == [HostMapping] {
    /// Hosts with the addresses connected to instead.
    static var hosts: SettingKind {
        SettingKind(words: { "addresses as { \"host\": \"address\" }" }) { node throws(Mismatch) in
            var hosts: [HostMapping] = []
            for (member, text) in try Self.texts(in: node) {
                guard !text.isEmpty, text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
                    throw Mismatch(
                        member.node,
                        "“\(text)” is not a valid address; use 127.0.0.1, [::1]:8080 or a host name.")
                }
                hosts.append(HostMapping(host: member.name.lowercased(), address: text))
            }
            return hosts
        } written: {
            .object($0.map { .init($0.host, .string($0.address)) })
        } combined: { outer, inner in
            outer.filter { host in !inner.contains { $0.host == host.host } } + inner
        }
    }
}

extension SettingKind {
    /// Returns the members of an object whose values are strings.
    private static func texts(in node: JSONNode) throws(Mismatch) -> [(JSONNode.Member, String)] {
        guard let members = node.members else { throw Mismatch(node) }
        var texts: [(JSONNode.Member, String)] = []
        for member in members {
            guard let text = member.node.string else {
                throw Mismatch(
                    member.node, "“\(member.name)” takes a string, not \(member.node.kindWords).")
            }
            texts.append((member, text))
        }
        return texts
    }
}

extension JSONNode {
    /// The kind of the value, for a sentence.
    var kindWords: String {
        switch value {
        case .null: "null"
        case .bool(let value): "\(value)"
        case .number: "a number"
        case .string: "a string"
        case .array: "a list"
        case .object: "an object"
        }
    }
}
