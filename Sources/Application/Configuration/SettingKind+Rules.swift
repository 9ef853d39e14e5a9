import SonicProtocol
import SonicSession

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
