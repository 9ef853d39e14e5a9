import Chance

/// Generates random response bodies: JSON of every shape around an update's.
struct BodyWriter {
    private var chance: SeededGenerator

    /// A generator for this seed.
    init(seed: UInt64) { chance = SeededGenerator(seed: seed) }

    /// The next body with one byte removed, added or changed, or truncated at a random byte.
    mutating func damagedBody() -> [UInt8] {
        var bytes = body()
        damage(&bytes)
        return bytes
    }

    /// The next body, which is valid JSON.
    mutating func body() -> [UInt8] {
        var members = one(in: 8) ? [] : ["\"data\":" + blocks()]
        for name in ["html-sha1", "template-tag", "diff", "data", "d\\u0061ta"] where one(in: 3) {
            let value = one(in: 4) ? value(depth: 3) : text()
            members.append(blank() + "\"\(name)\"" + blank() + ":" + blank() + value)
        }
        members.shuffle(using: &chance)
        return Array((blank() + "{" + members.joined(separator: blank() + ",") + blank() + "}").utf8)
    }

    private mutating func blocks() -> String {
        if one(in: 10) { return value(depth: 2) }
        let members = (0..<Int.random(in: 0...4, using: &chance)).map { _ in
            let name = ["{a}", "{b}", "{title}", "\\u007Bc}", "é"].randomElement(using: &chance) ?? ""
            return "\"\(name)\":" + blank() + (one(in: 12) ? value(depth: 1) : text())
        }
        return "{" + members.joined(separator: "," + blank()) + "}"
    }

    private mutating func value(depth: Int) -> String {
        switch Int.random(in: 0..<(depth > 0 ? 9 : 7), using: &chance) {
        case 0: return "null"
        case 1: return "true"
        case 2: return "false"
        case 3: return ["0", "-1", "12.50", "3e8", "-0.1E-2", "7e+1"].randomElement(using: &chance) ?? "0"
        case 4, 5, 6: return text()
        case 7: return "[" + values(depth).joined(separator: ",") + blank() + "]"
        default: return "{" + values(depth).map { "\"k\"" + blank() + ":" + $0 }.joined(separator: ",") + "}"
        }
    }

    private mutating func values(_ depth: Int) -> [String] {
        (0..<Int.random(in: 0...3, using: &chance)).map { _ in value(depth: depth - 1) }
    }

    private mutating func text() -> String {
        let parts = [
            "x", "a longer run of plain text", "\\\"", "\\\\", "\\/", "\\n", "\\t", "\\b", "\\u00e9",
            "\\uD83D\\uDE00",
            "é", "中文", "😀", "<!--sonicdiff-a-->", "\u{7F}", "\u{2028}", "0123456",
        ]
        let count = Int.random(in: 0...6, using: &chance)
        return "\"" + (0..<count).map { _ in parts.randomElement(using: &chance) ?? "" }.joined() + "\""
    }

    private mutating func blank() -> String {
        one(in: 4) ? ["  ", "\n", "\t", "\r\n"].randomElement(using: &chance) ?? "" : ""
    }

    private mutating func damage(_ bytes: inout [UInt8]) {
        let place = Int.random(in: 0..<bytes.count, using: &chance)
        switch Int.random(in: 0..<4, using: &chance) {
        case 0: bytes.remove(at: place)
        case 1: bytes.removeLast(bytes.count - place)
        case 2:
            bytes.insert(Array("\"\\{}[]:,u0n\0\u{1F} ".utf8).randomElement(using: &chance) ?? 0, at: place)
        default: bytes[place] = UInt8.random(in: .min ... .max, using: &chance)
        }
    }

    private mutating func one(in count: Int) -> Bool { Int.random(in: 0..<count, using: &chance) == 0 }
}
