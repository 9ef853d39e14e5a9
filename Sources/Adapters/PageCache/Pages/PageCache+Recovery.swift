import SonicProtocol
import SonicSession

/// Recovery from a current version that is damaged.
extension PageCache {
    /// Moves damaged versions aside and makes the newest valid one current. If nothing can be written, an older version
    /// is returned all the same.
    /// - Throws: The faults found if no version is valid.
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
    /// Returns the newest valid version, beginning with the one that `current` names.
    ///
    /// - Parameter repairing: Whether to move damaged versions aside and to correct `current`; requires the lock. Then
    ///   a page without a valid version is an error, since nothing else would report it.
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
        // No version is left to carry the notes, and a page must not vanish silently. This is reported once: afterwards
        // the page is simply not stored.
        throw .failed(
            operation: "reading", path: "the stored page",
            reason: notes.joined(separator: " ") + " None is left.")
    }
}
