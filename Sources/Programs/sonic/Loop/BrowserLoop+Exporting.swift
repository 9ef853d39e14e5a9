import Browser
import BrowserServices

// Exports of files, concurrently with the screen.
extension BrowserLoop {
    /// Writes a file, and reports the result to the model.
    func export(_ order: ExportOrder) {
        run { [self] in receive(.found(.files(.exported(await FileExport.report(order))))) }
    }
}

/// Writes exported files.
private enum FileExport {
    /// Writes a file, off the caller's actor, since a log of many sessions takes time.
    @concurrent static func report(_ order: ExportOrder) async -> ExportReport {
        let home = Environment()["HOME"] ?? "~"
        let path = order.path.hasPrefix("~/") ? home + order.path.dropFirst() : order.path
        if !order.replacesFile, let bytes = PrivateFile.size(of: path) {
            return .exists(order, bytes: bytes)
        }
        let bytes = order.bytes(version: Help.version)
        do throws(PrivateFile.Failure) {
            if order.replacesFile {
                try PrivateFile.write(bytes, to: path)
            } else {
                try PrivateFile.write(bytes, toNew: path)
            }
            return .written(order, bytes: bytes.count)
        } catch {
            return .failed(error.message)
        }
    }
}
