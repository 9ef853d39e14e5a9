import Browser

// Files to be sent by a form.
extension BrowserLoop {
    /// Answers a query for files, and reports the result to the model.
    func findFiles(_ query: FileQuery) {
        let finder = FileFinder(home: world.environment["HOME"])
        run { [self] in receive(.found(.files(.found(await Self.report(query, finder))))) }
    }

    /// Off the caller's actor: a folder may be large, and its disk slow.
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
