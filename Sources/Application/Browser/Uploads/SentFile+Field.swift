import BrowserValues
import CellGrid
import SonicProtocol

extension SentFile {
    /// Its name and size, as a field displays them.
    var label: String { "\(VisibleText.line(name)) (\(stamp.size.byteText))" }

    /// Returns whether its type is one of those that a field's `accept` attribute lists; any if it lists none.
    func fits(_ accepted: String) -> Bool {
        let types = accepted.lowercased().split(separator: ",").map { String($0).trimmed }.filter {
            !$0.isEmpty
        }
        return types.isEmpty
            || types.contains { type in
                if type.hasPrefix(".") { return name.lowercased().hasSuffix(type) }
                if type.hasSuffix("/*") { return self.type.hasPrefix(type.dropLast()) }
                return self.type == type
            }
    }
}
