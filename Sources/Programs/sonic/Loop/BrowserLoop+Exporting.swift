import Browser
import BrowserServices

// Files that the reader wants written, while the screen goes on.
extension BrowserLoop {
    /// Writes a file, and tells the model what became of it.
    func export(_ order: ExportOrder) {
        run { [self] in receive(.found(.files(.exported(await FileExport.report(order))))) }
    }
}

/// Writes what is exported.
private enum FileExport {
    /// Writes a file. Off whatever actor asks: a log of many sessions takes its time.
    @concurrent static func report(_ order: ExportOrder) async -> ExportReport {
        let home = Environment()["HOME"] ?? "~"
        let path = order.path.hasPrefix("~/") ? home + order.path.dropFirst() : order.path
        if case .kept = order.existing, let bytes = PrivateFile.size(of: path) {
            return .exists(order, bytes: bytes)
        }
        let bytes = order.bytes(version: Help.version)
        do throws(PrivateFile.Failure) {
            switch order.existing {
            case .kept: try PrivateFile.write(bytes, toNew: path)
            case .replaced: try PrivateFile.write(bytes, to: path)
            }
            return .written(order, bytes: bytes.count)
        } catch {
            return .failed(error.message)
        }
    }
}
