import Browser

// Files that a form is to send.
extension BrowserLoop {
    /// Finds out what is wanted of files, and tells the model.
    func findFiles(_ query: FileQuery) {
        let finder = FileFinder(home: world.environment["HOME"])
        run { [self] in receive(.found(.files(.found(await Self.report(query, finder))))) }
    }

    /// Off whatever actor asks: a folder may be large, and its disk slow.
    @concurrent private static func report(_ query: FileQuery, _ finder: FileFinder) async -> FileReport {
        switch query {
        case .completions(let path): return .completions(of: path, finder.completions(of: path))
        case .files(let paths, let place):
            do throws(FileFinder.Refusal) {
                return .files(try finder.files(paths), place)
            } catch {
                return .refused(error.reason, place)
            }
        }
    }
}
