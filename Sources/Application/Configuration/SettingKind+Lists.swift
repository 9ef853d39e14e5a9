import CSS
import Exchanges
import SonicProtocol
import SonicSession

extension SettingKind {
    /// A list in brackets.
    private static func list<Element>(
        _ words: String, _ read: @escaping @Sendable (JSONNode) throws(Mismatch) -> Element,
        written: @escaping @Sendable (Element) -> JSONValue
    ) -> SettingKind where Value == [Element] {
        SettingKind(words: { words }) { node throws(Mismatch) in
            guard let elements = node.elements else { throw Mismatch(node) }
            var list: [Element] = []
            for element in elements { list.append(try read(element)) }
            return list
        } written: {
            .array($0.map(written))
        }
    }

    /// An object with members of any name.
    static func members<Element>(
        _ words: String, _ read: @escaping @Sendable (JSONNode.Member) throws(Mismatch) -> Element,
        written: @escaping @Sendable (Element) -> JSONValue.Member,
        combined: @escaping @Sendable ([Element], [Element]) -> [Element] = { $1 }
    ) -> SettingKind where Value == [Element] {
        SettingKind(words: { words }) { node throws(Mismatch) in
            guard let members = node.members else { throw Mismatch(node) }
            var list: [Element] = []
            for member in members { list.append(try read(member)) }
            return list
        } written: {
            .object($0.map(written))
        } combined: {
            combined($0, $1)
        }
    }

    /// This kind with a further check of what was read.
    private func checked(
        _ words: String? = nil, _ check: @escaping @Sendable (JSONNode, Value) throws(Mismatch) -> Void
    ) -> SettingKind {
        var kind = self
        if let words { kind.words = { words } }
        kind.read = { node throws(Mismatch) in
            let value = try read(node)
            try check(node, value)
            return value
        }
        return kind
    }

    /// Returns the text of an element; `what` says what is expected.
    private static func text(_ element: JSONNode, _ what: String) throws(Mismatch) -> String {
        guard let text = element.string else {
            throw Mismatch(element, "Expected \(what), not \(element.kindWords).")
        }
        return text
    }

    /// Returns the value of a member, a string.
    static func text(of member: JSONNode.Member) throws(Mismatch) -> String {
        guard let text = member.node.string else {
            throw Mismatch(
                member.node, "“\(member.name)” takes a string, not \(member.node.kindWords).")
        }
        return text
    }
}

extension SettingKind where Value == [String] {
    /// Names in brackets.
    static var names: SettingKind {
        .list("a list of names") { element throws(Mismatch) in
            try text(element, "a name in quotes")
        } written: {
            .string($0)
        }
    }

    /// Names in brackets, to which a section adds more.
    static var addedNames: SettingKind {
        var names = names
        names.combined = { $0 + $1 }
        return names
    }

    /// Names of headers in brackets.
    static var headerNames: SettingKind {
        names.checked("a list of header names") { node, names throws(Mismatch) in
            for (name, element) in zip(names, node.elements ?? []) where !HeaderField(name, "").isWellFormed {
                throw Mismatch(element, "“\(name)” is not a valid header name.")
            }
        }
    }

    /// Parts of pages in brackets: selectors, and patterns between slashes.
    static var parts: SettingKind {
        names.checked("a list of selectors and patterns") { node, parts throws(Mismatch) in
            for (part, element) in zip(parts, node.elements ?? []) {
                if let mistake = PagePart.mistake(in: part) { throw Mismatch(element, mistake) }
            }
        }
    }

    /// Paths of files with maps of hosts in brackets. An address is refused: lists were fetched once.
    static var hostFiles: SettingKind {
        names.checked("a list of files") { node, names throws(Mismatch) in
            for (name, element) in zip(names, node.elements ?? []) where WebURL(name)?.isHTTP == true {
                let use = "save this one with curl -o FILE \(name), and name FILE."
                throw Mismatch(element, "Lists of hosts are files: \(use)")
            }
        }
    }
}

extension SettingKind where Value == [HeaderField] {
    /// Headers for all sites, except secrets, which belong to a single site.
    static var headersForAll: SettingKind {
        headers.checked { node, _ throws(Mismatch) in
            for member in node.members ?? []
            where SecretHeaders.standard.contains(HeaderField(member.name, "")) {
                throw Mismatch(member.node, sharedSecret(member.name))
            }
        }
    }

    /// Headers added to responses, except those that only the server can set.
    static var addedHeaders: SettingKind {
        headers.checked { node, fields throws(Mismatch) in
            for (member, field) in zip(node.members ?? [], fields) where !field.mayBeAdded {
                throw Mismatch(
                    member.node,
                    field.valueBytes.isEmpty
                        ? "“\(member.name)” requires a value."
                        : "“\(member.name)” cannot be added: only the server can send it.")
            }
        }
    }

    /// Returns the error about a secret among the headers for all sites.
    static func sharedSecret(_ name: String) -> String {
        "“\(name)” would be sent to every site; set it in a section of “sites”."
    }

    /// Header names with their values. An inner section replaces the headers that it names.
    static var headers: SettingKind {
        .members("headers as { \"Name\": \"value\" }") { member throws(Mismatch) in
            let field = HeaderField(member.name, try text(of: member))
            guard field.isWellFormed else {
                throw Mismatch(
                    member.node, "“\(member.name)” has characters that are not allowed in headers.")
            }
            return field
        } written: {
            .init($0.name, .string($0.value))
        } combined: { outer, inner in
            outer.filter { field in !inner.contains { $0.isNamed(field.name) } } + inner
        }
    }
}

extension SettingKind where Value == [HostMapping] {
    /// Hosts with the addresses connected to instead.
    static var hosts: SettingKind {
        .members("addresses as { \"host\": \"address\" }") { member throws(Mismatch) in
            let text = try text(of: member)
            guard !text.isEmpty, text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
                throw Mismatch(
                    member.node,
                    "“\(text)” is not a valid address; use 127.0.0.1, [::1]:8080 or a host name.")
            }
            return HostMapping(host: member.name.lowercased(), address: text)
        } written: {
            .init($0.host, .string($0.address))
        } combined: { outer, inner in
            outer.filter { host in !inner.contains { $0.host == host.host } } + inner
        }
    }
}

extension SettingKind where Value == [KeyChoice] {
    /// Commands with their keys, one in quotes or several in brackets. Whether the commands and keys exist is
    /// checked elsewhere.
    static var keys: SettingKind {
        .members("keys as { \"command\": [\"key\", …] }") { member throws(Mismatch) in
            var keys: [KeyChoice.Name] = []
            for element in member.node.elements ?? [member.node] {
                let key = try text(element, "a key in quotes, such as \"^X\"")
                keys.append(KeyChoice.Name(key, at: element.position))
            }
            return KeyChoice(command: member.name, at: member.position, keys: keys)
        } written: { choice in
            .init(choice.command, .array(choice.keys.map { .string($0.text) }))
        }
    }
}

extension SettingKind where Value == [ConnectionRule] {
    /// Rules as strings in brackets.
    static var rules: SettingKind {
        .list("a list of rules") { element throws(Mismatch) in
            let line = try text(element, "a rule in quotes")
            do throws(ConnectionRule.Mistake) {
                return try ConnectionRule(filtering: line)
            } catch {
                throw Mismatch(element, error.description)
            }
        } written: {
            .string($0.text)
        }
    }
}

/// A part of a page as users specify it: a CSS selector, or a pattern between slashes.
public enum PagePart {
    /// Returns the error in such a text, as a sentence; nil if it is valid.
    public static func mistake(in part: String) -> String? {
        if part.count >= 3, part.hasPrefix("/"), part.hasSuffix("/") { return nil }
        switch SelectorParseResult(part) {
        case .whole: return nil
        case .partial:
            return
                "“\(part)” is not supported: a selector may use elements, their attributes and their ancestors."
        case .malformed:
            return "“\(part)” is not a valid CSS selector; write a pattern between slashes: “/\(part)/”."
        }
    }
}
