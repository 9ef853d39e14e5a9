import SonicProtocol
import SonicSession

/// What happens when the current version does not hold.
extension PageCache {
    /// Sets the versions aside that do not hold and makes the newest that does the current one; throws what was
    /// found when none is left. Where nothing can be written, the version before serves all the same.
    func recover(_ id: PageID) async throws(StoreFailure) -> StoredPage? {
        do {
            return try await changing(id) { page throws(StoreFailure) in
                try page.recover(repairing: true)
            } ?? nil
        } catch {
            guard let page = try page(id), var found = try page.recover(repairing: false) else { throw error }
            found.notes.append("The cache could not be repaired: \(error)")
            return found
        }
    }
}

extension PageFolder {
    /// Finds the newest version that holds, beginning with the one that `current` names.
    ///
    /// - Parameter repairing: whether to set aside what fails and to correct `current`; wants the lock. Then a page
    ///   of which nothing holds is a failure, since nothing else would tell of it.
    func recover(repairing: Bool) throws(StoreFailure) -> StoredPage? {
        let pointer = try pointer()
        let newest: Int
        var notes: [String] = []
        switch pointer {
        case .none: return nil
        case .version(let stamp): newest = stamp.number
        case .unreadable:
            newest = .max
            notes.append("The file current contains no version number.")
        }
        for number in try numbers() where number <= newest {
            let fault: String
            switch try read(number) {
            case .found(let version, _):
                if number != newest, repairing { try point(to: number) }
                var page = StoredPage(number, version, try state())
                page.notes = notes
                return page
            case .gone: fault = "it is not complete"
            case .broken(let reason): fault = reason
            }
            if repairing { try setAside(number) }
            notes.append("Version \(number) was moved aside: \(fault).")
        }
        guard repairing else { return nil }
        try folder.removeFile(Name.current)
        // Nothing is left to carry the notes, and a page must not vanish without a word. Said once: from now on
        // the page is simply not kept.
        throw .failed(
            operation: "reading", path: "the stored page",
            reason: notes.joined(separator: " ") + " None is left.")
    }
}
