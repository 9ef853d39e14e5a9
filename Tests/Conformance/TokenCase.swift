import HTML
import TokenList

import struct FoundationEssentials.Data
import class FoundationEssentials.JSONDecoder

/// One case of a `tokenizer/*.test` file.
struct TokenCase: Decodable {
    /// A JSON value of the expected output.
    enum Value: Decodable {
        case text(String), flag(Bool), list([Value]), map([String: String]), none

        init(from decoder: any Decoder) throws {
            let box = try decoder.singleValueContainer()
            if box.decodeNil() {
                self = .none
                // Each `try?` tests one type; the last attempt reports the error.
            } else if let flag = try? box.decode(Bool.self) {
                self = .flag(flag)
            } else if let text = try? box.decode(String.self) {  // as above
                self = .text(text)
            } else if let map = try? box.decode([String: String].self) {  // as above
                self = .map(map)
            } else {
                self = .list(try box.decode([Value].self))
            }
        }
    }

    struct File: Decodable {
        var tests: [TokenCase]?
    }

    var description: String
    var input: String
    var output: [Value]
    var initialStates: [String]?
    var lastStartTag: String?
    var doubleEscaped: Bool?

    static func all(in file: [UInt8]) throws -> [TokenCase] {
        try JSONDecoder().decode(File.self, from: Data(file)).tests ?? []
    }

    /// Returns the text with `\uXXXX` decoded once more if the case requires it; nil for lone surrogates, which
    /// UTF-8 cannot express.
    private func resolved(_ text: String) -> String? {
        guard doubleEscaped == true else { return text }
        var units: [UInt16] = []
        var rest = Array(text.utf16)[...]
        while let unit = rest.popFirst() {
            if unit == 0x5C, rest.first == 0x75, rest.count >= 5,
                let value = UInt16(String(decoding: rest.dropFirst().prefix(4), as: UTF16.self), radix: 16)
            {
                units.append(value)
                rest = rest.dropFirst(5)
            } else {
                units.append(unit)
            }
        }
        return String(validating: units, as: UTF16.self)
    }

    /// The expected tokens; nil if UTF-8 cannot express them.
    var expected: [Tokens.Kind]? {
        var tokens: [Tokens.Kind] = []
        for value in output {
            guard case .list(let parts) = value, case .text(let kind)? = parts.first else { continue }
            func text(_ index: Int) -> String? {
                guard index < parts.count, case .text(let text) = parts[index] else { return nil }
                return resolved(text)
            }
            switch kind {
            case "Character":
                guard let characters = text(1) else { return nil }
                if case .text(let before)? = tokens.last {
                    tokens[tokens.count - 1] = .text(before + characters)
                } else {
                    tokens.append(.text(characters))
                }
            case "Comment":
                guard let content = text(1) else { return nil }
                tokens.append(.comment(content))
            case "EndTag": tokens.append(.endTag(text(1) ?? ""))
            case "StartTag":
                var attributes: [String: String] = [:]
                if parts.count > 2, case .map(let map) = parts[2] {
                    for (name, value) in map { attributes[resolved(name) ?? ""] = resolved(value) ?? "" }
                }
                tokens.append(
                    .startTag(text(1) ?? "", attributes: attributes, isSelfClosing: parts.count > 3))
            case "DOCTYPE":
                var doctype = Doctype()
                doctype.name = Array((text(1) ?? "").utf8)
                doctype.publicID = text(2).map { Array($0.utf8) }
                doctype.systemID = text(3).map { Array($0.utf8) }
                if parts.count > 4, case .flag(let isCorrect) = parts[4] { doctype.forcesQuirks = !isCorrect }
                tokens.append(.doctype(doctype))
            default: break
            }
        }
        return tokens
    }

    /// The input in UTF-8; nil if UTF-8 cannot express it.
    var bytes: [UInt8]? { resolved(input).map { Array($0.utf8) } }

    /// Returns the tokens of our tokenizer for input in pieces of a size.
    func tokens(_ bytes: [UInt8], from start: Tokens.Start, piecesOf size: Int) -> [Tokens.Kind] {
        var tokens = Tokens(from: start, after: lastStartTag ?? "")
        var index = 0
        while index < bytes.count {
            let end = min(bytes.count, index + size)
            tokens.append(bytes[index..<end])
            index = end
        }
        tokens.finish()
        return tokens.all
    }
}
