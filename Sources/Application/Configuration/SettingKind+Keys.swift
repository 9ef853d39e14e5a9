import SonicProtocol

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
