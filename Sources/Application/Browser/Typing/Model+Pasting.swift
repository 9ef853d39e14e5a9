import SonicProtocol

// Text pasted outside of a prompt.
extension Model {
    /// Opens a prompt with a pasted address. Other text is refused: it is never interpreted as keys.
    mutating func paste(_ text: String) -> [Effect] {
        screen.drag = .none
        guard overlay == nil, inputMode == nil, let address = Self.address(in: text) else {
            notice = .refusal(
                keys.namingKeys(
                    overlay == nil && inputMode == nil
                        ? "The pasted text is not an address: press {open} first to paste into a line."
                        : "Nothing can be pasted here."))
            return []
        }
        let effects = typeAddress()
        prompt?.editor.insert(address)
        return effects
    }

    /// The maximum length of a pasted address, in bytes.
    private static let longestAddress = 8192

    /// Returns the text if it is a single word that looks like an address: with a scheme, or a host with a dot or a
    /// port.
    private static func address(in text: String) -> String? {
        guard text.utf8.count <= longestAddress else { return nil }
        let word = text.trimmed
        let isPlain = word.unicodeScalars.allSatisfy { $0.value > 0x20 && !(0x7F..<0xA0).contains($0.value) }
        guard isPlain, word.contains(where: { $0.isLetter || $0.isNumber }) else { return nil }
        let host = word.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        let isAddress =
            word.contains("://") || host.dropFirst().dropLast().contains { $0 == "." || $0 == ":" }
        return isAddress ? word : nil
    }
}
