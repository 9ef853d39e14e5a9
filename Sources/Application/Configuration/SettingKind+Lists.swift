import CSS
import SonicProtocol
import SonicSession

extension SettingKind where Value == [String] {
    /// Names in brackets.
    static var names: SettingKind {
        SettingKind(words: { "a list of names" }) { node throws(Mismatch) in
            guard let elements = node.elements else { throw Mismatch(node) }
            var names: [String] = []
            for element in elements {
                guard let name = element.string else {
                    throw Mismatch(element, "Expected a name in quotes, not \(element.kindWords).")
                }
                names.append(name)
            }
            return names
        } written: {
            .array($0.map { .string($0) })
        }
    }
}

extension SettingKind where Value == [String] {
    /// Names in brackets, to which a section adds more.
    static var addedNames: SettingKind {
        let names = names
        return SettingKind(
            words: names.words, read: names.read, written: names.written, combined: { $0 + $1 })
    }
}

extension SettingKind where Value == [String] {
    /// Names of headers in brackets.
    static var headerNames: SettingKind {
        let names = names
        return SettingKind(words: { "a list of header names" }) { node throws(Mismatch) in
            let read = try names.read(node)
            for (name, element) in zip(read, node.elements ?? []) where !HeaderField(name, "").isWellFormed {
                throw Mismatch(element, "“\(name)” is not a valid header name.")
            }
            return read
        } written: {
            names.written($0)
        }
    }
}

extension SettingKind where Value == [String] {
    /// Parts of pages in brackets: selectors, and patterns between slashes.
    static var parts: SettingKind {
        let names = names
        return SettingKind(words: { "a list of selectors and patterns" }) { node throws(Mismatch) in
            let parts = try names.read(node)
            for (part, element) in zip(parts, node.elements ?? []) {
                if let mistake = PagePart.mistake(in: part) { throw Mismatch(element, mistake) }
            }
            return parts
        } written: {
            names.written($0)
        }
    }
}

extension SettingKind where Value == [HeaderField] {
    /// Headers for all sites, except secrets, which belong to a single site.
    static var headersForAll: SettingKind {
        let all = headers
        return SettingKind(words: all.words) { node throws(Mismatch) in
            let fields = try all.read(node)
            for member in node.members ?? [] where isSecret(member.name) {
                throw Mismatch(member.node, sharedSecret(member.name))
            }
            return fields
        } written: {
            all.written($0)
        } combined: {
            all.combined($0, $1)
        }
    }

    /// Headers added to responses, except those that only the server can set.
    static var addedHeaders: SettingKind {
        let all = headers
        return SettingKind(words: all.words) { node throws(Mismatch) in
            let fields = try all.read(node)
            for (member, field) in zip(node.members ?? [], fields) where !field.mayBeAdded {
                throw Mismatch(
                    member.node,
                    field.valueBytes.isEmpty
                        ? "“\(member.name)” requires a value."
                        : "“\(member.name)” cannot be added: only the server can send it.")
            }
            return fields
        } written: {
            all.written($0)
        } combined: {
            all.combined($0, $1)
        }
    }

    /// Returns the error about a secret among the headers for all sites.
    static func sharedSecret(_ name: String) -> String {
        "“\(name)” would be sent to every site; set it in a section of “sites”."
    }

    private static func isSecret(_ name: String) -> Bool {
        SecretHeaders.standard.contains(HeaderField(name, ""))
    }

    /// Header names with their values. An inner section replaces the headers that it names.
    static var headers: SettingKind {
        SettingKind(words: { "headers as { \"Name\": \"value\" }" }) { node throws(Mismatch) in
            var fields: [HeaderField] = []
            for (member, text) in try Self.texts(in: node) {
                let field = HeaderField(member.name, text)
                guard field.isWellFormed else {
                    throw Mismatch(
                        member.node, "“\(member.name)” has characters that are not allowed in headers.")
                }
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

extension SettingKind where Value == [KeyChoice] {
    /// Commands with their keys, one in quotes or several in brackets. Whether the commands and keys exist is
    /// checked elsewhere.
    static var keys: SettingKind {
        SettingKind(words: { "keys as { \"command\": [\"key\", …] }" }) { node throws(Mismatch) in
            guard let members = node.members else { throw Mismatch(node) }
            var choices: [KeyChoice] = []
            for member in members {
                choices.append(
                    KeyChoice(
                        command: member.name, at: member.position, keys: try names(member.node)))
            }
            return choices
        } written: { choices in
            .object(choices.map { .init($0.command, .array($0.keys.map { .string($0.text) })) })
        }
    }

    private static func names(_ node: JSONNode) throws(Mismatch) -> [KeyChoice.Name] {
        var names: [KeyChoice.Name] = []
        for element in node.elements ?? [node] {
            guard let text = element.string else {
                throw Mismatch(
                    element, "Expected a key in quotes, such as \"^X\", not \(element.kindWords).")
            }
            names.append(KeyChoice.Name(text, at: element.position))
        }
        return names
    }
}

extension SettingKind where Value == [ConnectionRule] {
    /// Rules as strings in brackets.
    static var rules: SettingKind {
        SettingKind(words: { "a list of rules" }) { node throws(Mismatch) in
            guard let elements = node.elements else { throw Mismatch(node) }
            var rules: [ConnectionRule] = []
            for element in elements {
                guard let line = element.string else {
                    throw Mismatch(element, "Expected a rule in quotes, not \(element.kindWords).")
                }
                do throws(ConnectionRule.Mistake) {
                    rules.append(try ConnectionRule(line))
                } catch {
                    throw Mismatch(element, error.description)
                }
            }
            return rules
        } written: {
            .array($0.map { .string($0.text) })
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
