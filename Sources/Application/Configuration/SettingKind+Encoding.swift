import HTML
import SonicProtocol

extension SettingKind where Value == CharacterEncoding {
    /// An encoding by one of its labels.
    static var encoding: SettingKind {
        SettingKind(words: { "the name of an encoding" }) { node throws(Mismatch) in
            guard let label = node.string else { throw Mismatch(node) }
            guard let encoding = CharacterEncoding(label: label.utf8) else {
                let names = CharacterEncoding.allCases.map(\.name)
                let near = NearestName.among(
                    CharacterEncoding.allCases.flatMap(\.labels), to: label.lowercased())
                throw Mismatch(
                    node,
                    "Unknown encoding “\(label)”"
                        + (near.map { ". Did you mean “\($0)”?" }
                            ?? "; use one of \(names.joined(separator: ", "))."))
            }
            return encoding
        } written: {
            .string($0.name)
        }
    }
}
